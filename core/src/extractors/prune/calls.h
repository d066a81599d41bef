/*
 * Calls to read other articles ("Related posts:"), with the lines below them that are links.
 */
#ifndef DANA_EXTRACTORS_PRUNE_CALLS_H
#define DANA_EXTRACTORS_PRUNE_CALLS_H

#include "blocks/blocks.h"
#include "page/page.h"

/* Cuts them at the end of what is taken, and between paragraphs where a colon or an element for
 * headings tells them. */
void dana__cut_calls(const dana_page *page, dana__blocks *blocks);

#endif
