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
 * Appends the text [p, end): white-space runs become one space, references their characters,
 * controls of C1 what they were meant to be; what is not copied separates words. A separator is
 * written before the next character, never at the start of the output. Room needed:
 * DANA__DECODED_BOUND and one byte.
 */
void dana__append_text(dana__text_out *out, const char *p, const char *end);

/* Appends the part of a unit that lies in a span, after what separates it from the unit before. */
void dana__append_unit(dana__text_out *out, const dana_page *page, const dana_result *result,
                       const dana_unit *unit, dana_span span);

/* Returns the room that dana_render_text needs for a result. */
size_t dana__text_bound(const dana_result *result);

/* Returns whether a span of the selection begins a line: spans on one line are separated by a
 * space. */
bool dana__span_starts_line(const dana_result *result, size_t index);

/* Returns where the reading of a result's content may stop: after its last span, and where the page
 * has formulas, before the text after that: a formula without text may stand there. */
uint32_t dana__content_stop(const dana_page *page, const dana_result *result);

/* Returns the index of the first unit that ends after `offset`. */
size_t dana__first_unit(const dana_scan *scan, size_t offset);

/* Returns the part of a unit that lies in a span that it touches. */
dana_span dana__clip_unit(const dana_unit *unit, dana_span span);

/* Returns whether a unit's text is rendered: Filter 1 removes anchors with theirs, and the sign of
 * a heading's link to itself is no text. */
bool dana__is_rendered(const dana_page *page, const dana_result *result, const dana_unit *unit);

#endif
