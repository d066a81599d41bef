/*
 * Separators of VIPS: the stripes of a region that no block crosses, and how strongly each parts
 * the blocks beside it (MSR-TR-2003-79, 4.2).
 */
#ifndef DANA_VIPS_SEPARATORS_H
#define DANA_VIPS_SEPARATORS_H

#include "vips/rounds.h"

/* Weights of separators, 1 to this. */
#define DANA__WEIGHT_MAX 10

typedef enum { DANA__HORIZONTAL, DANA__VERTICAL } dana__direction;

/* A stripe across a region. start, end: y where it is horizontal, else x. */
typedef struct {
    float start;
    float end;
    uint32_t after; /* blocks [0, after) lie before it, the others behind it */
    unsigned weight;
} dana__separator;

/* The rules (hr elements) of a page, by y. */
typedef struct {
    const dana__rect *rects;
    size_t count;
} dana__rules;

/* Sorts blocks by their upper or left edges, those that begin together in the order of the source.
 */
void dana__sort_blocks(dana__visual_block *blocks, size_t count, dana__direction direction);

/*
 * Finds the separators between sorted blocks, with their weights, in order; none stands at the
 * region's border. Blocks that touch, or overlap by a pixel, have one without width. `out` has room
 * for count - 1. Returns how many there are. O(count) and a search in the rules for each.
 */
size_t dana__find_separators(const dana__look_tree *tree, const dana__rules *rules,
                             const dana__visual_block *blocks, size_t count,
                             dana__direction direction, dana__separator *out);

#endif
