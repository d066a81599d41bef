#include "extractors/prune/dialogs.h"

#include "blocks/marks.h"

/* How sure the trees are at least of a text in a dialog. On pages of which hardly anything is
 * likely content they take what is as unlikely as the rest: terms of use and notes on privacy. */
#define SURE_LEAST .3f

/* Whether what a rule prunes around a block is called a dialog. */
static bool is_in_dialog(const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *node = &blocks->nodes[block->node];

    if (block->rule == 0 || (node->all_marks & DANA__MARK_BIT(DIALOG)) == 0) {
        return false;
    }
    while (node->pruned != 0 && (node->marks & DANA__MARK_BIT(DIALOG)) == 0) {
        node = &blocks->nodes[node->parent];
    }
    return node->pruned != 0;
}

void dana__cut_dialogs(dana__blocks *blocks)
{
    if (!dana__has_mark(blocks, DANA__MARK_BIT(DIALOG))) {
        return;
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (block->decision == DANA__DECISION_LEARNED && block->score < SURE_LEAST &&
            is_in_dialog(blocks, block)) {
            block->decision = DANA__DECISION_REFUSED;
        }
    }
}
