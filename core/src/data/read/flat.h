/*
 * Data that programs write flat, so that equal values stand once: lists whose objects hold indices
 * of the list, and functions that are called with the values.
 */
#ifndef DANA_DATA_READ_FLAT_H
#define DANA_DATA_READ_FLAT_H

#include "data/read/tree.h"

/*
 * Returns whether the first value of a tree is a list whose values are named by their index: its
 * first object has such numbers alone.
 */
bool dana__is_flat(const dana__tree *tree);

/*
 * Makes the tree that a flat list stands for, from its first value on. A value that is named twice
 * stands where it is named first. Linear. *out is begun here. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__unfold(const dana__tree *flat, dana__tree *out, dana_error *err);

/*
 * Gives the bare words of a tree that are parameters of a function the strings of its arguments.
 * parameters: "a,b,c". Errors: as dana__unfold.
 */
DANA_MUST_USE dana_status dana__fill_parameters(dana__tree *tree, dana_view parameters,
                                                const dana__tree *arguments, dana_error *err);

#endif
