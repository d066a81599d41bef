#include "json/escapes.h"

#define ESCAPE_LENGTH 6
#define REPLACEMENT   0xFFFD

static int hex_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

long api__unicode_escape_at(const char *text, const char *end)
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

bool api__is_high_surrogate(long value)
{
    return value >= 0xD800 && value <= 0xDBFF;
}

bool api__is_low_surrogate(long value)
{
    return value >= 0xDC00 && value <= 0xDFFF;
}

static char *write_utf8(char *to, long c)
{
    if (c < 0x80) {
        *to++ = (char)c;
        return to;
    }
    if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
    } else {
        if (c < 0x10000) {
            *to++ = (char)(0xE0 | c >> 12);
        } else {
            *to++ = (char)(0xF0 | c >> 18);
            *to++ = (char)(0x80 | (c >> 12 & 0x3F));
        }
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
    }
    *to++ = (char)(0x80 | (c & 0x3F));
    return to;
}

size_t api__unescape_unicode(const char *at, const char *end, char **to, bool *lone)
{
    long value = api__unicode_escape_at(at, end);
    size_t length = ESCAPE_LENGTH;

    if (value < 0) {
        return 0;
    }
    if (api__is_high_surrogate(value) || api__is_low_surrogate(value)) {
        long partner = api__unicode_escape_at(at + ESCAPE_LENGTH, end);

        if (api__is_high_surrogate(value) && api__is_low_surrogate(partner)) {
            value = 0x10000 + (value - 0xD800) * 0x400 + (partner - 0xDC00);
            length += ESCAPE_LENGTH;
        } else {
            value = REPLACEMENT;
            *lone = true;
        }
    }
    *to = write_utf8(*to, value);
    return length;
}
