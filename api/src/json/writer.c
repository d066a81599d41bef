#include "json/writer.h"

#include <string.h>

#define REAL_DIGITS 10
/* A sign and the digits of 64 bits, and a comma before them. */
#define INTEGER_BYTES 21
/* Most numbers have one or two digits; a longer array grows. */
#define USUAL_INTEGER_BYTES 3
/* A character of a string at worst: \u0000. */
#define ESCAPE_BYTES 6

/* A json_dump_callback_t. */
static int append_dumped(const char *bytes, size_t length, void *arg)
{
    api__buffer *buffer = arg;

    api__append(buffer, bytes, length);
    return buffer->failed ? -1 : 0;
}

static void append_char(api__writer *w, char c)
{
    api__append(&w->buffer, &c, 1);
}

/* Writes what stands before a member's value. Names are ours: nothing in them is escaped. */
static void begin_member(api__writer *w, const char *name)
{
    if (w->separate) {
        append_char(w, ',');
    }
    if (name != NULL) {
        append_char(w, '"');
        api__append_string(&w->buffer, name);
        api__append(&w->buffer, "\":", 2);
    }
    w->separate = true;
}

void api__write_begin(api__writer *w, const char *name)
{
    begin_member(w, name);
    append_char(w, '{');
    w->separate = false;
}

void api__write_end(api__writer *w)
{
    append_char(w, '}');
    w->separate = true;
}

void api__write_value(api__writer *w, const char *name, json_t *value)
{
    const size_t flags = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(REAL_DIGITS);

    begin_member(w, name);
    if (value == NULL || json_dump_callback(value, append_dumped, &w->buffer, flags) != 0) {
        api__buffer_fail(&w->buffer);
    }
    json_decref(value);
}

/* The letter after the backslash of a character's short escape, 0 where it has none. */
static char short_escape(unsigned char c)
{
    static const char letters[] = {
        ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};

    if (c == '"' || c == '\\') {
        return (char)c;
    }
    return c < sizeof(letters) ? letters[c] : 0;
}

static char *write_escape(char *to, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";
    char letter = short_escape(c);

    *to++ = '\\';
    if (letter != 0) {
        *to++ = letter;
        return to;
    }
    memcpy(to, "u00", 3);
    to[3] = digits[c >> 4];
    to[4] = digits[c & 15];
    return to + 5;
}

static bool must_escape(unsigned char c)
{
    return c < 0x20 || c == '"' || c == '\\';
}

void api__write_text(api__writer *w, const char *name, dana_view text)
{
    size_t i = 0;

    begin_member(w, name);
    append_char(w, '"');
    while (i < text.length) {
        size_t start = i;

        while (i < text.length && !must_escape((unsigned char)text.data[i])) {
            i++;
        }
        api__append(&w->buffer, text.data + start, i - start);
        if (i < text.length && api__reserve(&w->buffer, ESCAPE_BYTES)) {
            char *to = w->buffer.data + w->buffer.length;

            w->buffer.length += (size_t)(write_escape(to, (unsigned char)text.data[i]) - to);
        }
        i++;
    }
    append_char(w, '"');
}

void api__write_begin_array(api__writer *w, const char *name, size_t count)
{
    begin_member(w, name);
    append_char(w, '[');
    w->separate = false;
    api__reserve(&w->buffer, count * USUAL_INTEGER_BYTES);
}

void api__write_end_array(api__writer *w)
{
    append_char(w, ']');
    w->separate = true;
}

void api__write_integer(api__writer *w, int64_t number)
{
    char digits[INTEGER_BYTES];
    size_t count = 0;
    uint64_t left = number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number;

    if (!api__reserve(&w->buffer, INTEGER_BYTES)) {
        return;
    }
    do {
        digits[count++] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    char *to = w->buffer.data + w->buffer.length;

    if (w->separate) {
        *to++ = ',';
    }
    if (number < 0) {
        *to++ = '-';
    }
    while (count > 0) {
        *to++ = digits[--count];
    }
    w->buffer.length = (size_t)(to - w->buffer.data);
    w->separate = true;
}
