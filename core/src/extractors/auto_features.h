/*
 * Features of a block for the learned step: numbers only, the same on a page in any language.
 */
#ifndef DANA_EXTRACTORS_AUTO_FEATURES_H
#define DANA_EXTRACTORS_AUTO_FEATURES_H

#include "extractors/auto_choose.h"

/* Marks whose presence on a block or its ancestors is a feature, in this order. */
#define DANA__MARK_FEATURES 24

/* Kinds of ancestors whose presence is a feature. */
#define DANA__KIND_FEATURES 10

/* Number of features of a block. */
#define DANA__FEATURE_COUNT 97

/* What all blocks of a page share; made once a page. */
typedef struct {
    const dana__blocks *blocks;
    const dana__choice *choice;
    float page[24];
    size_t first_h1; /* index of the first block in an h1; block_count where there is none */
} dana__page_features;

/* Fills what all blocks of a page share. */
void dana__measure_page(const dana__blocks *blocks, const dana__choice *choice,
                        dana__page_features *out);

/* Fills the DANA__FEATURE_COUNT features of block `index`. */
void dana__measure_block(const dana__page_features *page, size_t index, float *out);

#endif
