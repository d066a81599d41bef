/*
 * Pages whose program says which element is the text: wikis, and what tools make of Markdown.
 */
#ifndef DANA_EXTRACTORS_PRUNE_WIKI_H
#define DANA_EXTRACTORS_PRUNE_WIKI_H

#include "blocks/blocks.h"

/* On a page of a wiki takes what no rule prunes in the element that it calls the text, and cuts
 * what stands outside of it, but not headings of the first level. Linear. */
void dana__follow_wiki(const dana_page *page, dana__blocks *blocks);

/* Takes what no rule prunes in the only element that a tool calls the text of an author, if it
 * holds most of what is taken. Linear. */
void dana__follow_markdown(const dana_page *page, dana__blocks *blocks);

#endif
