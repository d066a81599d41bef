#include "extractors/keep/table_captions.h"

#include "extractors/keep/foreign.h"
#include "html/elements.h"

/* Blocks below the caption of a table that are looked at. */
#define BELOW_MOST 16

/* What the label of a caption is called: "ltx_tag". */
#define LABEL_MARKS DANA__MARK_BIT(META)

bool dana__is_table_caption(const dana__blocks *blocks, const dana__block *block,
                            const dana__node *table)
{
    const dana__node *node = &blocks->nodes[block->node];
    uint32_t around = blocks->nodes[table->parent].all_marks;

    return block->decision == DANA__DECISION_PRUNED &&
           (node->all_marks & DANA__MARK_BIT(CAPTION)) != 0 &&
           (node->all_marks & ~around & DANA__BESIDE_MARKS & ~LABEL_MARKS) == 0;
}

static void take_caption_blocks(dana__blocks *blocks, const dana__node *caption,
                                const dana__node *table)
{
    for (size_t i = caption->first_block; i < caption->end_block; i++) {
        if (dana__is_table_caption(blocks, &blocks->blocks[i], table)) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}

static bool is_around(const dana__node *element, const dana__node *inside)
{
    return element->first_block <= inside->first_block && element->end_block >= inside->end_block;
}

/* Takes the caption that a block is of, if it is one, beside the table. */
static void take_caption_of(dana__blocks *blocks, size_t block, const dana__node *table)
{
    const dana__node *caption = &blocks->nodes[blocks->blocks[block].node];

    if (!dana__is_table_caption(blocks, &blocks->blocks[block], table)) {
        return;
    }
    while ((blocks->nodes[caption->parent].all_marks & DANA__MARK_BIT(CAPTION)) != 0 &&
           !is_around(&blocks->nodes[caption->parent], table)) {
        caption = &blocks->nodes[caption->parent];
    }
    take_caption_blocks(blocks, caption, table);
}

void dana__take_caption_beside(dana__blocks *blocks, const dana__node *table)
{
    const dana__node *around = &blocks->nodes[table->parent];

    if (around->text == table->text) {
        around = &blocks->nodes[around->parent];
    }
    if (table->first_block > around->first_block) {
        take_caption_of(blocks, table->first_block - 1, table);
    }
    if (table->end_block < around->end_block) {
        take_caption_of(blocks, table->end_block, table);
    }
}

void dana__take_own_caption(dana__blocks *blocks, const dana__node *table)
{
    const dana__node *caption = table + 1;
    size_t below = 0;
    size_t taken = 0;

    if (caption >= &blocks->nodes[table->end] || caption->kind != DANA__KIND_CAPTION) {
        return;
    }
    for (size_t i = caption->end_block; i < table->end_block && below < BELOW_MOST; i++) {
        below++;
        taken += dana__is_taken(&blocks->blocks[i]);
    }
    if (taken > 0 && 2 * taken >= below) {
        take_caption_blocks(blocks, caption, table);
    }
}
