/*
 * Rows that are dated behind an article: what readers say, teasers of other articles.
 */
#ifndef DANA_EXTRACTORS_KEEP_DATED_H
#define DANA_EXTRACTORS_KEEP_DATED_H

#include "blocks/blocks.h"

/*
 * Cuts what stands behind the headline and a text of its own, and has two lines of one shape and
 * more that say a day and the time of day, each with a text: readers' comments and teasers, in any
 * language, with the digits of Arabic and Persian and their years too. Where headings part them, or
 * they name nobody and are of one day or behind little text, they are entries of a page, of a
 * report that goes on or of a programme, and stay. headline: a block; block_count: there is none,
 * and nothing is cut. Linear.
 */
void dana__cut_dated(const dana_page *page, dana__blocks *blocks, size_t headline);

#endif
