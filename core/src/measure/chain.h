/*
 * The elements around one block, and the smallest of them that holds another block, too.
 */
#ifndef DANA_MEASURE_CHAIN_H
#define DANA_MEASURE_CHAIN_H

#include "blocks/blocks.h"

/* Elements around a block that are looked at: no page has more open ones. */
#define DANA__CHAIN_MAX 512

typedef struct {
    const dana__blocks *blocks;
    uint32_t nodes[DANA__CHAIN_MAX]; /* from the block's own element to the page */
    size_t length;
    size_t common; /* in nodes: the smallest that holds the block moved to last, too */
} dana__chain;

/* Lists the elements around a block of a page. */
void dana__chain_around(const dana__blocks *blocks, size_t block, dana__chain *out);

/* Moves to the smallest element that holds block `index`, too. Of blocks in their order it goes
 * from the page inwards, and out again: linear. Returns it. */
const dana__node *dana__chain_move(dana__chain *chain, size_t index);

#endif
