/*
 * Blocks of one shape: what an author wrote stands in elements that are alike, and so do teasers,
 * comments and links. No name takes part.
 */
#ifndef DANA_EXTRACTORS_AUTO_SHAPES_H
#define DANA_EXTRACTORS_AUTO_SHAPES_H

#include "blocks/blocks.h"
#include "extractors/auto/feature_list.h"

/* The blocks of a shape. */
typedef struct {
    uint32_t key;
    uint32_t blocks; /* 0: the slot is free */
    uint32_t text;
    uint32_t non_link_text;
    uint32_t longest;
} dana__shape;

/* The shapes of a page: an open table, and the slot of each block. */
typedef struct {
    const dana__blocks *blocks;
    dana_buffer memory[2];
    dana__shape *slots;
    uint32_t *of_block;
    size_t slot_count; /* a power of two */
    size_t main;       /* slot of the main shape */
    uint32_t before;   /* of the main shape's text outside links, before the block measured next */
    size_t last;       /* the last block of the main shape so far; block_count: none */
    size_t next;       /* the next one; block_count: none */
} dana__shapes;

/* Finds the shapes, in time linear in the blocks. Memory of the page's arena until
 * dana__release_shapes. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__find_shapes(dana_page *page, const dana__blocks *blocks,
                                            dana__shapes *out, dana_error *err);

/* Gives the memory back before the page dies. */
void dana__release_shapes(dana_page *page, dana__shapes *shapes);

/* Returns the features of a block. Blocks are measured in their order. */
dana__shape_group dana__measure_shape(dana__shapes *shapes, size_t index);

#endif
