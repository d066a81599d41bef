/*
 * Heads of sections and cards: what they are called is no banner of the site.
 */
#ifndef DANA_EXTRACTORS_PRUNE_HEADS_H
#define DANA_EXTRACTORS_PRUNE_HEADS_H

#include "blocks/blocks.h"

/*
 * On pages that list or offer things, takes what was left out as called a header though it is none:
 * the statement beside the page's h1, and the heads of sections and cards behind that. types: how
 * likely the page is of each type (dana_page_type). Linear.
 */
void dana__keep_heads(dana__blocks *blocks, const float *types);

#endif
