#include "extractors/keep/data_tables.h"

#include "extractors/keep/foreign.h"
#include "extractors/keep/table_captions.h"
#include "html/elements.h"
#include "page/page.h"

#include <string.h>

/* Cells at least, characters of one in the mean at most, and one of how many must be taken. */
#define CELLS_LEAST 4
#define CELL_MEAN   60
#define TAKEN_SHARE 8

/* The same of a table that is kept out with what is around it. */
#define TAKEN_SHARE_INSIDE 4

/* One of how many cells, and one part of how many of the text, are less than a row. */
#define TORN_CELLS 4
#define TORN_PARTS 3

/* Cells of a row at least, of which one alone says nothing. */
#define ROW_LEAST 3

/* How sure the learned step is at least, in the mean of its cells, of a table in a text. */
#define IN_TEXT_LEAST .15f

/* Blocks of a table at most that sets a formula and its number: the parts of the formula. */
#define FORMULA_MOST 40

/* Bytes of such a table in which its formula begins, at most. */
#define FORMULA_BYTES 4096

/* Elements around a table alone that are passed at most. */
#define AROUND_MOST 4

/* Whether a table has rows of short cells, and no other one in it. */
static bool is_grid(const dana__blocks *blocks, size_t index)
{
    const dana__node *table = &blocks->nodes[index];
    size_t cells = table->end_block - table->first_block;
    size_t rows = 0;

    for (size_t i = index + 1; i < table->end; i++) {
        if (blocks->nodes[i].kind == DANA__KIND_TABLE || blocks->nodes[i].kind == DANA__KIND_FORM) {
            return false;
        }
        rows += blocks->nodes[i].kind == DANA__KIND_ROW;
    }
    return rows > 1 && cells >= CELLS_LEAST && table->text <= cells * CELL_MEAN;
}

/* Whether a table is of data: such a one with few links, and no post of a forum. */
static bool is_data(const dana__blocks *blocks, size_t index)
{
    const dana__node *table = &blocks->nodes[index];

    return is_grid(blocks, index) && 2 * table->non_link_text > table->text &&
           (table->marks & DANA__MARK_BIT(POST)) == 0;
}

/* Whether a block is kept out by what is around the whole table alone: a dialog, a panel. */
static bool is_kept_out_with(const dana__blocks *blocks, const dana__block *block,
                             const dana__node *table)
{
    const dana__node *node = &blocks->nodes[block->node];

    return block->decision == DANA__DECISION_PRUNED && table->pruned != 0 &&
           node->pruned == table->pruned &&
           (node->all_marks & ~table->all_marks & DANA__BESIDE_MARKS) == 0;
}

/* Whether a block was refused, lies outside, is kept out with the table or its caption, which a
 * rule for pictures keeps out. */
static bool may_be_taken(const dana__blocks *blocks, const dana__block *block,
                         const dana__node *table)
{
    return block->decision == DANA__DECISION_REFUSED || block->decision == DANA__DECISION_OUTSIDE ||
           is_kept_out_with(blocks, block, table) ||
           (blocks->nodes[block->node].kind == DANA__KIND_CAPTION &&
            dana__is_table_caption(blocks, block, table));
}

/* Whether the blocks of a table that are not taken were refused, or lie outside, and some are
 * taken. */
static bool is_partly_taken(const dana__blocks *blocks, const dana__node *table)
{
    size_t taken = 0;
    size_t refused = 0;

    for (size_t i = table->first_block; i < table->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block)) {
            taken++;
        } else if (may_be_taken(blocks, block, table)) {
            refused++;
        } else if (block->decision == DANA__DECISION_PRUNED &&
                   !dana__is_table_caption(blocks, block, table)) {
            return false;
        }
    }
    size_t share = table->pruned != 0 ? TAKEN_SHARE_INSIDE : TAKEN_SHARE;

    return refused > 0 && taken * share >= taken + refused;
}

/* Whether a block is taken, is no link, and stands in an element. */
static bool is_text_in(const dana__blocks *blocks, size_t block, uint32_t element)
{
    uint32_t node = blocks->blocks[block].node;

    return dana__is_taken(&blocks->blocks[block]) &&
           2 * blocks->blocks[block].link_text < blocks->blocks[block].text && node >= element &&
           node < blocks->nodes[element].end;
}

