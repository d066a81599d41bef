/*
 * The selected parts of texts, for passes over the texts of a page in order.
 */
#ifndef DANA_TEXT_PICKER_H
#define DANA_TEXT_PICKER_H

#include "dana/result.h"

#include <stdbool.h>
#include <stddef.h>

/* Where a pass stands in the units and spans of a result; neither goes back. */
typedef struct {
    const dana_page *page;
    const dana_result *result;
    size_t unit;
    size_t span;
    size_t span_before; /* the span that the last part came from, SIZE_MAX before the first */
} dana__picker;

/* A selected part of a text unit. */
typedef struct {
    const char *start;
    const char *end;
    bool starts_span; /* the first part of its span: separated from what was before */
} dana__pick;

/* Starts a pass. */
void dana__picker_start(dana__picker *picker, const dana_page *page, const dana_result *result);

/* Returns the unit that begins in the text [start, end), NULL for white space alone. */
const dana_unit *dana__picker_unit(dana__picker *picker, const char *start, const char *end);

/*
 * Gives the next selected part of a unit that dana__picker_unit returned last. *from (0 at first)
 * counts the source bytes that were given. Returns false where there is no further one, or the
 * unit is not rendered (Filter 1).
 */
bool dana__pick_next(dana__picker *picker, const dana_unit *unit, uint32_t *from, dana__pick *pick);

#endif
