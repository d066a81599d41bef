/*
 * Set operations on selections.
 */
#ifndef DANA_TEXT_SPAN_SETS_H
#define DANA_TEXT_SPAN_SETS_H

#include "dana/page.h"

/* Most selections that are joined at once. */
#define DANA__JOIN_MAX 16

/*
 * Makes the selection of the bytes that lie in at least `votes` of `count` selections (1 to
 * DANA__JOIN_MAX). Spans that touch become one. *out is borrowed from the page.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__join_selections(dana_page *page, const dana_selection *selections,
                                                size_t count, size_t votes, dana_selection *out,
                                                dana_error *err);

#endif