/* The element of a table alone, or the figure that sets it with a caption. */
static const dana__node *box_of(const dana__blocks *blocks, const dana__node *table)
{
    const dana__node *parent = &blocks->nodes[table->parent];

    for (int i = 0; i < AROUND_MOST && table->parent != 0 &&
                    (parent->text == table->text || parent->kind == DANA__KIND_FIGURE);
         i++) {
        table = parent;
        parent = &blocks->nodes[table->parent];
    }
    return table;
}

/* Whether an element, a table, stands between two texts of the element around that are taken, or
 * behind one that is set there as it is. */
static bool is_among_texts(const dana__blocks *blocks, const dana__node *box)
{
    if (box->first_block == 0 || !is_text_in(blocks, box->first_block - 1u, box->parent)) {
        return false;
    }
    uint32_t before = blocks->blocks[box->first_block - 1].node;

    return before == box->parent || blocks->nodes[before].parent == box->parent ||
           (box->end_block < blocks->block_count &&
            is_text_in(blocks, box->end_block, box->parent));
}

/* Whether a table stands among texts, the learned step was not sure that its cells are none, and
 * most of these are no links, as those of a menu are. */
static bool is_in_text(const dana__blocks *blocks, const dana__node *table)
{
    size_t cells = table->end_block - table->first_block;
    size_t links = 0;
    float score = 0;

    if (table->pruned != 0 || !is_among_texts(blocks, box_of(blocks, table))) {
        return false;
    }
    for (size_t i = table->first_block; i < table->end_block; i++) {
        if (!may_be_taken(blocks, &blocks->blocks[i], table) &&
            !dana__is_taken(&blocks->blocks[i])) {
            return false;
        }
        score += blocks->blocks[i].score;
        links += 2 * (uint64_t)blocks->blocks[i].link_text > blocks->blocks[i].text;
    }
    return score >= IN_TEXT_LEAST * (float)cells && 2 * links < cells;
}

/* Whether a table sets a formula behind a text, as LaTeXML has it: MathML, and its number in a
 * cell. */
static bool is_formula(const dana_page *page, const dana__blocks *blocks, const dana__node *table)
{
    size_t end = table->end < blocks->node_count ? blocks->nodes[table->end].start
                                                 : page->source.length;
    size_t length = end - table->start < FORMULA_BYTES ? end - table->start : FORMULA_BYTES;

    return table->end_block - table->first_block <= FORMULA_MOST && is_in_text(blocks, table) &&
           memmem(page->source.data + table->start, length, "<math", 5) != NULL;
}

static bool is_taken(const dana__blocks *blocks, const dana__node *table)
{
    return table->first_block > 0 && table->first_block < table->end_block &&
           dana__is_taken(&blocks->blocks[table->first_block]) &&
           dana__is_taken(&blocks->blocks[table->end_block - 1]);
}

/* Whether content stands before a block, or the page's headline. */
static bool is_below_content(const dana__blocks *blocks, size_t block)
{
    if (dana__last_taken(blocks, block) > 0) {
        return true;
    }
    while (block > 0 && blocks->blocks[block - 1].heading != 1) {
        block--;
    }
    return block > 0;
}

/* Whether of each row of a table, of three cells and more, one is taken at most: a column alone. */
static bool is_column_taken(const dana__blocks *blocks, const dana__node *table)
{
    for (const dana__node *row = table + 1; row < &blocks->nodes[table->end]; row++) {
        size_t taken = 0;

        for (size_t i = row->first_block; row->kind == DANA__KIND_ROW && i < row->end_block; i++) {
            taken += dana__is_taken(&blocks->blocks[i]);
        }
        if (taken > 1 || (taken == 1 && row->end_block - row->first_block < ROW_LEAST)) {
            return false;
        }
    }
    return true;
}

