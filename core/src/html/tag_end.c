#include "html/tag_end.h"

#include "base/bytes16.h"
#include "html/next_attribute.h"
#include "html/see_attribute.h"

#include <string.h>

/* Reads the attributes at p, between two of them, up to the first that ends behind `until`. Returns
 * its end; NULL at the tag's end, which *after is then, NULL where the source ends first. */
static const char *pass_attributes(const char *p, const char *until, const char *end,
                                   const char **after)
{
    dana__attribute attribute;

    do {
        p = dana__read_any(p, end, &attribute, after);
    } while (p != NULL && p <= until);
    return p;
}

/* Whether the '=' at p is followed by a quoted value, and is that of the attribute which is the
 * first one since `begin`, between two of them. No other '=', quote or '>' lies in between. */
static bool has_quoted_value(const char *begin, const char *p, const char *end)
{
    return *p == '=' && p > begin && !dana__is_of_tag(p[-1], DANA__BLANK | DANA__SLASH) &&
           end - p > 1 && (p[1] == '"' || p[1] == '\'');
}

const char *dana__any_tag_end(const char *p, const char *end)
{
    const char *begin = p; /* between two attributes */
    const char *after = NULL;

    while (end - p >= DANA__STEP) {
        dana__bytes16 bytes = dana__load16(p);
        unsigned found = dana__bits16(dana__equal16(bytes, '>') | dana__equal16(bytes, '=') |
                                      dana__equal16(bytes, '"') | dana__equal16(bytes, '\''));

        if (found == 0) {
            p += DANA__STEP;
            continue;
        }
        p += dana__first16(found);
        if (*p == '>') {
            return p + 1;
        }
        if (has_quoted_value(begin, p, end)) {
            p = dana__find_quote(p + 2, end, p[1]);
            if (p == NULL) {
                return NULL;
            }
            begin = ++p;
            continue;
        }
        p = begin = pass_attributes(begin, p, end, &after);
        if (p == NULL) {
            return after;
        }
    }
    pass_attributes(begin, end, end, &after);
    return after;
}

/* Two steps of a value are looked at together: in how many of them it ends is hard to predict. */
#define TWO_STEPS (2 * DANA__STEP)

/* Pairs of steps of a value that are looked at here. */
#define PAIRS_MAX 4

/* As dana__find_quote; adds the bytes that were read to *all. */
static inline const char *find_quote(const char *p, const char *end, char quote, dana__bytes16 *all)
{
    for (int i = 0; i < PAIRS_MAX && end - p >= TWO_STEPS; i++, p += TWO_STEPS) {
        dana__bytes16 first = dana__load16(p);
        dana__bytes16 second = dana__load16(p + DANA__STEP);
        unsigned found = dana__bits16(dana__equal16(first, quote)) |
                         dana__bits16(dana__equal16(second, quote)) << DANA__STEP;

        *all |= first | second;
        if (found != 0) {
            return p + dana__first16(found);
        }
    }
    if (end - p >= DANA__STEP) {
        dana__bytes16 bytes = dana__load16(p);
        unsigned found = dana__bits16(dana__equal16(bytes, quote));

        *all |= bytes;
        if (found != 0) {
            return p + dana__first16(found);
        }
        p += DANA__STEP;
    }
    *all = ~(dana__bytes16){0};
    return memchr(p, quote, (size_t)(end - p));
}

const char *dana__tag_end(const char *p, const char *end, dana__markup *tag)
{
    const char *after = NULL;
    unsigned seen = DANA__SEEN;
    dana__bytes16 all = {0};

    tag->seen = 0;
    while (p < end && *p != '>' && dana__is_of_tag(*p, DANA__BLANK | DANA__SLASH)) {
        const char *name = p + 1;
        const char *stop = dana__ordinary_name_end(name, end, &all);

        if (stop == NULL || stop == name) {
            break;
        }
        if (*stop != '=') {
            if (!dana__is_without_value(stop)) {
                break;
            }
            seen |= dana__seen_bits(name, (size_t)(stop - name)) != 0 ? DANA__SEEN_OTHER : 0;
            p = stop;
            continue;
        }
        if (stop[1] != '"' && stop[1] != '\'') {
            break;
        }
        p = find_quote(stop + 2, end, stop[1], &all);
        if (p == NULL) {
            return NULL;
        }
        dana__see_attribute(name, (size_t)(stop - name), dana__between(stop + 2, p), tag, &seen);
        p++;
    }
    if (!dana__tag_ends_here(p, end, &after)) {
        return dana__any_tag_end(p, end);
    }
    tag->seen = (uint8_t)(seen | (dana__bits16(all) == 0 ? DANA__SEEN_ASCII : 0));
    return after;
}
