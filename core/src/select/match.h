/*
 * Which elements of a page selectors match, in one pass over it: each element that opens is
 * compared with every compound, given what its parents and the siblings before it matched.
 */
#ifndef DANA_SELECT_MATCH_H
#define DANA_SELECT_MATCH_H

#include "page/page.h"
#include "select/selector.h"

/*
 * Finds the elements that a program matches. out: for each use their spans, those inside another
 * one left out, borrowed from the page. :last-child takes another pass before it. Errors:
 * DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__match_page(dana_page *page, const dana__selector_program *program,
                                           dana_selection out[DANA__USE_COUNT], dana_error *err);

#endif
