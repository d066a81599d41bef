#include "extractors/auto/headline.h"

#include "measure/block_texts.h"
#include "page/count.h"

/* Texts of less than a fifth of the title, or more than so many times its length and so many code
 * points more, cannot be the headline; their likeness is 0. */
#define SHORTEST_PART 5
#define LONGEST_TIMES 4
#define LONGEST_MORE  40
/* A block is the headline from this likeness on. */
#define LEAST_LIKENESS .35f
/* Likenesses are kept in so many steps. */
#define LIKENESS_STEPS 200.0f
/* Distances beyond tell nothing more. */
#define FAR_BLOCKS 500.0f
/* Distances on a page without headline. */
#define NO_BLOCKS (-1000.0f)
#define NO_TEXT   (-1e6f)

/* The code points of a text, what references stand for. */
static uint32_t count_text(const char *p, const char *end)
{
    static const dana_scan_options options = {.count = DANA_COUNT_CHARACTERS};
    dana__line_state alone = {false, false};
    dana__text_count count;

    dana__count_text(p, end, end, &options, &alone, &count);
    return count.content;
}

static void read_title(dana__headline *h)
{
    dana_span title = h->blocks->title;
    const char *source = h->page->source.data;

    h->title_text = count_text(source + title.start, source + title.end);
    dana__make_word_set(source + title.start, source + title.end, &h->title);
}

/*
 * The likeness of a block and the title, 0 to 1: Dice's coefficient of their tokens. A token that
 * the title has more than once counts as often as that, wherever the block has it once; that is
 * no more than equal. Advances h->unit to the first text after the block.
 */
static float likeness(dana__headline *h, const dana__block *block)
{
    const dana_unit *unit;
    bool asked = SHORTEST_PART * block->text >= h->title_text &&
                 block->text <= LONGEST_TIMES * h->title_text + LONGEST_MORE;
    const dana_view source = h->page->source;
    uint64_t matched = 0;
    size_t count = 0;

    for (unit = dana__next_text_of(h->page, block, &h->unit); unit != NULL;
         unit = dana__next_text_of(h->page, block, &h->unit)) {
        const char *text = source.data + unit->start;

        if (asked) {
            count += dana__match_words(&h->title, text, text + unit->length,
                                       source.data + source.length, &matched);
        }
    }
    if (matched == 0) {
        return 0.0f;
    }
    float dice = 2.0f * (float)__builtin_popcountll(matched) / (float)(count + h->title.count);

    return dice < 1.0f ? dice : 1.0f;
}

static void note_anchor(dana__headline *h, size_t index)
{
    h->anchor = index;
    h->text_before = h->next_text_before;
    h->links_before = h->next_links_before;
}

/* Moves the sums on to a block. */
static void advance(dana__headline *h, size_t index)
{
    for (; h->next < index; h->next++) {
        h->next_text_before += h->blocks->blocks[h->next].text;
        h->next_links_before += h->blocks->blocks[h->next].link_text;
    }
}

/* Whether a block is a heading that leads nowhere: the headline on its own page. */
static bool is_own_heading(const dana__block *block)
{
    return block->heading != 0 && block->link_text < block->text;
}

/* Compares all blocks; the one that is most like the title is the headline, the first of equals. */
static void compare_blocks(dana__headline *h)
{
    uint8_t *steps = h->likenesses.data;
    uint8_t best = (uint8_t)(LEAST_LIKENESS * LIKENESS_STEPS) - 1;
    uint8_t best_heading = best;

    for (size_t i = 0; i < h->blocks->block_count; i++) {
        advance(h, i);
        steps[i] = (uint8_t)(likeness(h, &h->blocks->blocks[i]) * LIKENESS_STEPS);
        if (steps[i] > best) {
            best = steps[i];
            note_anchor(h, i);
        }
        if (steps[i] > best_heading && is_own_heading(&h->blocks->blocks[i])) {
            best_heading = steps[i];
            h->heading = i;
        }
    }
    h->next = 0;
    h->next_text_before = 0;
    h->next_links_before = 0;
}

dana_status dana__find_headline_block(dana_page *page, const dana__blocks *blocks,
                                      dana__headline *out, dana_error *err)
{
    *out = (dana__headline){.page = page,
                            .blocks = blocks,
                            .anchor = blocks->block_count,
                            .heading = blocks->block_count};
    dana_buffer_init(&out->likenesses, sizeof(uint8_t));
    read_title(out);
    if (out->title.count == 0 || blocks->block_count == 0) {
        return DANA_OK;
    }
    dana_status status = dana_buffer_reserve(page->arena, &out->likenesses, blocks->block_count,
                                             err);

    if (status != DANA_OK) {
        return status;
    }
    compare_blocks(out);
    if (out->anchor < blocks->block_count) {
        dana__chain_around(blocks, out->anchor, &out->around);
    }
    return DANA_OK;
}

void dana__release_headline(dana_page *page, dana__headline *headline)
{
    dana_buffer_release(page->arena, &headline->likenesses);
}

float dana__likeness_of(const dana__headline *h, size_t index)
{
    const uint8_t *steps = h->likenesses.data;

    return steps != NULL ? (float)steps[index] / LIKENESS_STEPS : 0.0f;
}

dana__headline_group dana__measure_headline(dana__headline *h, size_t index)
{
    const dana__blocks *blocks = h->blocks;

    if (h->anchor == blocks->block_count) {
        return (dana__headline_group){.likeness = dana__likeness_of(h, index),
                                      .from_blocks = NO_BLOCKS,
                                      .from_text = NO_TEXT,
                                      .common_share = -1.0f,
                                      .common_blocks = -1.0f,
                                      .common_height = -1.0f,
                                      .link_share = -1.0f};
    }
    advance(h, index);
    const dana__node *common = dana__chain_move(&h->around, index);
    float blocks_between = (float)index - (float)h->anchor;
    float text_between = (float)h->next_text_before - (float)h->text_before;
    float links_between = (float)h->next_links_before - (float)h->links_before;

    return (dana__headline_group){
        .likeness = dana__likeness_of(h, index),
        .from_blocks = blocks_between < -FAR_BLOCKS  ? -FAR_BLOCKS
                       : blocks_between > FAR_BLOCKS ? FAR_BLOCKS
                                                     : blocks_between,
        .from_text = text_between,
        .common_share = blocks->text > 0 ? (float)common->text / (float)blocks->text : 0.0f,
        .common_blocks = (float)(common->end_block - common->first_block),
        .common_height = (float)h->around.common,
        .link_share = text_between != 0.0f ? links_between / text_between : 0.0f,
    };
}
