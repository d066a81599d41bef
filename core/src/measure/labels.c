#include "measure/labels.h"

#include "base/ascii.h"
#include "html/references.h"
#include "html/tokenizer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What widgets say, in any case of ASCII in order. */
static const char *const labels[] = {
#include "measure/widget_labels.def"
};

static int compare(const void *key, const void *row)
{
    const dana_view *text = key;
    const char *label = *(const char *const *)row;

    if (text->length > 0 && dana__to_lower(*text->data) != dana__to_lower(*label)) {
        return (unsigned char)dana__to_lower(*text->data) - (unsigned char)dana__to_lower(*label);
    }
    size_t length = strlen(label);
    int order = strncasecmp(text->data, label, length < text->length ? length : text->length);

    return order != 0 ? order : (text->length > length) - (text->length < length);
}

/* Returns the first label that a text is but for the case of its letters, NULL: it is none. */
static const char *const *find_label(dana_view text)
{
    if (text.length == 0) {
        return NULL;
    }
    const char *const *found = bsearch(&text, labels, DANA__COUNT(labels), sizeof(*labels),
                                       compare);

    while (found != NULL && found > labels && compare(&text, found - 1) == 0) {
        found--;
    }
    return found;
}

/* Whether a label has several words, so that it is one in any case of its letters. */
static bool is_long(const char *label)
{
    return strchr(label, ' ') != NULL;
}

/* Dashes that stand around a label. */
static const char *const dashes[] = {"-", "\xE2\x80\x93", "\xE2\x80\x94"};

/* The text between two equal dashes with spaces inside ("- Advertisement -"), else the text. */
static dana_view without_dashes(dana_view text)
{
    for (size_t i = 0; i < DANA__COUNT(dashes); i++) {
        size_t length = strlen(dashes[i]);
        const char *end = text.data + text.length;

        if (text.length > 2 * length + 2 && memcmp(text.data, dashes[i], length) == 0 &&
            memcmp(end - length, dashes[i], length) == 0 && text.data[length] == ' ' &&
            end[-(ptrdiff_t)length - 1] == ' ') {
            return (dana_view){text.data + length + 1, text.length - 2 * length - 2};
        }
    }
    return text;
}

/* Bytes of a label with a number or with tags at most. */
#define PLAIN_MOST 96

/* Adds a byte to a label: runs of white space are one space, numbers 0. */
static size_t add_plain(char c, char out[PLAIN_MOST], size_t length)
{
    char plain = c;

    if (dana__is_space(c)) {
        plain = ' ';
    } else if (dana__is_digit(c)) {
        plain = '0';
    }
    if ((plain == ' ' && length == 0) ||
        ((plain == ' ' || plain == '0') && length > 0 && out[length - 1] == plain)) {
        return length;
    }
    out[length] = plain;
    return length + 1;
}

/* Whether a text may have tags, references, numbers or white space that labels do not have. Without
 * a branch, so that the compiler looks at sixteen bytes at once. */
static bool may_need_plain(dana_view text)
{
    unsigned char found = 0;

    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        unsigned char digit = (unsigned char)(c - '0');

        found |= (unsigned char)((c == '<') | (c == '&') | (digit < 10) | (c < ' '));
    }
    return found != 0;
}

/* Bytes of a label by which most texts are told from all of them. */
#define START_LENGTH 4

/* As compare, of the first bytes of a text, and of a label as many. */
static int compare_start(const void *key, const void *row)
{
    return strncasecmp(key, *(const char *const *)row, START_LENGTH);
}

static bool starts_a_label(const char start[START_LENGTH])
{
    return bsearch(start, labels, DANA__COUNT(labels), sizeof(*labels), compare_start) != NULL;
}

/* Adds the character at *at, and passes it. Returns whether the text may still be a label. */
static bool take_plain(const char **at, const char *end, char out[PLAIN_MOST], size_t *length)
{
    char bytes[4];
    size_t read = 1;
    size_t count = 1;

    if (**at == '&') {
        uint32_t c = dana__character_at(*at, end, &read);

        count = dana__utf8_encode(dana__is_white(c) ? ' ' : c, bytes);
    } else {
        *bytes = **at;
    }
    *at += read;
    for (size_t i = 0; i < count; i++) {
        size_t before = *length;

        *length = add_plain(bytes[i], out, before);
        if (*length == PLAIN_MOST ||
            (*length == START_LENGTH && before < *length && !starts_a_label(out))) {
            return false;
        }
    }
    return true;
}

/* A text without the tags in it, and with the characters that references stand for; one that is too
 * long for a label, or begins as none, is empty. */
static dana_view plain_of(dana_view text, char out[PLAIN_MOST])
{
    const char *p = text.data;
    const char *end = text.data + text.length;
    size_t length = 0;

    if (!may_need_plain(text)) {
        return text.length <= PLAIN_MOST ? text : (dana_view){out, 0};
    }

    while (p < end) {
        const char *close = dana__begins_markup(p, end) ? memchr(p, '>', (size_t)(end - p)) : NULL;

        if (close != NULL) {
            p = close + 1;
            continue;
        }
        if (!take_plain(&p, end, out, &length)) {
            return (dana_view){out, 0};
        }
    }
    length -= length > 0 && out[length - 1] == ' ';
    return (dana_view){out, length};
}

dana__label dana__label_of(dana_view whole)
{
    char plain[PLAIN_MOST];
    dana_view text = plain_of(whole, plain);
    const char *const *end = labels + DANA__COUNT(labels);
    const char *const *found = find_label(text);

    if (found != NULL && is_long(*found)) {
        return DANA__LONG_LABEL;
    }
    dana_view inner = without_dashes(text);

    for (found = inner.length < text.length ? find_label(inner) : found;
         found != NULL && found < end && compare(&inner, found) == 0; found++) {
        if (is_long(*found) || memcmp(*found, inner.data, inner.length) == 0) {
            return DANA__LABEL;
        }
    }
    return DANA__NO_LABEL;
}

/* Whether a character parts links: / | > » « · × › ‹ • ← →. */
static bool is_separator(uint32_t c)
{
    static const uint32_t signs[] = {'/',  '|',    '>',    0xBB,   0xAB,   0xB7,
                                     0xD7, 0x203A, 0x2039, 0x2022, 0x2190, 0x2192};

    for (size_t i = 0; i < DANA__COUNT(signs); i++) {
        if (signs[i] == c) {
            return true;
        }
    }
    return false;
}

bool dana__is_separators(dana_view text, bool is_heading)
{
    const char *end = text.data + text.length;
    size_t length;

    for (const char *p = text.data; p < end; p += length) {
        uint32_t c = dana__character_at(p, end, &length);
        bool is_line = is_heading && (c == '_' || c == '*' || c == '-' || c == '=');

        if (c != ' ' && !is_line && !is_separator(c)) {
            return false;
        }
    }
    return true;
}
