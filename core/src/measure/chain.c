#include "measure/chain.h"

void dana__chain_around(const dana__blocks *blocks, size_t block, dana__chain *out)
{
    uint32_t node = blocks->blocks[block].node;

    out->blocks = blocks;
    out->length = 0;
    while (out->length < DANA__CHAIN_MAX - 1 && node != 0) {
        out->nodes[out->length++] = node;
        node = blocks->nodes[node].parent;
    }
    out->nodes[out->length++] = 0;
    out->common = out->length - 1;
}

/* Whether an element holds a block. The page holds all. */
static bool holds(const dana__chain *chain, uint32_t node, size_t index)
{
    const dana__node *element = &chain->blocks->nodes[node];

    return node == 0 || (element->first_block <= index && index < element->end_block);
}

const dana__node *dana__chain_move(dana__chain *chain, size_t index)
{
    while (chain->common > 0 && holds(chain, chain->nodes[chain->common - 1], index)) {
        chain->common--;
    }
    while (!holds(chain, chain->nodes[chain->common], index)) {
        chain->common++;
    }
    return &chain->blocks->nodes[chain->nodes[chain->common]];
}
