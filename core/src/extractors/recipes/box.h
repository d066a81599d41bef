/*
 * The boxes in which plugins for recipes set one: its name, times and yield, ingredients, steps and
 * notes.
 */
#ifndef DANA_EXTRACTORS_RECIPES_BOX_H
#define DANA_EXTRACTORS_RECIPES_BOX_H

#include "blocks/blocks.h"
#include "dana/page.h"

/*
 * Takes what the learned step refuses in such a box of which half is taken, but not surely, and who
 * the recipe is by; not what is pressed or rated. Linear in elements.
 */
void dana__keep_recipe_boxes(const dana_page *page, dana__blocks *blocks);

#endif
