#include "extractors/prune/body_of_post.h"

#include "blocks/marks.h"
#include "extractors/bounds/rows.h"
#include "measure/sentence.h"

/* Blocks between the headline and a body at most: who wrote it, and when. */
#define BLOCKS_MOST 12

/* Code points of a body at least, and of what it takes the place of at most. */
#define BODY_LEAST 60
#define TAKEN_MOST 2000

/* Paragraphs of what a site tells of itself at most: answers to a question have more. */
#define PARAGRAPHS_MOST 2

/* What a body is called. */
#define BODY_MARKS (DANA__MARK_BIT(POST) | DANA__MARK_BIT(CONTENT))

/* Returns the outermost element that is called a body and begins behind the headline; 0: there is
 * none. */
static uint32_t find_body(const dana__blocks *blocks, size_t headline)
{
    size_t end = headline + 1 + BLOCKS_MOST;

    for (uint32_t i = blocks->blocks[headline].node + 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (node->first_block >= end) {
            return 0;
        }
        if (node->first_block > headline && node->marks == BODY_MARKS && node->pruned == 0 &&
            node->text >= BODY_LEAST) {
            return i;
        }
    }
    return 0;
}

/* The smallest element around a block and an element behind it. */
static const dana__node *find_around(const dana__blocks *blocks, size_t block, uint32_t body)
{
    const dana__node *around = &blocks->nodes[blocks->nodes[body].parent];

    while (around->first_block > block) {
        around = &blocks->nodes[around->parent];
    }
    return around;
}

static bool is_any_taken(const dana__blocks *blocks, size_t first, size_t end)
{
    while (first < end && !dana__is_taken(&blocks->blocks[first])) {
        first++;
    }
    return first < end;
}

/* Whether what is taken is as short as what a site tells of itself. */
static bool is_little_taken(const dana_page *page, const dana__blocks *blocks)
{
    float unit = dana__text_unit(blocks);
    size_t paragraphs = 0;

    for (size_t i = 0; i < blocks->block_count && paragraphs <= PARAGRAPHS_MOST; i++) {
        const dana__block *block = &blocks->blocks[i];

        paragraphs += dana__is_taken(block) && dana__is_full_paragraph(page, block, unit);
    }
    return paragraphs <= PARAGRAPHS_MOST &&
           dana__taken_text(blocks, 0, blocks->block_count) <= TAKEN_MOST;
}

void dana__take_body(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    uint32_t body = headline < blocks->block_count ? find_body(blocks, headline) : 0;

    if (body == 0) {
        return;
    }
    const dana__node *around = find_around(blocks, headline, body);

    if (is_any_taken(blocks, around->first_block, around->end_block) ||
        !is_little_taken(page, blocks)) {
        return;
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block)) {
            block->decision = DANA__DECISION_CUT;
        }
        if (i >= blocks->nodes[body].first_block && i < blocks->nodes[body].end_block &&
            block->rule == 0) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}
