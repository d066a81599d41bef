/*
 * A count of text while it runs: what its forms share.
 */
#ifndef DANA_WIDE_COUNT_RUN_H
#define DANA_WIDE_COUNT_RUN_H

#include "base/utf8.h"
#include "html/byte_class.h"
#include "html/references.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a count is while it runs: values that stay in registers. */
typedef struct {
    uint32_t content;
    const char *first;
    const char *end;
    bool space;
    bool space_before;
    bool has_reference;
} dana__running_count;

/* Notes a visible piece [p, after) and closes the white-space run before it. */
static inline void dana__see_piece(dana__running_count *count, const char *p, const char *after)
{
    if (count->first == NULL) {
        count->first = p;
        count->space_before = count->space;
    } else if (count->space) {
        count->content++;
    }
    count->space = false;
    count->end = after;
}

/* Reads a reference, or '&' as text. Returns its length, the number of its characters (0 where it
 * is white space, since that is white however it is written). */
static inline size_t dana__counted_length(const char *p, const char *end, uint32_t *characters)
{
    uint32_t code_points[2] = {'&', 0};
    size_t length = dana__read_reference(p, end, code_points);

    if (length == 0) {
        *characters = 1;
        return 1;
    }
    *characters = dana__is_white(code_points[0]) ? 0 : code_points[1] != 0 ? 2 : 1;
    return length;
}

/* Takes a reference, a NUL or a character of two bytes at p. Returns its end. */
static inline const char *dana__count_special(const char *p, const char *end,
                                              dana__running_count *count)
{
    uint32_t characters = 1;
    size_t length = 2;

    if (*p == '\0') {
        count->has_reference = true;
        return p + 1;
    }
    if (*p == '&') {
        count->has_reference = true;
        length = dana__counted_length(p, end, &characters);
    } else if (dana__is_no_break_space(p, end)) {
        characters = 0;
    }
    if (characters == 0) {
        count->space = true;
        return p + length;
    }
    dana__see_piece(count, p, p + length);
    /* deviation from formula 4.5: a reference counts its decoded characters and nothing else. */
    count->content += characters;
    return p + length;
}

/* The same by a copy, so that the count itself stays in registers. */
static inline const char *dana__count_one_special(const char *p, const char *end,
                                                  dana__running_count *count)
{
    dana__running_count copy = *count;
    const char *after = dana__count_special(p, end, &copy);

    *count = copy;
    return after;
}

/* The first byte of a no-break space. */
#define DANA__NO_BREAK_LEAD '\xC2'

/* Thesis 4.5.1: content is every character of text, a white-space run between two of them one.
 * Bytes up to `readable` may be read. */
typedef dana__running_count dana__character_run(const char *p, const char *end,
                                                const char *readable);

#endif
