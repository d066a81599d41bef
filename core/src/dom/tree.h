/*
 * A skeleton of a page in, its tree out.
 */
#ifndef DANA_DOM_TREE_H
#define DANA_DOM_TREE_H

#include "dom/dom.h"

/*
 * Parses a skeleton ("<p>x</p>") with libxml2 and fills dom's nodes and unit_nodes, both borrowed
 * from the page; dom->unit_count is set by the caller.
 * Errors: DANA_TOO_COMPLEX (too deep, or over the page's cap), DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__build_tree(dana_page *page, dana_view skeleton, dana__dom *dom,
                                           dana_error *err);

#endif
