/*
 * What the extractors that judge text units share: flags per unit in, a selection out.
 */
#ifndef DANA_EXTRACTORS_TREE_UNITS_H
#define DANA_EXTRACTORS_TREE_UNITS_H

#include "dana/result.h"
#include "dom/dom.h"

/*
 * Gives the page's DOM view and sets result's profile to the lines of the default scan, without a
 * signal of its own. Errors: as dana__dom_view.
 */
DANA_MUST_USE dana_status dana__begin_dom(dana_page *page, dana_result *result,
                                          const dana__dom **dom, dana_error *err);

/*
 * Makes the selection of the units with keep[i] != 0 of the page's scan: a span from the first to
 * the last of each run of them. *out is borrowed from the page.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__select_units(dana_page *page, const dana_scan *scan,
                                             const uint8_t *keep, dana_selection *out,
                                             dana_error *err);

/* Returns the index of the body element, 0 (the document) where the page has none. */
size_t dana__find_body(const dana__dom *dom);

#endif
