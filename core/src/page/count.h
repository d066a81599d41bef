/*
 * Counting text: how much of a text node is content and code, and where its visible part lies.
 */
#ifndef DANA_PAGE_COUNT_H
#define DANA_PAGE_COUNT_H

#include "dana/scan.h"

#include <stdbool.h>
#include <stdint.h>

/* White space as the state of a line: whether text stands before it, whether a run is open. */
typedef struct {
    bool has_text;
    bool space;
} dana__line_state;

/* What a piece of text holds. first == NULL: white space only. */
typedef struct {
    uint32_t content;
    uint32_t code;
    const char *first;  /* its first visible character */
    const char *end;    /* the end of its last visible character */
    bool leading_space; /* content includes a white-space run before its first character */
    bool space_before;  /* it begins with white space */
    bool space_after;   /* it ends with white space, or is nothing else */
    bool has_reference; /* holds '&' or NUL */
    bool has_rtl;       /* byte counting: holds a right-to-left character */
} dana__text_count;

/*
 * Appends a piece of text to a line. Returns whether a white-space run of the line ends before its
 * first character; that run counts 1, which the line's first text has not before it.
 */
static inline bool dana__continue_line(dana__line_state *state, const dana__text_count *piece)
{
    if (piece->first == NULL) {
        state->space |= piece->space_after;
        return false;
    }
    bool leads = state->has_text && (state->space || piece->space_before);

    *state = (dana__line_state){true, piece->space_after};
    return leads;
}

/*
 * Counts the text [p, end) of one line under the options' count mode, continuing the line's state.
 * Bytes up to `readable` may be read: the end of the source, or of the text.
 * Source: thesis 4.5.1 (characters), 4.3.2 (bytes).
 */
void dana__count_text(const char *p, const char *end, const char *readable,
                      const dana_scan_options *options, dana__line_state *state,
                      dana__text_count *count);

#endif
