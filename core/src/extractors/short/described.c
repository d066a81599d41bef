#include "extractors/short/described.h"

#include "blocks/marks.h"
#include "extractors/bounds/article_text.h"
#include "measure/stated_text.h"

/* Blocks from the headline to what a description tells, at least and at most. */
#define DISTANCE_LEAST 3
#define DISTANCE_MOST  24

/* Of a block's runs of tokens: so many at least, the description has so many parts of ten, and the
 * text less than half. */
#define RUNS_LEAST 4
#define SAID_PARTS 8

/* One part of how many of it may be links. */
#define LINK_PARTS 3

/* What tells of a text instead of being of it. */
#define APART_MARKS (DANA__MARK_BIT(HEADER) | DANA__MARK_BIT(AUTHOR) | DANA__MARK_BIT(CAPTION))

/* Whether a block was left out by no rule, and is called nothing else. */
static bool may_begin(const dana__blocks *blocks, const dana__block *block)
{
    return (block->decision == DANA__DECISION_REFUSED ||
            block->decision == DANA__DECISION_OUTSIDE) &&
           block->rule == 0 && LINK_PARTS * (uint64_t)block->link_text <= block->text &&
           (blocks->nodes[block->node].all_marks & APART_MARKS) == 0;
}

/* What the page says of itself, and what is taken of it, each with the first text unit that was not
 * looked at. */
typedef struct {
    dana__stated_text described;
    dana__stated_text taken;
    size_t described_unit;
    size_t taken_unit;
    bool is_read; /* whether `taken` is */
} said_texts;

static bool is_described(const dana_page *page, said_texts *said, const dana__block *block)
{
    dana__stated_part part = dana__find_in_stated(page, &said->described, block,
                                                  &said->described_unit);

    return part.runs >= RUNS_LEAST && 10 * (uint64_t)part.found >= SAID_PARTS * part.runs;
}

/* Takes a block, unless what is taken of the page says it. */
static dana_status take_new(dana_page *page, dana__blocks *blocks, said_texts *said,
                            dana__block *block, dana_error *err)
{
    dana_status status = DANA_OK;

    if (!said->is_read) {
        status = dana__read_taken(page, blocks, &said->taken, err);
        said->is_read = true;
    }
    if (status == DANA_OK && said->taken.bits != NULL) {
        dana__stated_part part = dana__find_in_stated(page, &said->taken, block, &said->taken_unit);

        if (2 * part.found < part.runs) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
    return status;
}

dana_status dana__keep_described(dana_page *page, dana__blocks *blocks, size_t headline,
                                 dana_error *err)
{
    said_texts said = {.is_read = false};

    if (headline >= blocks->block_count || blocks->head.description_count == 0) {
        return DANA_OK;
    }
    size_t end = dana__find_article_text(page, blocks, headline).first;
    dana_status status = dana__read_descriptions(page, blocks, &said.described, err);

    if (end == blocks->block_count || said.described.bits == NULL) {
        return status;
    }
    for (size_t i = headline + DISTANCE_LEAST;
         i < end && i <= headline + DISTANCE_MOST && status == DANA_OK; i++) {
        dana__block *block = &blocks->blocks[i];

        if (may_begin(blocks, block) && is_described(page, &said, block)) {
            status = take_new(page, blocks, &said, block, err);
        }
    }
    return status;
}