/* Cuts the few cells of a table that are taken apart from their rows. */
static void cut_torn_cells(dana__blocks *blocks, const dana__node *table)
{
    size_t taken = 0;
    uint64_t text = 0;

    for (size_t i = table->first_block; i < table->end_block; i++) {
        taken += dana__is_taken(&blocks->blocks[i]);
        text += dana__is_taken(&blocks->blocks[i]) ? blocks->blocks[i].text : 0;
    }
    bool are_few = taken * TORN_CELLS < table->end_block - table->first_block &&
                   text * TORN_PARTS < table->text;

    if (!are_few && (2 * text >= table->text || !is_column_taken(blocks, table))) {
        return;
    }
    for (size_t i = table->first_block; i < table->end_block; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}

/* Cells of what a product's facts have at most, and of one row or pair. */
#define FACTS_MOST 160
#define FACT_CELLS 2

/* Whether each row of a table has two cells. */
static bool has_pairs(const dana__blocks *blocks, size_t index)
{
    const dana__node *table = &blocks->nodes[index];
    size_t rows = 0;

    for (size_t i = index + 1; i < table->end; i++) {
        const dana__node *row = &blocks->nodes[i];

        if (row->kind == DANA__KIND_ROW) {
            if (row->end_block - row->first_block > FACT_CELLS) {
                return false;
            }
            rows += row->end_block - row->first_block == FACT_CELLS;
        }
    }
    return FACT_CELLS * rows + FACT_CELLS >= table->end_block - table->first_block;
}

/* Whether an element is the facts of a product: a table of pairs, or a list of terms, that stands
 * in no form and is kept out for no name but a hidden panel's. */
static bool is_facts(const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];
    size_t cells = node->end_block - node->first_block;
    bool is_list = node->kind == DANA__KIND_DEFINITIONS;

    return cells >= CELLS_LEAST && cells <= FACTS_MOST && node->text <= cells * CELL_MEAN &&
           2 * node->non_link_text > node->text &&
           (node->all_marks & DANA__BESIDE_MARKS & ~DANA__MARK_BIT(HIDDEN)) == 0 &&
           !dana__is_inside(node, DANA__KIND_BIT(FORM)) &&
           (is_list || (is_grid(blocks, index) && has_pairs(blocks, index)));
}

void dana__keep_product_facts(dana__blocks *blocks)
{
    if (!dana__has_kind(blocks, DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(DEFINITIONS))) {
        return;
    }
    size_t first = 0;

    while (first < blocks->block_count && !dana__is_taken(&blocks->blocks[first])) {
        first++;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if ((node->kind != DANA__KIND_TABLE && node->kind != DANA__KIND_DEFINITIONS) ||
            node->first_block <= first || !is_facts(blocks, i)) {
            continue;
        }
        for (size_t k = node->first_block; k < node->end_block; k++) {
            dana__block *block = &blocks->blocks[k];

            if (!dana__is_taken(block) && may_be_taken(blocks, block, node)) {
                block->decision = DANA__DECISION_LEARNED;
            }
        }
    }
}

/* Takes what a table has. */
static void take_table(dana__blocks *blocks, const dana__node *table)
{
    for (size_t i = table->first_block; i < table->end_block; i++) {
        if (may_be_taken(blocks, &blocks->blocks[i], table)) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}

void dana__keep_data_tables(const dana_page *page, dana__blocks *blocks)
{
    if (!dana__has_kind(blocks, DANA__KIND_BIT(TABLE))) {
        return;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *table = &blocks->nodes[i];

        if (table->kind != DANA__KIND_TABLE) {
            continue;
        }
        dana__take_own_caption(blocks, table);
        if (is_formula(page, blocks, table)) {
            take_table(blocks, table);
            continue;
        }
        if (is_taken(blocks, table) && is_data(blocks, i)) {
            dana__take_caption_beside(blocks, table);
        }
        if ((!is_partly_taken(blocks, table) && !is_in_text(blocks, table)) ||
            !is_data(blocks, i) || !is_below_content(blocks, table->first_block)) {
            if (is_grid(blocks, i)) {
                cut_torn_cells(blocks, table);
            }
            continue;
        }
        take_table(blocks, table);
        dana__take_caption_beside(blocks, table);
    }
}
