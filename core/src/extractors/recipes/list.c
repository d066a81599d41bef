#include "extractors/recipes/list.h"

#include "blocks/marks.h"
#include "extractors/keep/cards.h"

/* Blocks above the list of which some may be headings, how many, and code points of one. */
#define HEADING_REACH 5
#define HEADINGS_MOST 2
#define HEADING_TEXT  60

/* What holds no ingredients that readers see, or lists of other recipes. */
#define FOREIGN                                                                                    \
    (DANA__MARK_BIT(NAV) | DANA__MARK_BIT(FOOTER) | DANA__MARK_BIT(COMMENTS) |                     \
     DANA__MARK_BIT(HIDDEN) | DANA__MARK_BIT(DIALOG))

bool dana__may_show_part(const dana__blocks *blocks, const dana__block *block)
{
    return block->decision != DANA__DECISION_REPEATED &&
           (dana__pruned_marks(blocks, block->node) & FOREIGN) == 0;
}

/* Whether a block that is not taken goes with the list, though it is no ingredient. */
static bool goes_with(const dana__block *block)
{
    return dana__is_out(block) && block->text > 1 && 2 * (uint64_t)block->link_text <= block->text;
}

/* Takes the headings right above the list: its own, and that of its first group. */
static void take_headings(dana__blocks *blocks, size_t first)
{
    size_t reach = first < HEADING_REACH ? first : HEADING_REACH;
    size_t headings = 0;

    for (size_t i = 1; i <= reach && headings < HEADINGS_MOST; i++) {
        dana__block *block = &blocks->blocks[first - i];

        if (dana__is_taken(block)) {
            return;
        }
        if (block->heading > 0 && block->text <= HEADING_TEXT &&
            dana__may_show_part(blocks, block) && 2 * (uint64_t)block->link_text <= block->text) {
            block->decision = DANA__DECISION_LEARNED;
            headings++;
        }
    }
}

void dana__take_recipe_list(dana__blocks *blocks, size_t first, size_t last, const bool *parts)
{
    for (size_t i = first; i <= last; i++) {
        dana__block *block = &blocks->blocks[i];

        if (!dana__is_taken(block) && (parts[i] || goes_with(block))) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
    take_headings(blocks, first);
}
