/*
 * Listings are kept whole: a line of code like "}" looks like no content where it stands alone.
 */
#ifndef DANA_EXTRACTORS_AUTO_LISTINGS_H
#define DANA_EXTRACTORS_AUTO_LISTINGS_H

#include "blocks/blocks.h"

/*
 * Takes all of a listing (a pre) of which most is taken, and listings between two texts that are
 * taken. What a rule pruned, what is a copy and the numbers of lines stay out, and so do labels
 * beside a listing: the name of its language, a button. Linear.
 */
void dana__keep_listings(const dana_page *page, dana__blocks *blocks);

/* Takes what is refused between two blocks like it that are taken: paragraphs, items and headings
 * in the flow of one container. */
void dana__keep_flow(dana__blocks *blocks);

#endif
