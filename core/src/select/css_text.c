#include "select/css_text.h"

#include "base/ascii.h"
#include "base/utf8.h"

/* Most digits of a number, and of an escape. */
#define DIGITS_MAX  9
#define HEX_MAX     6

#define REPLACEMENT 0xFFFDu
#define CODE_MAX    0x10FFFFu

dana_status dana__css_refuse(const dana__css *css, size_t at, const char *what)
{
    return dana_error_set(css->err, DANA_INVALID_PARAM, at, "%s at position %zu", what,
                          dana__utf8_count(css->text.data, at));
}

dana_status dana__css_expected(const dana__css *css, size_t at, const char *what)
{
    return dana_error_set(css->err, DANA_INVALID_PARAM, at, "expected %s at position %zu", what,
                          dana__utf8_count(css->text.data, at));
}

static int byte_at(const dana__css *css, size_t at)
{
    return at < css->text.length ? (unsigned char)css->text.data[at] : DANA__CSS_END;
}

int dana__css_peek(const dana__css *css)
{
    return byte_at(css, css->at);
}

bool dana__css_take(dana__css *css, char byte)
{
    bool there = dana__css_peek(css) == (unsigned char)byte;

    css->at += there;
    return there;
}

static bool is_space(int byte)
{
    return byte != DANA__CSS_END && dana__is_space((char)byte);
}

bool dana__css_space(dana__css *css)
{
    size_t start = css->at;

    while (is_space(dana__css_peek(css))) {
        css->at++;
    }
    return css->at > start;
}

static bool is_newline(int byte)
{
    return byte == '\n' || byte == '\r' || byte == '\f';
}

/* A backslash that begins an escape. */
static bool is_escape(const dana__css *css, size_t at)
{
    int next = byte_at(css, at + 1);

    return byte_at(css, at) == '\\' && next != DANA__CSS_END && !is_newline(next);
}

static bool is_name_start(const dana__css *css, size_t at)
{
    int byte = byte_at(css, at);

    return byte >= 0x80 || byte == '_' || (byte > 0 && dana__is_letter((char)byte)) ||
           is_escape(css, at);
}

static bool is_in_name(const dana__css *css, size_t at)
{
    int byte = byte_at(css, at);

    return is_name_start(css, at) || byte == '-' || (byte > 0 && dana__is_digit((char)byte));
}

bool dana__css_is_name(const dana__css *css)
{
    if (dana__css_peek(css) != '-') {
        return is_name_start(css, css->at);
    }
    return byte_at(css, css->at + 1) == '-' || is_name_start(css, css->at + 1);
}

/* The value of a hexadecimal digit, -1 for any other byte. */
static int hex_value(int byte)
{
    if (byte >= '0' && byte <= '9') {
        return byte - '0';
    }
    byte |= 0x20;
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* Reads "\31 " or "\:"; returns the bytes written to css->room. */
static size_t read_escape(dana__css *css)
{
    uint32_t code = 0;
    int digits = 0;

    css->at++;
    for (; digits < HEX_MAX && hex_value(dana__css_peek(css)) >= 0; digits++) {
        code = code * 16 + (uint32_t)hex_value(dana__css_peek(css));
        css->at++;
    }
    if (digits == 0) {
        *css->room = css->text.data[css->at++];
        return 1;
    }
    if (dana__css_take(css, '\r')) {
        dana__css_take(css, '\n');
    } else if (is_space(dana__css_peek(css))) {
        css->at++;
    }
    bool is_character = code != 0 && code <= CODE_MAX && (code < 0xD800u || code > 0xDFFFu);

    return dana__utf8_encode(is_character ? code : REPLACEMENT, css->room);
}

dana_status dana__css_name(dana__css *css, bool lower, const char *what, dana_view *out)
{
    char *start = css->room;

    if (!dana__css_is_name(css)) {
        return dana__css_expected(css, css->at, what);
    }
    while (is_in_name(css, css->at)) {
        if (is_escape(css, css->at)) {
            css->room += read_escape(css);
        } else {
            char c = css->text.data[css->at++];

            *css->room++ = lower ? dana__to_lower(c) : c;
        }
    }
    *out = (dana_view){start, (size_t)(css->room - start)};
    return DANA_OK;
}

dana_status dana__css_string(dana__css *css, dana_view *out)
{
    char *start = css->room;
    char quote = css->text.data[css->at++];

    while (!dana__css_take(css, quote)) {
        int byte = dana__css_peek(css);

        if (byte == DANA__CSS_END || is_newline(byte)) {
            return dana__css_expected(
                css, css->at, quote == '"' ? "the string's end (\")" : "the string's end (')");
        }
        if (is_escape(css, css->at)) {
            css->room += read_escape(css);
        } else if (byte == '\\' && is_newline(byte_at(css, css->at + 1))) {
            css->at += 2; /* the string goes on in the next line */
        } else {
            *css->room++ = css->text.data[css->at++];
        }
    }
    *out = (dana_view){start, (size_t)(css->room - start)};
    return DANA_OK;
}

void dana__css_lower(dana__css *css, dana_view value)
{
    char *text = css->room - value.length;

    for (size_t i = 0; i < value.length; i++) {
        text[i] = dana__to_lower(text[i]);
    }
}

/* Reads digits. Returns whether there were some, and no more than are read. */
static bool read_digits(dana__css *css, int32_t *number)
{
    int count = 0;

    *number = 0;
    while (dana__css_peek(css) > 0 && dana__is_digit((char)dana__css_peek(css))) {
        if (++count > DIGITS_MAX) {
            return false;
        }
        *number = *number * 10 + (dana__css_peek(css) - '0');
        css->at++;
    }
    return count > 0;
}

/* Passes a word, whatever the case of its letters. */
static bool take_word(dana__css *css, const char *word)
{
    size_t length = strlen(word);
    dana_view here = {css->text.data + css->at, length};

    if (css->text.length - css->at < length || !dana__is_text(here, word)) {
        return false;
    }
    css->at += length;
    return true;
}

/* Reads a '+' or '-'. Returns its sign, 0 where there is none. */
static int32_t read_sign(dana__css *css)
{
    if (dana__css_take(css, '-')) {
        return -1;
    }
    return dana__css_take(css, '+') ? 1 : 0;
}

#define NTH "odd, even, a number or an+b"

/* What follows the n of an+b. */
static dana_status read_offset(dana__css *css, int32_t *b)
{
    size_t after_n = css->at;
    int32_t sign;

    *b = 0;
    dana__css_space(css);
    sign = read_sign(css);
    if (sign == 0) {
        css->at = after_n;
        return DANA_OK;
    }
    dana__css_space(css);
    if (!read_digits(css, b)) {
        return dana__css_expected(css, css->at, "a number");
    }
    *b *= sign;
    return DANA_OK;
}

dana_status dana__css_nth(dana__css *css, int32_t *a, int32_t *b)
{
    size_t start = css->at;
    int32_t number;
    bool is_odd = take_word(css, "odd");

    if (is_odd || take_word(css, "even")) {
        *a = 2;
        *b = is_odd;
        return DANA_OK;
    }
    int32_t sign = read_sign(css);
    size_t digits = css->at;
    bool has_digits = read_digits(css, &number);

    if (!has_digits && css->at > digits) {
        return dana__css_refuse(css, digits, "a number is too long");
    }
    number = has_digits ? number : 1;
    number = sign < 0 ? -number : number;
    if (take_word(css, "n")) {
        *a = number;
        return read_offset(css, b);
    }
    *a = 0;
    *b = number;
    return has_digits ? DANA_OK : dana__css_expected(css, start, NTH);
}
