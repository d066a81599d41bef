/*
 * How a part of a visual tree looks, as callers are told.
 */
#ifndef DANA_LOOKS_DESCRIBE_H
#define DANA_LOOKS_DESCRIBE_H

#include "dana/segments.h"
#include "looks/tree.h"

/* Fills *out from a rectangle and the longest text in it (DANA__NO_NODE: no text). */
void dana__describe_looks(const dana__look_tree *tree, const dana__rect *rect, uint32_t longest,
                          dana_looks *out);

/*
 * Lists the runs of texts of a tree that no element parts which breaks lines, in the order of the
 * source. *out holds *count blocks, borrowed from the page. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__list_text_blocks(dana_page *page, const dana__look_tree *tree,
                                                 const dana_text_block **out, size_t *count,
                                                 dana_error *err);

#endif
