#include "extractors/short/quotes.h"

#include "base/ascii.h"
#include "blocks/marks.h"
#include "dana/result.h"
#include "extractors/keep/cards.h"
#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "html/references.h"
#include "measure/sentence.h"
#include "measure/stated_text.h"
#include "page/page.h"

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

/* Whether an element shows what a post answers: NodeBB sets the whole post there, of which readers
 * see a line. What somebody quotes is in the post's own text. */
static bool is_preview(const dana_page *page, const dana__node *node)
{
    dana_view value;

    return dana_tag_attribute(dana__start_tag_of(page, node), "component", &value) &&
           dana__is_text(value, "post/parent");
}

void dana__cut_previews(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (node->text == 0 || !is_preview(page, node)) {
            continue;
        }
        for (size_t k = node->first_block; k < node->end_block; k++) {
            dana__block *block = &blocks->blocks[k];

            block->decision = DANA__DECISION_REPEATED; /* no rule takes it again */
        }
        i = node->end - 1;
    }
}

/* Code points of the line that says who is quoted ("Gil said:") at most. */
#define HEAD_MOST 80

/* Whether a line, not the last one of the page, says who is quoted right behind it: the first line
 * of a quotation, or the one before. */
static bool is_head(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    const dana__block *head = &blocks->blocks[i];
    uint32_t quote = dana__is_inside(&blocks->nodes[head[1].node], DANA__KIND_BIT(QUOTE))
                         ? quote_of(blocks, head + 1)
                         : 0;
    size_t first = blocks->nodes[quote].first_block;

    return quote != 0 && (first == i || first == i + 1) && head->text <= HEAD_MOST &&
           head->heading == 0 && dana__ends_with_colon(page, head);
}

void dana__settle_quote_heads(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 0; i + 1 < blocks->block_count; i++) {
        dana__block *head = &blocks->blocks[i];
        bool is_taken = dana__is_taken(head);

        if (is_taken == dana__is_taken(head + 1) || !is_head(page, blocks, i)) {
            continue;
        }
        if (!is_taken && dana__is_out(head)) {
            head->decision = DANA__DECISION_LEARNED;
        } else if (is_taken && dana__is_inside(&blocks->nodes[head->node], DANA__KIND_BIT(QUOTE))) {
            head->decision = DANA__DECISION_CUT;
        }
    }
}

/* Code points of a line below a quotation at most that says who says it, such lines at most, and
 * elements around them that may be the item which holds both. */
#define NAME_MOST  60
#define NAMES_MOST 3
#define ITEM_LEVEL 6

/* Digits of a name below what is no element for quotations: one that has more has a day, and is of
 * a post. */
#define DIGITS_MOST 2

/* What a name below a quotation is not called, whatever it is pruned for. */
#define OTHER_MARKS (DANA__BESIDE_MARKS & ~DANA__MARK_BIT(FOOTER))

/* How a text begins that somebody says, as pages write it. */
static const uint32_t openings[] = {'"', 0xAB, 0x201C, 0x201E, 0x300C, 0x300E};

/* Whether a taken block is what somebody says: in an element for quotations, or behind a mark. */
static bool is_said(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    size_t length;

    if (!dana__is_taken(block) || block->heading > 0) {
        return false;
    }
    uint32_t first = dana__character_at(page->source.data + block->start,
                                        page->source.data + block->end, &length);

    for (size_t i = 0; i < DANA__COUNT(openings); i++) {
        if (first == openings[i]) {
            return true;
        }
    }
    return dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(QUOTE));
}

/* Whether a block may be a name below a quotation, or what its bearer is: no item of a list, no
 * number, no row of links, and no link that other texts have, too ("Learn more"). */
static bool may_be_name(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *node = &blocks->nodes[block->node];
    bool may_be_taken = dana__is_taken(block) || dana__is_out(block) ||
                        (block->decision == DANA__DECISION_PRUNED &&
                         (dana__pruned_marks(blocks, block->node) & OTHER_MARKS) == 0);

    return may_be_taken && block->text <= NAME_MOST && node->kind != DANA__KIND_ITEM &&
           2 * block->digits < block->text && block->links <= 1 &&
           page->source.data[block->end - 1] != '|' &&
           (block->repeats <= 1 || block->link_text < block->text) &&
           !dana__ends_sentence(page, block);
}

/* The element that holds a quotation, the block before `name`, and ends with a few names behind it;
 * 0: there is none. */
static uint32_t item_of(const dana_page *page, const dana__blocks *blocks, size_t name)
{
    uint32_t node = blocks->blocks[name].node;

    for (int k = 0; k < ITEM_LEVEL && blocks->nodes[node].first_block == name; k++) {
        node = blocks->nodes[node].parent;
    }
    size_t end = blocks->nodes[node].end_block;

    if (blocks->nodes[node].first_block == name || end > name + NAMES_MOST) {
        return 0;
    }
    for (size_t i = name; i < end; i++) {
        if (!may_be_name(page, blocks, &blocks->blocks[i])) {
            return 0;
        }
    }
    return node;
}

/* Whether an element is of a quotation whatever stands beside it. */
static bool is_figure(const dana__blocks *blocks, uint32_t node, const dana__block *said)
{
    return blocks->nodes[node].kind == DANA__KIND_QUOTE ||
           (blocks->nodes[node].kind == DANA__KIND_FIGURE &&
            dana__is_inside(&blocks->nodes[said->node], DANA__KIND_BIT(QUOTE)));
}

static void take_names(dana__blocks *blocks, uint32_t node, size_t name)
{
    for (size_t i = name; node != 0 && i < blocks->nodes[node].end_block; i++) {
        blocks->blocks[i].decision = dana__is_taken(&blocks->blocks[i]) ? blocks->blocks[i].decision
                                                                        : DANA__DECISION_LEARNED;
    }
}

void dana__keep_speakers(const dana_page *page, dana__blocks *blocks)
{
    uint32_t last = 0; /* the item before, and where its names begin */
    size_t last_name = 0;

    for (size_t i = 1; i < blocks->block_count; i++) {
        if (blocks->blocks[i].text > NAME_MOST || !is_said(page, blocks, &blocks->blocks[i - 1])) {
            continue;
        }
        uint32_t item = item_of(page, blocks, i);
        bool is_caption = (blocks->nodes[blocks->blocks[i].node].all_marks &
                           DANA__MARK_BIT(CAPTION)) != 0;
        bool is_one_of_two = item != 0 && last != 0 && !is_caption &&
                             blocks->blocks[i].digits <= DIGITS_MOST &&
                             blocks->nodes[last].shape == blocks->nodes[item].shape;

        if (is_one_of_two || (item != 0 && is_figure(blocks, item, &blocks->blocks[i - 1]))) {
            take_names(blocks, is_one_of_two ? last : 0, last_name);
            take_names(blocks, item, i);
        }
        last = item != 0 ? item : last;
        last_name = item != 0 ? i : last_name;
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
