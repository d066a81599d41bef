#include "measure/labels.h"

#include "base/ascii.h"
#include "html/references.h"
#include "html/tokenizer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unicode/uchar.h>

/* Where the bit of three letters stands, of any case: most texts begin as no label does. */
#define LABEL_STARTS 32768
#define START(text)                                                                                \
    (((unsigned)(text)[0] & 31) << 10 | ((unsigned)(text)[1] & 31) << 5 |                          \
     ((unsigned)(text)[2] & 31))

/* What widgets say, in the order of their bytes with letters of ASCII small; those of several words
 * in any case of their letters. And the bits of those that begin with three letters. Made of
 * widget_labels.def by core/tools/labels.py. */
#include "measure/widget_labels_table.inc"

/* Whether a text begins with three letters with which no label begins. */
static bool begins_otherwise(dana_view text)
{
    if (text.length < 3 || !dana__is_letter(text.data[0]) || !dana__is_letter(text.data[1]) ||
        !dana__is_letter(text.data[2])) {
        return false;
    }
    unsigned start = START(text.data);

    return (label_starts[start / 8] >> start % 8 & 1) == 0;
}

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

/* The byte that a no-break space begins with, and those of digits which are not of ASCII: Arabic
 * and Persian ones, those of India and Thailand, and wide ones. Of the first three the next byte
 * tells whether it is one. */
#define SPACE_LEAD   0xC2
#define ARABIC_LEAD  0xD9
#define PERSIAN_LEAD 0xDB
#define INDIAN_LEAD  0xE0
#define WIDE_LEAD    0xEF

/* Whether a text holds a no-break space, or an Arabic or Persian digit. */
static bool holds_plain_pair(dana_view text)
{
    unsigned char found = 0;

    for (size_t i = 1; i < text.length; i++) {
        unsigned char lead = (unsigned char)text.data[i - 1];
        unsigned char c = (unsigned char)text.data[i];
        unsigned char arabic = (unsigned char)(c - 0xA0);
        unsigned char persian = (unsigned char)(c - 0xB0);

        found |= (unsigned char)(((lead == SPACE_LEAD) & (c == 0xA0)) |
                                 ((lead == ARABIC_LEAD) & (arabic < 10)) |
                                 ((lead == PERSIAN_LEAD) & (persian < 10)));
    }
    return found != 0;
}

/* Whether a text may have tags, references, numbers or white space that labels do not have. Without
 * a branch, so that the compiler looks at sixteen bytes at once. */
static bool may_need_plain(dana_view text)
{
    unsigned char found = 0;
    unsigned char all = 0;

    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        unsigned char digit = (unsigned char)(c - '0');

        all |= c;
        found |= (unsigned char)((c == '<') | (c == '&') | (digit < 10) | (c < ' ') |
                                 (c == INDIAN_LEAD) | (c == WIDE_LEAD));
    }
    return found != 0 || (all >= 0x80 && holds_plain_pair(text));
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

/* Writes the character at *at, and passes it: digits of any script as 0. Returns its bytes. */
static size_t read_plain(const char **at, const char *end, char bytes[4])
{
    size_t read = 1;

    *bytes = **at;
    if (*bytes == '&' || (unsigned char)*bytes == SPACE_LEAD ||
        (unsigned char)*bytes >= ARABIC_LEAD) {
        uint32_t c = dana__character_at(*at, end, &read);

        c = dana__is_white(c) ? ' ' : c;
        *at += read;
        return dana__utf8_encode(c >= 0x80 && u_isdigit((UChar32)c) ? '0' : c, bytes);
    }
    *at += read;
    return 1;
}

/* Adds the character at *at, and passes it. Returns whether the text may still be a label. */
static bool take_plain(const char **at, const char *end, char out[PLAIN_MOST], size_t *length)
{
    char bytes[4];
    size_t count = read_plain(at, end, bytes);

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

    if (begins_otherwise(whole)) {
        return DANA__NO_LABEL;
    }
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
