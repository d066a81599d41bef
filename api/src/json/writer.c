#include "json/writer.h"

#include "json/strings.h"
#include "json/values.h"

#include <math.h>
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

static size_t count_digits(uint64_t number)
{
    size_t digits = 1;

    for (; number >= 10000; number /= 10000) {
        digits += 4;
    }
    return digits + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* Writes a number of so many digits, two at a time. */
static void write_digits(char *to, uint64_t number, size_t count)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";

    for (; count >= 2; count -= 2) {
        memcpy(to + count - 2, pairs + 2 * (number % 100), 2);
        number /= 100;
    }
    if (count == 1) {
        *to = (char)('0' + number);
    }
}

/* Adds a number behind `before`, of one character at most. Most have one or two digits. */
static void append_integer(api__buffer *b, int64_t number, const char *before)
{
    uint64_t left = number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number;

    if (b->capacity - b->length <= INTEGER_BYTES && !api__reserve(b, INTEGER_BYTES)) {
        return;
    }
    char *to = b->data + b->length;
    size_t digits = count_digits(left);

    if (*before != '\0') {
        *to++ = *before;
    }
    if (number < 0) {
        *to++ = '-';
    }
    write_digits(to, left, digits);
    b->length = (size_t)(to + digits - b->data);
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
        append_integer(&w->buffer, json_integer_value(value), "");
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
    append_integer(&w->buffer, number, w->separate ? "," : "");
    w->separate = true;
}

void api__write_text(api__writer *w, const char *name, dana_view text)
{
    begin_member(w, name);
    append_text(&w->buffer, text);
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
    append_integer(&w->buffer, number, "");
}

/* Adds thousandths as a number with a point: "0.25", "3.0". */
static void append_thousandths(api__buffer *b, uint64_t thousandths)
{
    char digits[] = {'.', '0', '0', '0'};
    uint64_t rest = thousandths % 1000;
    size_t length = 4;

    digits[1] = (char)('0' + rest / 100);
    digits[2] = (char)('0' + rest / 10 % 10);
    digits[3] = (char)('0' + rest % 10);
    while (length > 2 && digits[length - 1] == '0') {
        length--;
    }
    append_integer(b, (int64_t)(thousandths / 1000), "");
    api__append(b, digits, length);
}

void api__write_real(api__writer *w, const char *name, double number)
{
    /* Times have three places; from .001 to a million ten digits show all of them, without an
     * exponent. */
    if (number == 0.0 || (number >= .001 && number < 1e6)) {
        double thousandths = round(number * 1e3);

        if (thousandths / 1e3 == number && !signbit(number)) {
            begin_member(w, name);
            append_thousandths(&w->buffer, (uint64_t)thousandths);
            return;
        }
    }
    api__write_value(w, name, json_real(number));
}
