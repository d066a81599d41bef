/*
 * Ingredients that a page only calls so.
 */
#ifndef DANA_EXTRACTORS_RECIPES_CALLED_H
#define DANA_EXTRACTORS_RECIPES_CALLED_H

#include "blocks/blocks.h"
#include "dana/page.h"

/* Returns the first heading that says "Ingredients" in one of many languages and nothing else, is
 * not a link, and has amounts below it that are not taken, in an element that holds both.
 * block_count: there is none. Linear. */
size_t dana__find_ingredients(const dana_page *page, const dana__blocks *blocks);

/* Takes the list below such a block, and the block. parts: room for a flag for each block. */
void dana__take_called(dana__blocks *blocks, size_t name, bool *parts);

#endif
