#include "extractors/auto/clean.h"

#include "extractors/auto/copies.h"
#include "html/elements.h"
#include "page/page.h"

/* Code points outside links of a page that is small. */
#define SMALL_PAGE 600

/* Line numbers beside a listing: a preformatted block of nothing but digits and white space. */
static bool is_gutter(const dana__block *block, const dana__node *node)
{
    return dana__is_inside(node, DANA__KIND_BIT(PRE)) && block->punctuation == 0 &&
           block->text < 2u * block->digits;
}

static void drop_gutters(dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (block->decision != DANA__DECISION_PRUNED &&
            is_gutter(block, &blocks->nodes[block->node])) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}

/* A link outside what the page calls its content. */
static bool is_menu_link(const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *node = &blocks->nodes[block->node];

    return block->heading == 0 &&
           !dana__is_inside(node, DANA__KIND_BIT(MAIN) | DANA__KIND_BIT(ARTICLE)) &&
           10 * (uint64_t)block->link_text > 9 * (uint64_t)block->text;
}

void dana__cut_small_menu(dana__blocks *blocks)
{
    size_t first = 0;

    if (blocks->non_link_text >= SMALL_PAGE) {
        return;
    }
    while (first < blocks->block_count && (!dana__is_taken(&blocks->blocks[first]) ||
                                           is_menu_link(blocks, &blocks->blocks[first]))) {
        first++;
    }
    for (size_t i = 0; i < first && first < blocks->block_count; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}

dana_status dana__clean_blocks(dana_page *page, dana__blocks *blocks,
                               const dana__auto_settings *settings, dana_error *err)
{
    dana_status status = dana__find_copies(page, blocks, err);

    if (status != DANA_OK) {
        return status;
    }
    if ((settings->steps_off & DANA__STEP_REPEATED) == 0) {
        dana__drop_copies(blocks);
    }
    if ((settings->steps_off & DANA__STEP_GUTTERS) == 0) {
        drop_gutters(blocks);
    }
    return DANA_OK;
}
