#include "extractors/recipes/box.h"

#include "extractors/keep/cards.h"
#include "extractors/keep/foreign.h"
#include "html/tokenizer.h"
#include "listing/class_words.h"
#include "measure/calls.h"
#include "measure/spoken_tags.h"
#include "page/page.h"

#include <string.h>

/* Code points of a number with its unit at most. How sure the learned step has to be that a text is
 * none of the recipe, and such a short one. */
#define UNIT_MOST  12
#define SURE_BELOW .2f
#define UNIT_BELOW .1f

/* What readers press, rate or fill in, and boxes of the site. */
#define OTHER_MARKS                                                                                \
    (DANA__BESIDE_MARKS | DANA__MARK_BIT(REVIEW) | DANA__MARK_BIT(WIDGET) | DANA__MARK_BIT(HERO))

/* Whether a block is the unit of a number before it, which screen readers may say alone. */
static bool is_unit(const dana__blocks *blocks, const dana__block *block)
{
    return block > blocks->blocks && dana__is_taken(block - 1) &&
           block[-1].digits == block[-1].text && block->digits == 0 && dana__is_out(block) &&
           block->text <= UNIT_MOST;
}

/* Whether a block is a number behind what it counts, with a tip that shows how to change it. */
static bool is_number(const dana__blocks *blocks, const dana__block *block)
{
    return block->decision == DANA__DECISION_PRUNED && block->digits == block->text &&
           block > blocks->blocks && dana__is_taken(block - 1) &&
           (dana__pruned_marks(blocks, block->node) & DANA__BESIDE_MARKS) == DANA__MARK_BIT(DIALOG);
}

/* Whether a block is what readers press: "Print". */
static bool is_pressed(const dana_page *page, const dana__block *block)
{
    dana__link_kind kind = dana__first_link(page, block);

    return kind == DANA__LINK_PRESSED || kind == DANA__LINK_PLACE;
}

/* Whether the learned step was not sure that a block that is left out is none of the recipe; what
 * asks readers is none ("Did you make this?"). */
static bool is_doubtful(const dana_page *page, const dana__block *block)
{
    float least = block->text <= UNIT_MOST ? UNIT_BELOW : SURE_BELOW;

    return dana__is_out(block) && block->score >= least && (block->text > 1 || block->digits > 0) &&
           2 * (uint64_t)block->link_text <= block->text &&
           page->source.data[block->end - 1] != '?' && !is_pressed(page, block) &&
           !dana__calls_spoken(dana__tag_before(page->source.data, block->start));
}

/* Whether a block is left out as it names an author, and for nothing else. */
static bool is_author(const dana__blocks *blocks, const dana__block *block)
{
    return block->decision == DANA__DECISION_PRUNED &&
           (dana__pruned_marks(blocks, block->node) & (OTHER_MARKS | DANA__MARK_BIT(AUTHOR))) ==
               DANA__MARK_BIT(AUTHOR);
}

/* Whether a block is left out as a note, and explains a star of the recipe: "* Percent Daily Values
 * are based on ...". */
static bool is_star_note(const dana_page *page, const dana__blocks *blocks,
                         const dana__block *block)
{
    return block->decision == DANA__DECISION_PRUNED && page->source.data[block->start] == '*' &&
           (dana__pruned_marks(blocks, block->node) & (OTHER_MARKS | DANA__MARK_BIT(NOTE))) ==
               DANA__MARK_BIT(NOTE);
}

/* Whether an element, or the one around it, asks readers to tell how they liked the recipe. */
static bool is_request(const dana_page *page, const dana__blocks *blocks, uint32_t node)
{
    static const char called[] = "call-to-action";

    for (int k = 0; k < 2 && node != 0; k++) {
        dana_view class = dana__class_value(dana__start_tag_of(page, &blocks->nodes[node]));

        if (class.length > 0 && memmem(class.data, class.length, called, sizeof(called) - 1)) {
            return true;
        }
        node = blocks->nodes[node].parent;
    }
    return false;
}

/* Whether a block that is left out may be a part of the recipe. */
static bool is_part(const dana_page *page, const dana__blocks *blocks, const dana__node *box,
                    const dana__block *block)
{
    uint32_t inside = blocks->nodes[block->node].all_marks & ~box->all_marks;
    bool is_called_other = (inside & OTHER_MARKS) != 0;

    return is_number(blocks, block) ||
           (!is_called_other &&
            (is_author(blocks, block) || is_star_note(page, blocks, block) ||
             is_unit(blocks, block) || is_doubtful(page, block)) &&
            !is_request(page, blocks, block->node));
}

void dana__keep_recipe_boxes(const dana_page *page, dana__blocks *blocks)
{
    if ((page->class_sets & DANA__CLASS_RECIPE) == 0) {
        return;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *box = &blocks->nodes[i];
        dana_view class = dana__class_value(dana__start_tag_of(page, box));
        bool is_box = class.length > 0 && (dana__class_sets(class) & DANA__CLASS_RECIPE) != 0 &&
                      2 * dana__taken_text(blocks, box->first_block, box->end_block) >= box->text;

        for (size_t k = box->first_block; is_box && k < box->end_block; k++) {
            if (!dana__is_taken(&blocks->blocks[k]) &&
                is_part(page, blocks, box, &blocks->blocks[k])) {
                blocks->blocks[k].decision = DANA__DECISION_LEARNED;
            }
        }
        i = is_box ? box->end - 1 : i;
    }
}
