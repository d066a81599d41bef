/*
 * Caches of objects by name, as Apollo keeps what a server answered: in place of an object within
 * another stands a reference to it, {"__ref": "Block:1"}.
 */
#ifndef DANA_DATA_READ_REFS_H
#define DANA_DATA_READ_REFS_H

#include "data/read/tree.h"

/* Returns whether a tree holds such a reference. Linear. */
bool dana__has_references(const dana__tree *tree);

/*
 * Makes the tree that a cache stands for: what is referred to stands where it is referred to first,
 * and nowhere else. n log n in the values. *out is begun here. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__join_references(const dana__tree *tree, dana__tree *out,
                                                dana_error *err);

#endif
