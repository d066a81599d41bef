#include "extractors/keep/captions.h"

#include "blocks/marks.h"
#include "extractors/keep/cards.h"

/* Captions of a row at least, and their code points in the mean. */
#define ROW_LEAST  8
#define MEAN_LEAST 24

/* Code points of a paragraph, which ends a row, and of a heading in it. */
#define PARAGRAPH_LEAST 80
#define HEADING_MOST    80

/* A row of captions, blocks [first, last]. */
typedef struct {
    size_t first;
    size_t last;
    size_t count;
    size_t sentences; /* with a mark that parts clauses or ends sentences */
    uint64_t text;
} caption_row;

/* Whether a block was left out for no other reason than that it is a caption. */
static bool is_caption(const dana__blocks *blocks, const dana__block *block)
{
    return block->decision == DANA__DECISION_PRUNED && block->link_text == 0 &&
           dana__pruned_marks(blocks, block->node) == DANA__MARK_BIT(CAPTION);
}

static void add_caption(caption_row *row, const dana__block *block, size_t index)
{
    row->first = row->count == 0 ? index : row->first;
    row->last = index;
    row->count++;
    row->sentences += block->punctuation > 0;
    row->text += block->text;
}

static void take_row(dana__blocks *blocks, const caption_row *row)
{
    if (row->count < ROW_LEAST || row->text < row->count * MEAN_LEAST ||
        2 * row->sentences < row->count) {
        return;
    }
    for (size_t i = row->first; i <= row->last; i++) {
        dana__block *block = &blocks->blocks[i];
        bool is_heading = block->heading > 0 && block->text <= HEADING_MOST && dana__is_out(block);

        if (is_caption(blocks, block) || is_heading) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

void dana__keep_captions(dana__blocks *blocks)
{
    caption_row row = {0};
    bool is_behind = false; /* a paragraph that is taken */

    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (block->text < PARAGRAPH_LEAST && block->decision != DANA__DECISION_PRUNED) {
            continue;
        }
        if (is_caption(blocks, block)) {
            add_caption(&row, block, i);
        } else if (block->heading == 0 && block->text >= PARAGRAPH_LEAST &&
                   block->decision != DANA__DECISION_PRUNED) {
            bool is_taken = dana__is_taken(block);

            if (is_behind && is_taken) {
                take_row(blocks, &row);
            }
            row = (caption_row){0};
            is_behind = is_taken;
        }
    }
}
