/*
 * Features of a block for the learned step: numbers only, the same on a page in any language.
 */
#ifndef DANA_EXTRACTORS_AUTO_FEATURES_H
#define DANA_EXTRACTORS_AUTO_FEATURES_H

#include "extractors/auto/choose.h"
#include "extractors/auto/sections.h"

/* Marks whose presence on a block or its ancestors is a feature, in this order. */
#define DANA__MARK_FEATURES 24

/* Kinds of ancestors whose presence is a feature. */
#define DANA__KIND_FEATURES 10

/* Number of features of a block. */
#define DANA__FEATURE_COUNT (97 + DANA__SECTION_FEATURES)

/* What all blocks of a page share; made once a page. */
typedef struct {
    const dana__blocks *blocks;
    const dana__choice *choice;
    float page[24];
    size_t first_h1; /* index of the first block in an h1; block_count where there is none */
    dana__sections sections;
    size_t section; /* of the block that was measured last */
} dana__page_features;

/*
 * Fills what all blocks of a page share, in time linear in its blocks. Memory of the page's arena
 * until dana__release_features.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__measure_page(dana_page *page, const dana__blocks *blocks,
                                             const dana__choice *choice, dana__page_features *out,
                                             dana_error *err);

/* Gives the memory of the features back before the page dies. */
void dana__release_features(dana_page *page, dana__page_features *features);

/* Fills the DANA__FEATURE_COUNT features of block `index`. Blocks are measured in their order. */
void dana__measure_block(dana__page_features *page, size_t index, float *out);

#endif
