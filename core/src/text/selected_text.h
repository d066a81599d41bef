/*
 * Text as the renderers share it: decoded, white-space runs collapsed.
 */
#ifndef DANA_TEXT_SELECTED_TEXT_H
#define DANA_TEXT_SELECTED_TEXT_H

#include "dana/result.h"
#include "html/references.h"

#include <stdbool.h>
#include <stddef.h>

/* Output, sized before it is written to. */
typedef struct {
    char *data;
    size_t length;
    bool space;      /* a white-space run is open */
    bool line_break; /* a line has ended */
    bool decodes;    /* references are decoded; else only non-ASCII characters are kept */
} dana__text_out;

/*
 * Appends the text [p, end): white-space runs become one space, references their characters; what
 * is not copied separates words. A separator is written before the next character, never at the
 * start of the output. Room needed: DANA__DECODED_BOUND and one byte.
 */
void dana__append_text(dana__text_out *out, const char *p, const char *end);

/* Returns the index of the first unit that ends after `offset`. */
size_t dana__first_unit(const dana_scan *scan, size_t offset);

/* Returns the part of a unit that lies in a span that it touches. */
dana_span dana__clip_unit(const dana_unit *unit, dana_span span);

/* Returns whether a unit's text is rendered: Filter 1 removes anchors with theirs. */
bool dana__is_rendered(const dana_result *result, const dana_unit *unit);

#endif
