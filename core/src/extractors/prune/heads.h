/*
 * Heads of sections, cards and posts: what they are called is no banner of the site.
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

/*
 * Takes the headings of one shape that the learned step refused, or that were left out as called a
 * header, where a text below each is taken: the names of six cards and more, or of fewer of which
 * most are taken, and the headings of three posts and more that a page shows one below the other,
 * of any order. Not what stands above each, as the title of a thread does. Linear.
 */
void dana__take_card_names(dana__blocks *blocks);

#endif
