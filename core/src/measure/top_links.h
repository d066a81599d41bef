/*
 * Lines that lead back to where the page begins, in any language.
 */
#ifndef DANA_MEASURE_TOP_LINKS_H
#define DANA_MEASURE_TOP_LINKS_H

#include "blocks/blocks.h"
#include "page/page.h"

/* Returns whether a block is short, all link, and its first link leads to the page's top
 * ("#top"). */
bool dana__leads_to_top(const dana_page *page, const dana__block *block);

#endif
