#include "extractors/items/alike.h"

/* Items at least, blocks of one at most, and of its first lines that are compared. */
#define ITEMS_LEAST 3
#define BLOCKS_MOST 16
#define LINES       3
/* Of how many lines at a place how many are taken at least. */
#define TAKEN_PARTS 3
#define LINE_PARTS  4
/* How sure the learned step has to be that a line is none of the text. */
#define SURE_BELOW .15f

/* The line of an item at a place; NULL: it has none. */
static dana__block *line_of(const dana__blocks *blocks, const dana__node *item, size_t place)
{
    size_t count = item->end_block - item->first_block;

    return place < count && count > 1 && count <= BLOCKS_MOST
               ? &blocks->blocks[item->first_block + place]
               : NULL;
}

/* Takes the lines at a place of the siblings [first, end) of one shape. */
static void take_place(dana__blocks *blocks, size_t first, size_t end, size_t place)
{
    const dana__node *nodes = blocks->nodes;
    size_t lines = 0;
    size_t taken = 0;
    uint32_t shape = 0;

    for (size_t i = first; i < end; i = nodes[i].end) {
        const dana__block *line = line_of(blocks, &nodes[i], place);

        if (line == NULL || (lines > 0 && nodes[line->node].shape != shape)) {
            continue;
        }
        shape = nodes[line->node].shape;
        lines++;
        taken += dana__is_taken(line);
    }
    if (lines < ITEMS_LEAST || taken == lines || LINE_PARTS * taken < TAKEN_PARTS * lines) {
        return;
    }
    for (size_t i = first; i < end; i = nodes[i].end) {
        dana__block *line = line_of(blocks, &nodes[i], place);

        if (line != NULL && nodes[line->node].shape == shape && dana__is_out(line) &&
            line->score >= SURE_BELOW && 2u * line->digits < line->text &&
            dana__taken_text(blocks, nodes[i].first_block, nodes[i].end_block) > 0) {
            line->decision = DANA__DECISION_LEARNED;
        }
    }
}

void dana__keep_alike(dana__blocks *blocks)
{
    const dana__node *nodes = blocks->nodes;

    for (size_t i = 0; i < blocks->node_count; i++) {
        size_t first = i + 1;

        while (nodes[i].children >= ITEMS_LEAST && first < nodes[i].end) {
            size_t end = first;

            while (end < nodes[i].end && nodes[end].shape == nodes[first].shape &&
                   nodes[end].kind == nodes[first].kind) {
                end = nodes[end].end;
            }
            for (size_t place = 0; place < LINES && nodes[first].children > 0; place++) {
                take_place(blocks, first, end, place);
            }
            first = end > first ? end : nodes[first].end;
        }
    }
}
