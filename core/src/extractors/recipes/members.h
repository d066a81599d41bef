/*
 * What microdata says of a recipe.
 */
#ifndef DANA_EXTRACTORS_RECIPES_MEMBERS_H
#define DANA_EXTRACTORS_RECIPES_MEMBERS_H

#include "blocks/blocks.h"
#include "dana/page.h"

/* Takes what microdata calls ingredients and steps (itemprop), each list by itself. parts: room for
 * a flag for each block. Linear. */
void dana__take_recipe_members(const dana_page *page, dana__blocks *blocks, bool *parts);

#endif
