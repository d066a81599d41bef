#include "extractors/prune/layout.h"

#include "html/elements.h"

/* Links of a menu at least. */
#define LINKS_LEAST 3

/* One part of how many of the taken text the cell beside a menu holds. */
#define TEXT_PARTS 2

/* Code points outside links of what is taken of some blocks. */
static uint64_t taken_text(const dana__blocks *blocks, size_t first, size_t end)
{
    uint64_t text = 0;

    for (size_t i = first; i < end; i++) {
        const dana__block *block = &blocks->blocks[i];

        text += dana__is_taken(block) ? block->text - block->link_text : 0;
    }
    return text;
}

/* Whether all that is taken of a cell are links, and enough of them. */
static bool is_menu(const dana__blocks *blocks, const dana__node *cell)
{
    size_t links = 0;

    for (size_t i = cell->first_block; i < cell->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (!dana__is_taken(block)) {
            continue;
        }
        if (block->heading > 0 || 10 * (uint64_t)block->link_text <= 9 * (uint64_t)block->text) {
            return false;
        }
        links++;
    }
    return links >= LINKS_LEAST;
}

/* Whether a cell of a row holds most of the taken text. */
static bool holds_text(const dana__blocks *blocks, size_t row, uint64_t all)
{
    const dana__node *nodes = blocks->nodes;

    for (size_t i = row + 1; i < nodes[row].end; i = nodes[i].end) {
        if (nodes[i].kind == DANA__KIND_CELL &&
            TEXT_PARTS * taken_text(blocks, nodes[i].first_block, nodes[i].end_block) > all) {
            return true;
        }
    }
    return false;
}

static void cut_menus(dana__blocks *blocks, size_t row)
{
    const dana__node *nodes = blocks->nodes;

    for (size_t i = row + 1; i < nodes[row].end; i = nodes[i].end) {
        if (nodes[i].kind != DANA__KIND_CELL || !is_menu(blocks, &nodes[i])) {
            continue;
        }
        for (size_t k = nodes[i].first_block; k < nodes[i].end_block; k++) {
            if (dana__is_taken(&blocks->blocks[k])) {
                blocks->blocks[k].decision = DANA__DECISION_CUT;
            }
        }
    }
}

void dana__cut_menu_cells(dana__blocks *blocks)
{
    if (!dana__has_kind(blocks, DANA__KIND_BIT(ROW))) {
        return;
    }
    uint64_t all = taken_text(blocks, 0, blocks->block_count);
    size_t at = 1;

    /* Into the rows that hold most of the text, past the others. */
    while (all > 0 && at < blocks->node_count) {
        const dana__node *node = &blocks->nodes[at];
        bool descends = TEXT_PARTS * (uint64_t)node->non_link_text > all;

        if (descends && node->kind == DANA__KIND_ROW && holds_text(blocks, at, all)) {
            cut_menus(blocks, at);
        }
        at = descends ? at + 1 : node->end;
    }
}
