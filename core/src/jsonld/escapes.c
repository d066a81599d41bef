#include "jsonld/escapes.h"

#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>

static int hex_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads `digits` hexadecimal digits; -1 where there are none. */
static int32_t read_hex(const char *p, const char *end, int digits)
{
    int32_t value = 0;

    if (end - p < digits) {
        return -1;
    }
    for (int i = 0; i < digits; i++) {
        int digit = hex_value(p[i]);

        if (digit < 0) {
            return -1;
        }
        value = value * 16 + digit;
    }
    return value;
}

/* Reads JavaScript's \u{X...} at p. Returns the length, 0 for none. */
static size_t read_braced(const char *p, const char *end, uint32_t *out)
{
    uint32_t value = 0;
    const char *digit = p + 3;

    while (digit < end && digit - p < 9 && hex_value(*digit) >= 0) {
        value = value * 16 + (uint32_t)hex_value(*digit++);
    }
    if (digit == p + 3 || digit >= end || *digit != '}') {
        return 0;
    }
    *out = value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF) ? 0xFFFD : value;
    return (size_t)(digit + 1 - p);
}

/* Reads \uXXXX at p, and its partner where it is half of a pair. Returns the length, 0 for none. */
static size_t read_unicode(const char *p, const char *end, uint32_t *out)
{
    if (end - p > 3 && p[2] == '{') {
        return read_braced(p, end, out);
    }
    int32_t first = read_hex(p + 2, end, 4);

    if (first < 0) {
        return 0;
    }
    *out = (uint32_t)first;
    if (first < 0xD800 || first > 0xDFFF) {
        return 6;
    }
    if (first < 0xDC00 && end - p >= 12 && p[6] == '\\' && p[7] == 'u') {
        int32_t second = read_hex(p + 8, end, 4);

        if (second >= 0xDC00 && second <= 0xDFFF) {
            *out = 0x10000 + ((uint32_t)(first - 0xD800) << 10) + (uint32_t)(second - 0xDC00);
            return 12;
        }
    }
    *out = 0xFFFD;
    return 6;
}

/* Reads \xXX at p. Returns the length, 0 for none. */
static size_t read_byte(const char *p, const char *end, uint32_t *out)
{
    int32_t value = read_hex(p + 2, end, 2);

    *out = (uint32_t)value;
    return value >= 0 ? 4 : 0;
}

/* What the escapes of one letter stand for where lines are kept. */
static char control_of(char letter)
{
    return letter == 'n' || letter == 'r' ? '\n' : letter == 't' ? '\t' : ' ';
}

/* Decodes an escape at p, which holds '\\'. Returns its length; never longer when decoded. */
static size_t read_escape(const char *p, const char *end, bool lines, char *out, size_t *written)
{
    uint32_t c = 0;
    size_t length = 0;

    *written = 1;
    if (end - p < 2) {
        *out = ' ';
        return 1;
    }
    if (p[1] == 'u') {
        length = read_unicode(p, end, &c);
    } else if (p[1] == 'x') {
        length = read_byte(p, end, &c);
    }
    if (length > 0) {
        *written = dana__utf8_encode(c == 0 ? 0xFFFD : c, out);
        return length;
    }
    if (p[1] != '\0' && strchr("nrtbf", p[1]) != NULL) {
        *out = (char)(lines ? control_of(p[1]) : ' ');
    } else {
        *out = p[1];
    }
    return 2;
}

static size_t unescape(dana_view raw, bool lines, char *out)
{
    const char *end = raw.data + raw.length;
    size_t length = 0;

    for (const char *p = raw.data; p < end;) {
        size_t written = 1;

        if (*p == '\\') {
            p += read_escape(p, end, lines, out + length, &written);
        } else {
            out[length] = *p++;
        }
        length += written;
    }
    return length;
}

size_t dana__json_unescape(dana_view raw, char *out)
{
    return unescape(raw, false, out);
}

size_t dana__json_decode(dana_view raw, char *out)
{
    return unescape(raw, true, out);
}
