#include "math/delimited.h"

#include "base/ascii.h"
#include "base/bytes16.h"

#include <string.h>

/* Longest formula; dollars in it that do not close it: with them the cost is linear. */
#define TEX_MOST     2000
#define DOLLARS_MOST 8

/* Whether the byte at p is "$" in quotes; `*next`: what follows it and white space. */
static bool is_quoted_dollar(const char *p, const char *end, const char **next)
{
    if (end - p < 3 || (p[0] != '"' && p[0] != '\'') || p[1] != '$' || p[2] != p[0]) {
        return false;
    }
    p += 3;
    while (p < end && dana__is_space(*p)) {
        p++;
    }
    *next = p;
    return true;
}

/* Whether quoted dollars at p are a pair of delimiters: ['$', '$'], {left: "$", right: "$"}. */
static bool is_pair(const char *p, const char *end)
{
    if (!is_quoted_dollar(p, end, &p) || p == end || *p != ',') {
        return false;
    }
    p++;
    while (p < end && dana__is_space(*p)) {
        p++;
    }
    const char *next;

    return is_quoted_dollar(p, end, &next) || dana__begins(dana__between(p, end), "right") ||
           (p < end && dana__begins(dana__between(p + 1, end), "right"));
}

static bool has_pair(dana_view source)
{
    const char *end = source.data + source.length;
    const char *p = memchr(source.data, '$', source.length);

    for (; p != NULL; p = memchr(p + 1, '$', (size_t)(end - p - 1))) {
        if (p > source.data && is_pair(p - 1, end)) {
            return true;
        }
    }
    return false;
}

/* Whether the name of a script that writes formulas ends behind the byte at p, an x. */
static bool ends_script(const char *begin, const char *p)
{
    static const char *const scripts[] = {"MathJax", "mathjax", "KaTeX", "katex"};

    for (size_t i = 0; i < DANA__COUNT(scripts); i++) {
        size_t length = strlen(scripts[i]);

        if ((size_t)(p - begin) + 1 >= length && memcmp(p + 1 - length, scripts[i], length) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether one of the names stands in a source: all end with an x behind an a or e. */
static bool names_script(dana_view source)
{
    for (size_t at = 1; at < source.length; at += DANA__STEP) {
        const char *p = source.data + at;
        dana__bytes16 last = dana__load_part16(p, source.length - at) | 0x20;
        dana__bytes16 before = dana__load_part16(p - 1, source.length - at) | 0x20;
        unsigned found = dana__bits16(dana__equal16(last, 'x') &
                                      (dana__equal16(before, 'a') | dana__equal16(before, 'e')));

        for (; found != 0; found &= found - 1) {
            const char *x = p + dana__first16(found);

            /* "text", "index" and "max" are what is found most. */
            if (x - source.data >= 4 && ((x[-2] | 0x20) == 't' || (x[-2] | 0x20) == 'j') &&
                ends_script(source.data, x)) {
                return true;
            }
        }
    }
    return false;
}

dana__dollars dana__find_dollars(dana_view source)
{
    if (!names_script(source)) {
        return DANA__NO_DOLLARS;
    }
    return has_pair(source) ? DANA__ONE_DOLLAR : DANA__TWO_DOLLARS;
}

/* A delimiter that opens, and what closes it. */
typedef struct {
    const char *at;
    const char *closing;
    size_t length;
} delimiter;

/* The first backslash that opens at p or after it. */
static const char *find_backslash(const char *p, const char *end)
{
    for (p = memchr(p, '\\', (size_t)(end - p)); p != NULL && end - p > 4;
         p = memchr(p + 2, '\\', (size_t)(end - p - 2))) {
        if (p[1] == '(' || p[1] == '[') {
            return p;
        }
    }
    return NULL;
}

/* The first dollar that may open; one that a backslash is before is an amount. */
static const char *find_dollar(const char *begin, const char *p, const char *end,
                               dana__dollars dollars)
{
    for (; p < end && (p = memchr(p, '$', (size_t)(end - p))) != NULL; p++) {
        bool is_double = end - p > 4 && p[1] == '$';
        bool is_single = dollars == DANA__ONE_DOLLAR && end - p > 2 && p[1] != ' ' && p[1] != '$';

        if ((p == begin || p[-1] != '\\') && (is_double || is_single)) {
            return p;
        }
    }
    return NULL;
}

/* The first delimiter that opens at p or after it. */
static delimiter find_opening(dana_view text, const char *p, dana__dollars dollars)
{
    const char *end = text.data + text.length;
    const char *slash = find_backslash(p, end);
    const char *dollar = dollars != DANA__NO_DOLLARS ? find_dollar(text.data, p, end, dollars)
                                                     : NULL;

    if (dollar != NULL && (slash == NULL || dollar < slash)) {
        bool is_double = dollar[1] == '$';

        return (delimiter){dollar, is_double ? "$$" : "$", is_double ? 2 : 1};
    }
    return (delimiter){slash, slash != NULL && slash[1] == '(' ? "\\)" : "\\]", 2};
}

/* Where a formula ends: "$5 and $6" are amounts, so one dollar closes none after a space or before
 * a digit. NULL: nowhere. */
static const char *find_closing(const delimiter *open, const char *end)
{
    const char *p = open->at + open->length;
    const char *reach = end - open->at < TEX_MOST ? end : open->at + TEX_MOST;

    for (size_t dollars = 0; p < reach && dollars < DOLLARS_MOST; p++, dollars++) {
        p = memmem(p, (size_t)(reach - p), open->closing, open->length);
        if (p == NULL || open->length == 2) {
            return p;
        }
        if (p[-1] != '\\' && p[-1] != ' ' && (p + 1 == end || !dana__is_digit(p[1]))) {
            return p;
        }
    }
    return NULL;
}

static dana_view without_spaces(const char *p, const char *end)
{
    while (*p == ' ') {
        p++;
    }
    while (end[-1] == ' ') {
        end--;
    }
    return dana__between(p, end);
}

bool dana__cut_delimited(dana_view text, dana__dollars dollars, dana__delimited *out)
{
    const char *end = text.data + text.length;
    delimiter open = find_opening(text, text.data, dollars);

    while (open.at != NULL) {
        const char *inside = open.at + open.length;
        const char *close = find_closing(&open, end);

        if (close != NULL && !dana__is_blank(inside, close)) {
            *out = (dana__delimited){dana__between(text.data, open.at),
                                     without_spaces(inside, close),
                                     dana__between(close + open.length, end),
                                     open.closing[0] == '$' ? open.length == 2 : open.at[1] == '['};
            return true;
        }
        open = find_opening(text, inside, dollars);
    }
    return false;
}
