/*
 * ASCII: classes of single bytes and names, whatever the locale, and the size of a table.
 */
#ifndef DANA_BASE_ASCII_H
#define DANA_BASE_ASCII_H

#include "dana/view.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* The number of rows of an array. */
#define DANA__COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* HTML's white space: tab, line feed, form feed, carriage return, space. */
static inline bool dana__is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

/* A letter without diacritics, of either case. */
static inline bool dana__is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
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

/* Returns whether a text is `name`; the case of letters does not count. */
static inline bool dana__is_text(dana_view text, const char *name)
{
    return text.length == strlen(name) &&
           (text.length == 0 || strncasecmp(text.data, name, text.length) == 0);
}

#endif
