/*
 * Pages of wikis, whose program says which element is the text.
 */
#ifndef DANA_EXTRACTORS_PRUNE_WIKI_H
#define DANA_EXTRACTORS_PRUNE_WIKI_H

#include "blocks/blocks.h"

/* On a page of a wiki takes what no rule prunes in the element that it calls the text, and cuts
 * what stands outside of it, but not headings of the first level. Linear. */
void dana__follow_wiki(const dana_page *page, dana__blocks *blocks);

#endif
