/*
 * How a part of a visual tree looks, as callers are told.
 */
#ifndef DANA_LOOKS_DESCRIBE_H
#define DANA_LOOKS_DESCRIBE_H

#include "dana/segments.h"
#include "looks/node.h"

/* Fills *out from a rectangle and the longest text in it (DANA__NO_NODE: no text). */
void dana__describe_looks(const dana__look_tree *tree, const dana__rect *rect, uint32_t longest,
                          dana_looks *out);

#endif
