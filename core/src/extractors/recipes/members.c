#include "extractors/recipes/members.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "extractors/recipes/list.h"
#include "measure/spoken_tags.h"
#include "page/page.h"

#include <string.h>

/* Start tags right before a text that are asked what it is. */
#define TAGS_MOST 3

/* Whether a start tag says in microdata that what it begins is an ingredient, a step, or a list of
 * them. */
static bool is_member(dana_view tag)
{
    static const char *const members[] = {"recipeIngredient", "ingredients", "recipeInstructions"};
    dana_view value;

    if (tag.length == 0 || !dana_tag_attribute(tag, "itemprop", &value)) {
        return false;
    }
    for (size_t i = 0; i < DANA__COUNT(members); i++) {
        if (dana__is_text(value, members[i])) {
            return true;
        }
    }
    return false;
}

/* Whether an element that holds a block's text right away, and that may be none of those that are
 * recorded, is a member. */
static bool begins_member(const dana_page *page, const dana__block *block)
{
    size_t at = block->start;

    for (int k = 0; k < TAGS_MOST; k++) {
        dana_view tag = dana__tag_before(page->source.data, at);

        if (tag.length < 2 || tag.data[1] == '/') {
            return false;
        }
        if (is_member(tag)) {
            return true;
        }
        at = (size_t)(tag.data - page->source.data);
    }
    return false;
}

/* Whether a block is the number of a step that a rule pruned. */
static bool is_drawn(const dana__block *block)
{
    return block->decision == DANA__DECISION_PRUNED && block->digits == block->text;
}

/* Finds the blocks of members. Returns how many there are. */
static size_t find_members(const dana_page *page, const dana__blocks *blocks, bool *parts)
{
    size_t count = 0;
    size_t covered = 0; /* blocks of the members so far end here */

    memset(parts, 0, blocks->block_count * sizeof(*parts));
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (node->end_block > covered && is_member(dana__start_tag_of(page, node))) {
            memset(parts + node->first_block, true, node->end_block - node->first_block);
            covered = node->end_block;
        }
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        parts[i] = (parts[i] || begins_member(page, block)) && !is_drawn(block) &&
                   dana__may_show_part(blocks, block);
        count += parts[i];
    }
    return count;
}

void dana__take_recipe_members(const dana_page *page, dana__blocks *blocks, bool *parts)
{
    size_t first = 0;
    size_t last = 0;
    size_t count = 0;

    if (find_members(page, blocks, parts) < DANA__RECIPE_PARTS_LEAST) {
        return;
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        if (!parts[i]) {
            continue;
        }
        if (count > 0 && i - last > DANA__RECIPE_GAP_MOST + 1) {
            dana__take_recipe_list(blocks, first, last, parts);
            count = 0;
        }
        first = count == 0 ? i : first;
        last = i;
        count++;
    }
    dana__take_recipe_list(blocks, first, last, parts);
}
