/*
 * The rules of VIPS that tell whether a node is divided, and how coherent it is where it is not.
 *
 * Source: MSR-TR-2003-79, 4.1, tables 1 and 2.
 */
#ifndef DANA_VIPS_RULES_H
#define DANA_VIPS_RULES_H

#include "vips/rounds.h"

/*
 * Judges a node that is seen and breaks lines. Returns 0 where it is to be divided, else its degree
 * of coherence. area: that of the node whose round it is. Linear in the node's children.
 */
unsigned dana__judge_node(const dana__rounds *vips, uint32_t index, double area);

/* Returns the coherence of a node that stands on another background than its parent (6 to 8). */
unsigned dana__background_coherence(const dana__rounds *vips, uint32_t index);

/* Returns whether the siblings [first, end), which break no line, have texts of one font alone. */
bool dana__has_one_font(const dana__look_tree *tree, uint32_t first, uint32_t end);

#endif
