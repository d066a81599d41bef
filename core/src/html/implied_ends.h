/*
 * Implied end tags: what a start tag closes, and how far an end tag looks (HTML 13.1.2.4 and
 * 13.2.6.4.7), by kinds of elements. Sets of kinds are 1 << dana__kind bits.
 */
#ifndef DANA_HTML_IMPLIED_ENDS_H
#define DANA_HTML_IMPLIED_ENDS_H

#include "html/elements.h"

/* Returns the kinds whose nearest open elements the start tag of a block-level element closes. */
uint64_t dana__implied_ends(dana__kind kind);

/* Returns the kinds that end the search for the nearest open element of a kind. */
uint64_t dana__end_scope(dana__kind kind);

#endif
