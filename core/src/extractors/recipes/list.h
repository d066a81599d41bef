/*
 * A list of ingredients, or of steps: blocks that stand in a row.
 */
#ifndef DANA_EXTRACTORS_RECIPES_LIST_H
#define DANA_EXTRACTORS_RECIPES_LIST_H

#include "blocks/blocks.h"

/* Parts of a list at least, and blocks between two parts at most: names of groups, units. */
#define DANA__RECIPE_PARTS_LEAST 3
#define DANA__RECIPE_GAP_MOST    3

/* Returns whether readers may see a block as a part of a list: it is no copy, and no element around
 * it that a rule pruned is called something else. */
bool dana__may_show_part(const dana__blocks *blocks, const dana__block *block);

/* Takes blocks [first, last]: those that are parts, what was refused between them, and the headings
 * right above, its own and that of its first group. parts: a flag for each block of the page. */
void dana__take_recipe_list(dana__blocks *blocks, size_t first, size_t last, const bool *parts);

#endif
