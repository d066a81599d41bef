/*
 * The ingredients of a recipe, and its steps.
 */
#ifndef DANA_EXTRACTORS_RECIPES_INGREDIENTS_H
#define DANA_EXTRACTORS_RECIPES_INGREDIENTS_H

#include "blocks/blocks.h"
#include "dana/page.h"

/*
 * On a page that states a recipe with its ingredients (JSON-LD, schema.org/Recipe), takes the list
 * that shows them: amounts and names are often short cells beside the text, which the learned step
 * knows little of. What stands between two of them and is refused is taken, too, and the heading
 * above. Where microdata alone tells of a recipe (itemtype), the same of what it calls ingredients
 * and steps (itemprop). Linear in the blocks, times the logarithm of the words of the ingredients.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__keep_ingredients(dana_page *page, dana__blocks *blocks,
                                                 dana_error *err);

#endif
