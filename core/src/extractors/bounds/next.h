/*
 * The next articles of a page that sets one below the other.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_NEXT_H
#define DANA_EXTRACTORS_BOUNDS_NEXT_H

#include "blocks/blocks.h"

/*
 * Leaves out what is taken in the article elements behind an article that have a heading as high as
 * its headline, a block, and as all headings beside that above the text: the page goes on with
 * other articles as its reader scrolls. Headline and text are in an article element themselves;
 * where that is not closed it holds the others. Linear in blocks and elements.
 */
void dana__cut_next_articles(const dana_page *page, dana__blocks *blocks, size_t headline);

#endif
