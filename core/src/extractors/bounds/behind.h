/*
 * What is taken behind an article, outside its element: lists of other pages.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_BEHIND_H
#define DANA_EXTRACTORS_BOUNDS_BEHIND_H

#include "blocks/blocks.h"

/*
 * On the page of an article, leaves out what is taken behind the smallest element that holds its
 * headline and text, where that is short lines with links: headlines of other articles, the rows of
 * a portal. headline: the block of the article's headline. What an article or a main element
 * around holds is the article's. Linear.
 */
void dana__cut_behind(const dana_page *page, dana__blocks *blocks, size_t headline);

#endif
