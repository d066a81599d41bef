#include "json/surrogates.h"

#include <stdlib.h>
#include <string.h>

#define ESCAPE_LENGTH 6

static int hex_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The value of the escape \uXXXX at text, -1 where there is none. */
static long escape_at(const char *text, const char *end)
{
    long value = 0;

    if (end - text < ESCAPE_LENGTH || text[0] != '\\' || text[1] != 'u') {
        return -1;
    }
    for (int i = 2; i < ESCAPE_LENGTH; i++) {
        int digit = hex_value(text[i]);

        if (digit < 0) {
            return -1;
        }
        value = value * 16 + digit;
    }
    return value;
}

static bool is_high(long value)
{
    return value >= 0xD800 && value <= 0xDBFF;
}

static bool is_low(long value)
{
    return value >= 0xDC00 && value <= 0xDFFF;
}

/* Finds the next lone surrogate's escape from p on; NULL: none. */
static const char *find_lone(const char *p, const char *end)
{
    while (p < end) {
        p = memchr(p, '\\', (size_t)(end - p));
        if (p == NULL || end - p < 2) {
            return NULL;
        }
        long value = escape_at(p, end);

        if (is_high(value) && is_low(escape_at(p + ESCAPE_LENGTH, end))) {
            p += 2L * ESCAPE_LENGTH;
            continue;
        }
        if (is_high(value) || is_low(value)) {
            return p;
        }
        p += 2;
    }
    return NULL;
}

bool api__replace_surrogates(const char *text, size_t length, char **out)
{
    const char *end = text + length;
    const char *lone = find_lone(text, end);

    if (lone == NULL) {
        return false;
    }
    *out = malloc(length);
    if (*out == NULL) {
        return true;
    }
    memcpy(*out, text, length);
    for (; lone != NULL; lone = find_lone(lone + ESCAPE_LENGTH, end)) {
        memcpy(*out + (lone - text), "\\ufffd", ESCAPE_LENGTH);
    }
    return true;
}
