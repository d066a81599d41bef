#include "extractors/prune/offers.h"

#include "blocks/marks.h"
#include "extractors/bounds/rows.h"
#include "html/elements.h"
#include "listing/class_words.h"
#include "measure/calls.h"
#include "page/page.h"
#include "text/plain_text.h"

/* Blocks of such a box, code points outside its links, and code points of the line that it ends
 * with, at most. */
#define OFFER_BLOCKS 6
#define OFFER_MOST   600
#define PRESS_MOST   60
/* The same of a box that a class names: a poll has its choices. */
#define NAMED_BLOCKS 32
#define NAMED_MOST   1000
/* Bytes of a start tag that are read at most. */
#define TAG_MOST 512
/* Code points of a head at most. */
#define HEAD_MOST 120
/* Blocks between a box and the paragraphs beside it at most, and siblings that are looked at. */
#define BESIDE_MOST   8
#define SIBLINGS_MOST 64
/* Boxes of one class at most: more are a list of things, with a link each. */
#define ALIKE_MOST 2

/* Whether an element is a box of some text: not one of its parts, nor the frame of a page. */
static bool is_box(const dana__node *node, size_t blocks_most, uint32_t text_most)
{
    const uint64_t kinds = DANA__KIND_BIT(DIV) | DANA__KIND_BIT(SECTION) | DANA__KIND_BIT(ASIDE);
    size_t count = node->end_block - node->first_block;

    return (kinds >> node->kind & 1) != 0 && count > 0 && count <= blocks_most &&
           node->non_link_text <= text_most && !node->holds_main;
}

/* Whether a block stands in an element or right below it, as a paragraph: no heading, no link. */
static bool is_paragraph_of(const dana__blocks *blocks, const dana__block *block, uint32_t around)
{
    const dana__node *node = &blocks->nodes[block->node];

    return block->heading == 0 && 2 * (uint64_t)block->link_text <= block->text &&
           (block->node == around || node->parent == around);
}

/* Whether paragraphs that are taken stand before and behind a box, in the element around it. */
static bool is_among_paragraphs(const dana__blocks *blocks, const dana__node *box)
{
    size_t first = box->first_block;
    size_t end = box->end_block;
    size_t steps = 0;

    while (first > 0 && steps < BESIDE_MOST && !dana__is_taken(&blocks->blocks[first - 1])) {
        first--;
        steps++;
    }
    if (first == 0 || !dana__is_taken(&blocks->blocks[first - 1]) ||
        !is_paragraph_of(blocks, &blocks->blocks[first - 1], box->parent)) {
        return false;
    }
    for (steps = 0; end < blocks->block_count && steps < BESIDE_MOST; end++, steps++) {
        if (dana__is_taken(&blocks->blocks[end])) {
            return is_paragraph_of(blocks, &blocks->blocks[end], box->parent);
        }
    }
    return false;
}

/* Whether an element is one of a list: more of its kind and class stand beside it. */
static bool is_one_of_many(const dana__blocks *blocks, size_t index)
{
    const dana__node *box = &blocks->nodes[index];
    size_t alike = 0;
    size_t steps = 0;

    for (size_t i = box->parent + 1; i < blocks->nodes[box->parent].end && steps < SIBLINGS_MOST;
         i = blocks->nodes[i].end, steps++) {
        alike += blocks->nodes[i].shape == box->shape && blocks->nodes[i].text > 0;
    }
    return alike > ALIKE_MOST || steps == SIBLINGS_MOST;
}

/* Whether a line is nothing but a link to another page, or a button. */
static bool is_pressed(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    if (block->text > PRESS_MOST || block->heading != 0) {
        return false;
    }
    return dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(BUTTON)) ||
           (block->link_text > 0 && block->link_text == block->text &&
            dana__first_link(page, block) == DANA__LINK_ELSEWHERE);
}

/* Whether a box offers something: a head or a class says what, and a link or a button ends it. */
static bool is_offer(const dana_page *page, const dana__blocks *blocks, const dana__node *box)
{
    const dana__block *head = &blocks->blocks[box->first_block];
    const dana__block *last = &blocks->blocks[box->end_block - 1];

    return head->text <= HEAD_MOST && head->link_text == 0 &&
           (head->heading > 0 || (box->marks & DANA__MARK_BIT(HERO)) != 0) &&
           is_pressed(page, blocks, last);
}

/* Bytes of a link that holds a box at most. */
#define CARD_BYTES 4096

/* Whether all of a box is one link, of a title and what stands below it: a card. */
static bool is_card(const dana_page *page, const dana__blocks *blocks, const dana__node *box)
{
    return box->non_link_text == 0 &&
           dana__in_one_link(page, &blocks->blocks[box->first_block],
                             &blocks->blocks[box->end_block - 1], CARD_BYTES);
}

/* Whether the head of a box is all that is taken of it. */
static bool has_head_alone(const dana__blocks *blocks, const dana__node *box)
{
    const dana__block *head = &blocks->blocks[box->first_block];

    if (head->heading == 0 || head->text > HEAD_MOST || !dana__is_taken(head)) {
        return false;
    }
    for (size_t i = box->first_block + 1; i < box->end_block; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            return false;
        }
    }
    return true;
}

/* Whether a box among paragraphs, of two blocks and more, offers something, or was refused but for
 * its head. */
static bool is_offered(const dana_page *page, const dana__blocks *blocks, size_t index)
{
    const dana__node *box = &blocks->nodes[index];

    return is_box(box, OFFER_BLOCKS, OFFER_MOST) && box->end_block - box->first_block > 1 &&
           (is_offer(page, blocks, box) || is_card(page, blocks, box) ||
            has_head_alone(blocks, box)) &&
           is_among_paragraphs(blocks, box) && !is_one_of_many(blocks, index);
}

/* Whether a class names a box an offer or a poll; not where the page is a poll: it holds half of
 * the text. */
static bool is_named(const dana_page *page, const dana__blocks *blocks, const dana__node *box,
                     uint64_t text)
{
    dana_view tag;

    if (!is_box(box, NAMED_BLOCKS, NAMED_MOST) ||
        2 * (uint64_t)dana__taken_text(blocks, box->first_block, box->end_block) >= text) {
        return false;
    }
    tag = dana__cut_bytes(dana__start_tag_of(page, box), TAG_MOST);
    return (dana__class_sets(dana__class_value(tag)) & DANA__CLASS_OFFER) != 0;
}

void dana__cut_offers(const dana_page *page, dana__blocks *blocks)
{
    bool has_names = dana__may_have_class(page, DANA__CLASS_OFFER);
    uint64_t text = has_names ? dana__taken_text(blocks, 0, blocks->block_count) : 0;

    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *box = &blocks->nodes[i];

        if ((has_names && is_named(page, blocks, box, text)) || is_offered(page, blocks, i)) {
            dana__cut_taken(blocks, box->first_block, box->end_block);
            i = box->end - 1;
        }
    }
}
