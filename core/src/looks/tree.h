/*
 * The visual tree of a page: the nodes that a browser shows, nested as the source nests them, each
 * with what is seen of it.
 */
#ifndef DANA_LOOKS_TREE_H
#define DANA_LOOKS_TREE_H

#include "looks/node.h"

/*
 * Gives the visual tree of a page that has boxes; made on first use, and kept with the page. Boxes
 * of elements that the source does not have at their place, and those of removed elements, are left
 * out. Linear in source and boxes. Errors: DANA_NO_BOXES, DANA_TOO_COMPLEX, DANA_NO_MEMORY,
 * DANA_CANCELLED; err is not NULL.
 */
DANA_MUST_USE dana_status dana__build_look_tree(dana_page *page, dana__look_tree *out,
                                                dana_error *err);

#endif
