/*
 * What is known of the nodes of a visual tree by what they hold: see looks/tree.h.
 */
#ifndef DANA_LOOKS_MEASURE_H
#define DANA_LOOKS_MEASURE_H

#include "dana/page.h"
#include "looks/node.h"

/*
 * Fills the ends of subtrees, texts, rectangles, counts and kinds of nodes whose box, parent, span,
 * look, is_link and is_closed are set, in the order of the source. Linear.
 */
void dana__measure_looks(const dana_page *page, dana__look_node *nodes, size_t count);

#endif
