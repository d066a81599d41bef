#include "html/references.h"

#include "base/ascii.h"

#include <stdbool.h>
#include <string.h>

#define LONGEST_NAME   31 /* CounterClockwiseContourIntegral */
#define LONGEST_LEGACY 6
#define REPLACEMENT    0xFFFDu

/* A named reference; legacy ones need no semicolon. */
typedef struct {
    const char *name;
    unsigned char length;
    bool legacy;
    uint32_t code_points[2];
} reference;

static const reference references[] = {
#include "html/references_table.inc"
};

/* Code points of references to the C1 controls: HTML 13.2.5.80, the table of windows-1252. */
static const uint16_t c1_replacements[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

uint32_t dana__c1_meaning(uint32_t c)
{
    return c1_replacements[c - 0x80];
}

static int compare_names(const reference *row, const char *name, size_t length)
{
    size_t shorter = row->length < length ? row->length : length;
    int order = memcmp(row->name, name, shorter);

    return order != 0 ? order : (int)row->length - (int)length;
}

static const reference *find_name(const char *name, size_t length)
{
    size_t low = 0;
    size_t high = sizeof(references) / sizeof(references[0]);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_names(&references[middle], name, length);

        if (order == 0) {
            return &references[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

/* p after the '&'. The longest name wins: with its semicolon, else a legacy prefix. */
static size_t read_named(const char *p, const char *end, uint32_t code_points[2])
{
    size_t length = 0;
    const reference *found = NULL;

    while (p + length < end && length <= LONGEST_NAME && dana__is_alphanumeric(p[length])) {
        length++;
    }
    bool closed = p + length < end && p[length] == ';';

    if (closed) {
        found = find_name(p, length);
    }
    size_t used = length + 1;

    for (size_t n = length < LONGEST_LEGACY ? length : LONGEST_LEGACY; found == NULL && n > 1;
         n--) {
        const reference *prefix = find_name(p, n);

        if (prefix != NULL && prefix->legacy) {
            found = prefix;
            used = n;
        }
    }
    if (found == NULL) {
        return 0;
    }
    memcpy(code_points, found->code_points, sizeof(found->code_points));
    return used + 1;
}

static int digit_value(char c, unsigned base)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (base == 16 && ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')) {
        return (c | 0x20) - 'a' + 10;
    }
    return -1;
}

static uint32_t scalar_value(uint32_t value)
{
    if (value == 0 || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
        return REPLACEMENT;
    }
    return value >= 0x80 && value <= 0x9F ? dana__c1_meaning(value) : value;
}

/* p after "&#". */
static size_t read_numeric(const char *p, const char *end, uint32_t code_points[2])
{
    const char *start = p;
    unsigned base = 10;
    uint32_t value = 0;

    if (p < end && (*p | 0x20) == 'x') {
        base = 16;
        p++;
    }
    const char *digits = p;

    for (; p < end && digit_value(*p, base) >= 0; p++) {
        if (value <= 0x10FFFF) {
            value = value * base + (uint32_t)digit_value(*p, base);
        }
    }
    if (p == digits) {
        return 0;
    }
    if (p < end && *p == ';') {
        p++;
    }
    code_points[0] = scalar_value(value);
    code_points[1] = 0;
    return (size_t)(p - start) + 2;
}

size_t dana__read_reference(const char *p, const char *end, uint32_t code_points[2])
{
    if (end - p >= 2 && p[1] == '#') {
        return read_numeric(p + 2, end, code_points);
    }
    return read_named(p + 1, end, code_points);
}

/* Bytes of a reference before ';' at most: "&CounterClockwiseContourIntegral". */
#define REFERENCE_MOST 32

/* Where a reference that ends at `end` may begin; `end`: nowhere. */
static const char *reference_start(const char *start, const char *end)
{
    const char *p = end - 1;

    for (size_t i = 0; *p != '&' && i < REFERENCE_MOST && p > start; i++) {
        p--;
    }
    return *p == '&' ? p : end;
}

uint32_t dana__character_before(const char *start, const char *end, const char **at)
{
    const char *p = end[-1] == ';' ? reference_start(start, end) : end;
    size_t length = 0;

    if (p < end) {
        uint32_t c = dana__character_at(p, end, &length);

        if (p + length == end) {
            *at = p;
            return c;
        }
    }
    p = end - 1;
    while (p > start && dana__utf8_continues((unsigned char)*p)) {
        p--;
    }
    *at = p;
    return dana__utf8_decode(p, &length);
}

bool dana__says(dana_view raw, const char *text)
{
    const char *end = raw.data + raw.length;
    size_t length;

    for (const char *p = raw.data; p < end; p += length, text++) {
        uint32_t c = dana__character_at(p, end, &length);

        if (c >= 0x80 || c == 0 || dana__to_lower((char)c) != *text) {
            return false;
        }
    }
    return *text == '\0';
}
