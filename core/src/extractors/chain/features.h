/*
 * Which features a block and the step to it have, and the words that go with the block: those of
 * its own text where that is short, those of class and id values around it.
 */
#ifndef DANA_EXTRACTORS_CHAIN_FEATURES_H
#define DANA_EXTRACTORS_CHAIN_FEATURES_H

#include "blocks/blocks.h"
#include "extractors/auto/headline.h"
#include "extractors/chain/feature_list.h"
#include "extractors/chain/names.h"

/* Most features of a block (a group has one, but those of elements around it), of a step, and most
 * words. */
#define DANA__CHAIN_ON_MAX    (64 + DANA__KIND_COUNT)
#define DANA__CHAIN_STEPS_MAX 16
#define DANA__CHAIN_WORDS_MAX 64

/* A page whose blocks are measured. */
typedef struct {
    dana_page *page;
    const dana__blocks *blocks;
    dana__headline headline;
    dana__names names;
    size_t unit;          /* text unit of the page's scan that the next block may begin with */
    uint32_t text_before; /* code points of the blocks before the next one */
} dana__chain_page;

/* What is on. Features are indices in the layouts of feature_list.h, words are hashes. */
typedef struct {
    uint16_t on[DANA__CHAIN_ON_MAX];
    size_t on_count;
    uint16_t steps[DANA__CHAIN_STEPS_MAX];
    size_t step_count;
    uint32_t words[DANA__CHAIN_WORDS_MAX];
    size_t word_count;
} dana__chain_features;

/*
 * Makes a page ready. Of the words around blocks those are kept that `known` knows; NULL: all.
 * Borrows page and blocks. Memory of the page's arena: 24 bytes an element at most.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__chain_start(dana__chain_page *c, dana_page *page,
                                            const dana__blocks *blocks, dana__knows_word *known,
                                            dana_error *err);

/* Gives the memory back before the page dies. */
void dana__chain_end(dana__chain_page *c);

/* Measures block `index`. Blocks are measured in their order, each once. */
void dana__chain_measure(dana__chain_page *c, size_t index, dana__chain_features *out);

#endif
