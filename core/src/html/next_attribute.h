/*
 * The attributes of a tag, as HTML 13.2.5.32 to 13.2.5.40 says: what the tokenizer passes and what
 * looks for one attribute, inlined into both.
 */
#ifndef DANA_HTML_NEXT_ATTRIBUTE_H
#define DANA_HTML_NEXT_ATTRIBUTE_H

#include "base/bytes16.h"
#include "html/tag_attribute.h"

#include <stdbool.h>
#include <string.h>

/* Pairs of steps of a value that are looked at here: memchr is better at longer ones. */
#define DANA__VALUE_PAIRS 2

/* Classes of bytes inside tags: what ends a name, a white-space run or an unquoted value. */
enum { DANA__BLANK = 1, DANA__SLASH = 2, DANA__CLOSE = 4, DANA__EQUALS = 8 };

static const unsigned char dana__tag_class[256] = {
    ['\t'] = DANA__BLANK, ['\n'] = DANA__BLANK, ['\f'] = DANA__BLANK, ['\r'] = DANA__BLANK,
    [' '] = DANA__BLANK,  ['/'] = DANA__SLASH,  ['>'] = DANA__CLOSE,  ['='] = DANA__EQUALS,
};

/* Returns whether a byte is of one of some classes. */
static inline bool dana__is_of_tag(char c, unsigned classes)
{
    return (dana__tag_class[(unsigned char)c] & classes) != 0;
}

/* Passes white space. */
static inline const char *dana__skip_tag_space(const char *p, const char *end)
{
    while (p < end && dana__is_of_tag(*p, DANA__BLANK)) {
        p++;
    }
    return p;
}

/* Finds the quote that ends a value at p. Returns NULL where the source ends first. */
static inline const char *dana__find_quote(const char *p, const char *end, char quote)
{
    for (int i = 0; i < DANA__VALUE_PAIRS && end - p >= 2 * DANA__STEP; i++, p += 2 * DANA__STEP) {
        unsigned found = dana__bits16(dana__equal16(dana__load16(p), quote)) |
                         dana__bits16(dana__equal16(dana__load16(p + DANA__STEP), quote))
                             << DANA__STEP;

        if (found != 0) {
            return p + dana__first16(found);
        }
    }
    return memchr(p, quote, (size_t)(end - p));
}

/* Reads an attribute's value, p after the '='. Sets *after to its end; NULL: the source ended. */
static inline void dana__read_value(const char *p, const char *end, dana__attribute *attribute,
                                    const char **after)
{
    p = dana__skip_tag_space(p, end);
    if (p < end && (*p == '"' || *p == '\'')) {
        const char *close = dana__find_quote(p + 1, end, *p);

        attribute->value = p + 1;
        attribute->value_length = close != NULL ? (size_t)(close - p - 1) : 0;
        *after = close != NULL ? close + 1 : NULL;
        return;
    }
    attribute->value = p;
    while (p < end && !dana__is_of_tag(*p, DANA__BLANK | DANA__CLOSE)) {
        p++;
    }
    attribute->value_length = (size_t)(p - attribute->value);
    *after = p;
}

/* Returns the end of an attribute's name of which p is after the first character. */
static inline const char *dana__attribute_name_end(const char *p, const char *end)
{
    if (p < end) {
        size_t size = end - p < DANA__STEP ? (size_t)(end - p) : DANA__STEP;
        dana__bytes16 bytes = dana__load_part16(p, size);
        unsigned found = dana__bits16(dana__equal16(bytes, '=') | dana__equal16(bytes, '/') |
                                      dana__equal16(bytes, '>') | dana__spaces16(bytes));

        if (found != 0) {
            return p + dana__first16(found);
        }
        p += size;
    }
    while (p < end &&
           !dana__is_of_tag(*p, DANA__BLANK | DANA__SLASH | DANA__CLOSE | DANA__EQUALS)) {
        p++;
    }
    return p;
}

/* Returns what ends the name of an attribute at p, or is no part of an ordinary one; a byte follows
 * it. NULL: there is none. Adds the bytes that were read to *all. */
static inline const char *dana__ordinary_name_end(const char *p, const char *end,
                                                  dana__bytes16 *all)
{
    for (; end - p > DANA__STEP; p += DANA__STEP) {
        dana__bytes16 bytes = dana__load16(p);

        *all |= bytes;
        unsigned found = dana__bits16(dana__equal16(bytes, '=') | dana__equal16(bytes, '>') |
                                      dana__equal16(bytes, '/') | (dana__bytes16)(bytes <= ' '));

        if (found != 0) {
            return p + dana__first16(found);
        }
    }
    return NULL;
}

/* Reads the attribute behind the byte at p where it is written as most are: name="value" after one
 * blank. Returns its end, NULL where it is not. */
static inline const char *dana__read_ordinary(const char *p, const char *end,
                                              dana__attribute *attribute)
{
    dana__bytes16 all = {0};
    const char *stop = p < end && dana__is_of_tag(*p, DANA__BLANK)
                           ? dana__ordinary_name_end(p + 1, end, &all)
                           : NULL;

    if (stop == NULL || stop == p + 1 || *stop != '=' || (stop[1] != '"' && stop[1] != '\'')) {
        return NULL;
    }
    const char *close = dana__find_quote(stop + 2, end, stop[1]);

    if (close == NULL) {
        return NULL;
    }
    attribute->name = p + 1;
    attribute->name_length = (size_t)(stop - p) - 1;
    attribute->value = stop + 2;
    attribute->value_length = (size_t)(close - stop) - 2;
    return close + 1;
}

/* HTML 13.2.5.32 to 13.2.5.40. An '=' where a name should begin is part of the name. */
static inline const char *dana__read_any(const char *p, const char *end, dana__attribute *attribute,
                                         const char **tag_end)
{
    *tag_end = NULL;
    while (p < end && dana__is_of_tag(*p, DANA__BLANK | DANA__SLASH)) {
        p++;
    }
    if (p >= end) {
        return NULL;
    }
    if (*p == '>') {
        *tag_end = p + 1;
        return NULL;
    }
    attribute->name = p;
    p = dana__attribute_name_end(p + 1, end);
    attribute->name_length = (size_t)(p - attribute->name);
    attribute->value = p;
    attribute->value_length = 0;
    const char *value = dana__skip_tag_space(p, end);
    const char *after = value;

    if (value < end && *value == '=') {
        dana__read_value(value + 1, end, attribute, &after);
    }
    return after;
}

/* Returns the end of the attribute at or after p inside a tag; NULL where none is left, and
 * *tag_end is then the tag's end, NULL where the source ends first. */
static inline const char *dana__read_next(const char *p, const char *end,
                                          dana__attribute *attribute, const char **tag_end)
{
    const char *after = dana__read_ordinary(p, end, attribute);

    return after != NULL ? after : dana__read_any(p, end, attribute, tag_end);
}

#endif
