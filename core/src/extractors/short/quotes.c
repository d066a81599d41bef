#include "extractors/short/quotes.h"

#include "dana/result.h"
#include "html/elements.h"
#include "measure/stated_text.h"

/* Code points of a quotation at least: a short one tells what is answered. */
#define QUOTE_LEAST 300

/* Of ten runs of its words seven have to stand in what is taken before. */
#define RUN_PARTS   10
#define FOUND_PARTS 7

/* The outermost quotation around a block, with the aside that holds it (forums name there who is
 * quoted); 0: there is none. */
static uint32_t quote_of(const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *nodes = blocks->nodes;
    uint32_t quote = 0;

    if (dana__is_inside(&nodes[block->node], DANA__KIND_BIT(QUOTE))) {
        for (uint32_t node = block->node; node != 0; node = nodes[node].parent) {
            quote = nodes[node].kind == DANA__KIND_QUOTE ? node : quote;
        }
        quote = nodes[nodes[quote].parent].kind == DANA__KIND_ASIDE ? nodes[quote].parent : quote;
    }
    return quote;
}

/* The source bytes of what is taken, if some of it is quoted; else 0. */
static size_t measure(const dana__blocks *blocks)
{
    size_t bytes = 0;
    bool quotes = false;

    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block)) {
            bytes += block->end - block->start;
            quotes |= dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(QUOTE));
        }
    }
    return quotes ? bytes : 0;
}

/* Whether a quotation, the blocks [first, end), is long and stands in the texts before it. */
static bool says_again(const dana_page *page, const dana__blocks *blocks, size_t first, size_t end,
                       const dana__stated_text *before, size_t *unit)
{
    uint64_t text = 0;
    uint64_t runs = 0;
    uint64_t found = 0;

    for (size_t i = first; i < end; i++) {
        dana__stated_part part = dana__find_in_stated(page, before, &blocks->blocks[i], unit);

        text += blocks->blocks[i].text;
        runs += part.runs;
        found += part.found;
    }
    return text >= QUOTE_LEAST && RUN_PARTS * found >= FOUND_PARTS * runs;
}

static void cut(dana__blocks *blocks, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_REPEATED;
        }
    }
}

dana_status dana__cut_quotes(dana_page *page, dana__blocks *blocks, dana_error *err)
{
    dana__stated_text before;
    size_t unit = 0;
    size_t end;
    dana_status status = dana__make_stated(page, measure(blocks), &before, err);

    if (status != DANA_OK || before.bits == NULL) {
        return status;
    }
    for (size_t i = 0; i < blocks->block_count; i = end) {
        uint32_t quote = quote_of(blocks, &blocks->blocks[i]);

        end = quote != 0 ? blocks->nodes[quote].end_block : i + 1;
        if (quote != 0 && says_again(page, blocks, i, end, &before, &unit)) {
            cut(blocks, i, end);
        } else if (quote == 0 && dana__is_taken(&blocks->blocks[i])) {
            dana__add_to_stated(page, &before, &blocks->blocks[i], &unit);
        }
    }
    return DANA_OK;
}
