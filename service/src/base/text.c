#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A piece of an escaped string: what to write, and how many source bytes it stands for. */
typedef struct {
    char bytes[8];
    size_t length;
    size_t consumed;
} piece;

void svc_text_init(svc_text *text, char *storage, size_t size)
{
    text->storage = storage;
    text->size = size;
    text->length = 0;
    text->overflow = false;
    storage[0] = '\0';
}

static void add_bytes(svc_text *text, const char *bytes, size_t length)
{
    if (length >= text->size - text->length) {
        text->overflow = true;
        return;
    }
    memcpy(text->storage + text->length, bytes, length);
    text->length += length;
    text->storage[text->length] = '\0';
}

void svc_text_add(svc_text *text, const char *string)
{
    add_bytes(text, string, strlen(string));
}

void svc_text_addf(svc_text *text, const char *format, ...)
{
    char buffer[256];
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof buffer) {
        text->overflow = true;
        return;
    }
    add_bytes(text, buffer, (size_t)length);
}

/* Longest number of 64 bits with its sign. */
#define DIGITS_MAX 24

/* Writes the digits of a number, at least `least`, up to the end of a buffer. Returns the first. */
static char *write_digits(char *end, unsigned long long value, unsigned least)
{
    unsigned count = 0;

    while (value > 0 || count < least) {
        *--end = (char)('0' + value % 10);
        value /= 10;
        count++;
    }
    return end;
}

/* By hand, as printf takes ten times as long, and each request has a dozen of numbers. */
void svc_text_add_integer(svc_text *text, long long value)
{
    char buffer[DIGITS_MAX];
    char *end = buffer + sizeof buffer;
    unsigned long long size = (unsigned long long)value;
    char *first = write_digits(end, value < 0 ? 0 - size : size, 1);

    if (value < 0) {
        *--first = '-';
    }
    add_bytes(text, first, (size_t)(end - first));
}

void svc_text_add_decimal(svc_text *text, double value)
{
    char buffer[DIGITS_MAX];
    char *end = buffer + sizeof buffer;
    unsigned long long thousandths = (unsigned long long)llround(fabs(value) * 1e3);
    char *first = write_digits(end, thousandths % 1000, 3);

    *--first = '.';
    first = write_digits(first, thousandths / 1000, 1);
    if (value < 0.0 && thousandths > 0) {
        *--first = '-';
    }
    add_bytes(text, first, (size_t)(end - first));
}

/* Bytes of the well-formed UTF-8 character at s (RFC 3629), 0 where there is none. */
static size_t utf8_length(const unsigned char *s)
{
    /* First byte from..to, smallest and largest second byte, length. */
    static const unsigned char forms[][5] = {
        {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
        {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (s[0] < forms[i][0] || s[0] > forms[i][1]) {
            continue;
        }
        if (s[1] < forms[i][2] || s[1] > forms[i][3]) {
            return 0;
        }
        for (size_t k = 2; k < forms[i][4]; k++) {
            if ((s[k] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return forms[i][4];
    }
    return 0;
}

/* The letter after the backslash for bytes that have a short escape, else 0. */
static char short_escape(unsigned char byte)
{
    static const char letters[128] = {['"'] = '"',  ['\\'] = '\\', ['\b'] = 'b', ['\f'] = 'f',
                                      ['\n'] = 'n', ['\r'] = 'r',  ['\t'] = 't'};

    return byte < 128 ? letters[byte] : '\0';
}

static piece next_piece(const unsigned char *s)
{
    piece next = {.consumed = 1, .length = 1};
    char letter = short_escape(*s);

    if (letter != '\0') {
        next.bytes[0] = '\\';
        next.bytes[1] = letter;
        next.length = 2;
        return next;
    }
    /* C1 controls are controls as well, and some terminals obey them. */
    if (*s == 0xc2 && s[1] >= 0x80 && s[1] <= 0x9f) {
        next.length = (size_t)snprintf(next.bytes, sizeof next.bytes, "\\u%04x", (unsigned)s[1]);
        next.consumed = 2;
        return next;
    }
    if (*s < 0x20 || *s == 0x7f) {
        next.length = (size_t)snprintf(next.bytes, sizeof next.bytes, "\\u%04x", (unsigned)*s);
        return next;
    }
    if (*s < 0x80) {
        next.bytes[0] = (char)*s;
        return next;
    }
    size_t length = utf8_length(s);
    if (length == 0) {
        memcpy(next.bytes, "\xef\xbf\xbd", 3);
        next.length = 3;
        return next;
    }
    memcpy(next.bytes, s, length);
    next.length = length;
    next.consumed = length;
    return next;
}

/* Bytes at s that are written as they are, of printable ASCII; `most` at most. */
static size_t plain_length(const unsigned char *s, size_t most)
{
    size_t length = 0;

    while (length < most && s[length] >= ' ' && s[length] < 0x7f && s[length] != '"' &&
           s[length] != '\\') {
        length++;
    }
    return length;
}

/* Appends a string with escapes, as long as `kept` bytes and the NUL fit after it. */
static void add_escaped(svc_text *text, const char *string, size_t kept)
{
    const unsigned char *s = (const unsigned char *)string;

    while (*s != '\0') {
        size_t taken = text->length + kept + 1;
        size_t plain = plain_length(s, taken < text->size ? text->size - taken : 0);

        if (plain > 0) {
            add_bytes(text, (const char *)s, plain);
            s += plain;
            continue;
        }
        piece next = next_piece(s);
        if (text->length + next.length + kept + 1 > text->size) {
            text->overflow = true;
            return;
        }
        add_bytes(text, next.bytes, next.length);
        s += next.consumed;
    }
}

void svc_text_add_plain(svc_text *text, const char *string)
{
    add_escaped(text, string, 0);
}

void svc_text_add_json(svc_text *text, const char *string)
{
    add_bytes(text, "\"", 1);
    add_escaped(text, string, 1);
    add_bytes(text, "\"", 1);
}
