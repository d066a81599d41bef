/*
 * The content structure of VIPS: the blocks of each round, grouped by the separators between them
 * (MSR-TR-2003-79, 4.3).
 */
#ifndef DANA_VIPS_STRUCTURE_H
#define DANA_VIPS_STRUCTURE_H

#include "vips/separators.h"

/* A segment while the structure grows. Indices; DANA__NO_NODE: none. */
typedef struct {
    uint32_t parent; /* its own for the first, the page */
    uint32_t first_child;
    uint32_t last_child;
    uint32_t next;            /* sibling */
    unsigned coherence;       /* at least that of its parent */
    dana__visual_block block; /* of a leaf */
} dana__segment;

/*
 * Builds the structure of a page: *out are its segments (dana__segment), *count of them, children
 * of one parent in the order of the source; none where nothing is seen. A leaf of less than
 * `coherence` is divided in another round, unless nothing divides it. O(n log n) in the nodes.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__build_structure(dana__rounds *vips, const dana__rules *rules,
                                                unsigned coherence, const dana__segment **out,
                                                size_t *count);

#endif
