#include "json/writer.h"

#include "json/numbers.h"
#include "json/strings.h"
#include "json/values.h"

#include <math.h>
#include <string.h>

#define REAL_DIGITS 10
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
    api__buffer *b = &w->buffer;

    if (b->capacity - b->length > 1) {
        b->data[b->length++] = c;
    } else {
        api__append(b, &c, 1);
    }
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

/* Adds a string with its quotes. */
static void append_text(api__buffer *b, dana_view text)
{
    const char *at = text.data;
    const char *end = at + text.length;
    bool high = false;

    api__append(b, "\"", 1);
    while (at < end) {
        const char *stop = api__find_special(at, end, &high);

        api__append(b, at, (size_t)(stop - at));
        at = stop;
        if (at < end && api__reserve(b, ESCAPE_BYTES)) {
            char *to = b->data + b->length;

            b->length += (size_t)(write_escape(to, (unsigned char)*at) - to);
        }
        at += at < end;
    }
    api__append(b, "\"", 1);
}

/* Adds a name with its quotes and colon. It is ours: nothing in it is escaped. */
static void append_name(api__buffer *b, const char *name)
{
    size_t length = strlen(name);

    if (!api__reserve(b, length + 3)) {
        return;
    }
    char *to = b->data + b->length;

    *to = '"';
    memcpy(to + 1, name, length);
    memcpy(to + 1 + length, "\":", 2);
    b->length += length + 3;
}

/* Writes what stands before a member's value. */
static void begin_member(api__writer *w, const char *name)
{
    if (w->separate) {
        append_char(w, ',');
    }
    if (name != NULL) {
        append_name(&w->buffer, name);
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

/* Writes lists, objects and reals. */
static void write_dumped(api__writer *w, const json_t *value)
{
    const size_t flags = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(REAL_DIGITS);

    if (value == NULL || json_dump_callback(value, append_dumped, &w->buffer, flags) != 0) {
        api__buffer_fail(&w->buffer);
    }
}

/* jansson makes a table of what it has visited for each dump, also of a number. */
static void write_any(api__writer *w, const json_t *value)
{
    switch (value != NULL ? json_typeof(value) : JSON_OBJECT) {
    case JSON_NULL:
        api__append(&w->buffer, "null", 4);
        break;
    case JSON_TRUE:
        api__append(&w->buffer, "true", 4);
        break;
    case JSON_FALSE:
        api__append(&w->buffer, "false", 5);
        break;
    case JSON_INTEGER:
        api__append_integer(&w->buffer, json_integer_value(value));
        break;
    case JSON_STRING:
        append_text(&w->buffer, api__view_of(value));
        break;
    default:
        write_dumped(w, value);
        break;
    }
}

void api__write_value(api__writer *w, const char *name, json_t *value)
{
    begin_member(w, name);
    write_any(w, value);
    json_decref(value);
}

void api__write_begin_array(api__writer *w, const char *name)
{
    begin_member(w, name);
    append_char(w, '[');
    w->separate = false;
}

void api__write_end_array(api__writer *w)
{
    append_char(w, ']');
    w->separate = true;
}

void api__write_column(api__writer *w, const char *name, const void *first, size_t stride,
                       size_t count)
{
    api__write_begin_array(w, name);
    api__append_column(&w->buffer, first, stride, count);
    api__write_end_array(w);
}

void api__write_integer(api__writer *w, int64_t number)
{
    begin_member(w, NULL);
    api__append_integer(&w->buffer, number);
}

void api__write_text(api__writer *w, const char *name, dana_view text)
{
    begin_member(w, name);
    append_text(&w->buffer, text);
}

void api__write_null(api__writer *w, const char *name)
{
    begin_member(w, name);
    api__append(&w->buffer, "null", 4);
}

void api__write_boolean(api__writer *w, const char *name, bool value)
{
    begin_member(w, name);
    api__append_string(&w->buffer, value ? "true" : "false");
}

void api__write_string(api__writer *w, const char *name, const char *text)
{
    if (text == NULL) {
        api__buffer_fail(&w->buffer);
        return;
    }
    api__write_text(w, name, (dana_view){text, strlen(text)});
}

void api__write_number(api__writer *w, const char *name, int64_t number)
{
    begin_member(w, name);
    api__append_integer(&w->buffer, number);
}

void api__write_real(api__writer *w, const char *name, double number)
{
    begin_member(w, name);
    if (number == 0.0 && !signbit(number)) {
        api__append(&w->buffer, "0.0", 3);
    } else if (!api__append_real(&w->buffer, number)) {
        json_t *value = json_real(number);

        write_any(w, value);
        json_decref(value);
    }
}
