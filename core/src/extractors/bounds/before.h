/*
 * What stands before the headline.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_BEFORE_H
#define DANA_EXTRACTORS_BOUNDS_BEFORE_H

#include "blocks/blocks.h"

/*
 * Cuts what is taken before the headline of an article, outside the smallest element that holds the
 * headline and some text: what a site says of itself or its author, boxes, a teaser. Nothing is cut
 * where what is taken behind the headline is little beside it, or where a heading as high is taken
 * before, or one of level 1 stands before that no rule is against, or one as high that has all
 * words of the headline: it may be the headline of a part. headline: a block that is a heading.
 * Linear.
 */
void dana__cut_before(const dana_page *page, dana__blocks *blocks, size_t headline);

#endif
