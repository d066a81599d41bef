/*
 * Where an article begins and ends: the rules about what is taken beside it, in their order.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_BOUNDS_H
#define DANA_EXTRACTORS_BOUNDS_BOUNDS_H

#include "blocks/blocks.h"

/* Leaves out what is taken beside a page's one text and is none of it. headline: the block of its
 * headline. may_be_article: the page may be an article, of which more is known. Linear in blocks
 * and elements. */
void dana__cut_beside(const dana_page *page, dana__blocks *blocks, size_t headline,
                      bool may_be_article);

#endif
