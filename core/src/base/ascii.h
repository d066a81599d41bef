/*
 * ASCII: classes of single bytes and equal texts, whatever the locale; the size of a table.
 */
#ifndef DANA_BASE_ASCII_H
#define DANA_BASE_ASCII_H

#include "dana/view.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* The number of rows of an array. */
#define DANA__COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* The bit of a small letter in a set of letters. */
#define DANA__LETTER_BIT(c) (UINT32_C(1) << ((c) - 'a'))

/* The bit of a character of ASCII in its half of a set of two. */
#define DANA__ASCII_BIT(c) (UINT64_C(1) << ((c) % 64))

/* HTML's white space: tab, line feed, form feed, carriage return, space. */
static inline bool dana__is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

/* A letter without diacritics, of either case. */
static inline bool dana__is_letter(char c)
{
    return (unsigned)((c | 0x20) - 'a') < 26u;
}

/* A capital letter without diacritics. */
static inline bool dana__is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* '0' to '9'. */
static inline bool dana__is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A letter or a digit. */
static inline bool dana__is_alphanumeric(char c)
{
    return dana__is_letter(c) || dana__is_digit(c);
}

/* Returns a letter's lower case, every other byte as it is. */
static inline char dana__to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Returns whether two texts are equal but for the case of ASCII letters. */
static inline bool dana__equal_text(dana_view a, dana_view b)
{
    return a.length == b.length && (a.length == 0 || strncasecmp(a.data, b.data, a.length) == 0);
}

/* Returns whether two texts have the same bytes. */
static inline bool dana__same_text(dana_view a, dana_view b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

/* Returns whether a text begins with `start`; the case of ASCII letters does not count. */
static inline bool dana__begins_with(dana_view text, const char *start)
{
    size_t length = strlen(start);

    return text.length >= length && strncasecmp(text.data, start, length) == 0;
}

/* Returns whether nothing but white space stands in [p, end). */
static inline bool dana__is_blank(const char *p, const char *end)
{
    while (p < end && dana__is_space(*p)) {
        p++;
    }
    return p == end;
}

/* Returns whether a text is `name`; the case of ASCII letters does not count. */
static inline bool dana__is_text(dana_view text, const char *name)
{
    return dana__equal_text(text, (dana_view){name, strlen(name)});
}

/* Returns whether a text is one of so many names, as dana__is_text. */
static inline bool dana__is_one_of(dana_view text, const char *const *names, size_t count)
{
    size_t i = 0;

    while (i < count && !dana__is_text(text, names[i])) {
        i++;
    }
    return i < count;
}

/* Returns the text [p, end). */
static inline dana_view dana__between(const char *p, const char *end)
{
    return (dana_view){p, (size_t)(end - p)};
}

/* Returns whether a text begins with `start`. */
static inline bool dana__begins(dana_view text, const char *start)
{
    size_t length = strlen(start);

    return text.length >= length && memcmp(text.data, start, length) == 0;
}

/* Returns the byte of a text at `at`; '\0' behind its end. */
static inline char dana__byte_at(dana_view text, size_t at)
{
    return at < text.length ? text.data[at] : '\0';
}

#endif
