/*
 * What is taken outside an article's element, before and behind it: lists of other pages.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_OUTSIDE_H
#define DANA_EXTRACTORS_BOUNDS_OUTSIDE_H

#include "blocks/blocks.h"

/*
 * Leaves out what is taken before, and what is taken behind, the smallest element that holds an
 * article's headline and text, where that is short lines with links: headlines of other articles,
 * the rows of a portal. headline: the block of the article's headline. What an article or a main
 * element around holds is the article's. Linear.
 */
void dana__cut_outside(const dana_page *page, dana__blocks *blocks, size_t headline);

/* Cuts what is taken behind the page's main element, where there is one that holds most of it.
 * Linear. */
void dana__cut_behind_main(dana__blocks *blocks);

#endif
