/*
 * Measures the features of blocks.
 */
#ifndef DANA_EXTRACTORS_AUTO_FEATURES_H
#define DANA_EXTRACTORS_AUTO_FEATURES_H

#include "extractors/auto/choose.h"
#include "extractors/auto/feature_list.h"
#include "extractors/auto/headline.h"
#include "extractors/auto/page_type.h"
#include "extractors/auto/sections.h"
#include "extractors/auto/shapes.h"
#include "measure/body.h"
#include "measure/window.h"

/* What an element around blocks was measured as, last. */
typedef struct {
    uint32_t node; /* UINT32_MAX: none yet */
    dana__element_group group;
} dana__measured_element;

/* What all blocks of a page share; made once a page. The rest is where the block that was measured
 * last is: blocks are measured in their order. */
typedef struct {
    const dana__blocks *blocks;
    const dana__choice *choice;
    dana__page_group shared;
    dana__look_group look;
    dana__type_group types;
    size_t first_h1; /* index of the first block in an h1; block_count where there is none */
    dana__sections sections;
    dana__headline headline;
    dana__shapes shapes;
    dana__body body;
    size_t section;
    dana__section_features of_section;
    dana__measured_element parent;
    dana__measured_element grandparent;
    dana__window window;
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

/* Fills all features of block `index`. Blocks are measured in their order. */
void dana__measure_block(dana__page_features *page, size_t index, dana__named_features *out);

/*
 * Fills those features of block `index` that the trees ask and the page's blocks do not share, as
 * row `row` of `columns`: feature f at columns[f * DANA__FOREST_STRIDE + row]. Features that no
 * tree asks are not computed. Blocks are measured in their order, rows are given from 0 on.
 */
void dana__measure_row(dana__page_features *page, size_t index, float *columns, size_t row);

/* Sets the columns that only the marks and kinds that a block has are written into to 0. */
void dana__clear_columns(float *columns);

#endif
