#include "extractors/short/flow.h"

#include "base/ascii.h"
#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "measure/sentence.h"
#include "page/page.h"

#include <string.h>

/* Code points outside links of what is taken of a page whose text is short. */
#define SHORT_TEXT 1200

/* How sure the learned step has to be that a text is none; that one is that stands beside its like.
 */
#define SURE_BELOW .3f
#define LIKE_LEAST .25f

/* How likely a paragraph is at least that is the last one of a text, and how sure what stands
 * before it; code points outside links of it at least, and elements around it up to the smallest
 * that holds what stands before it at most. */
#define LAST_LEAST      .4f
#define BEFORE_LEAST    .75f
#define PARAGRAPH_LEAST 80
#define LAST_HEIGHT     2

/* One part of how many of a text may be links. */
#define LINK_PARTS 3

/* Blocks before and after a text among which one like it is looked for. */
#define REACH 6

/* Bytes before a text that are looked at for the tag of its link. */
#define TAG_MOST 400

/* Boxes, and what tells of a text instead of being of it. */
#define APART_MARKS                                                                                \
    (DANA__BESIDE_MARKS | DANA__MARK_BIT(AUTHOR) | DANA__MARK_BIT(META) | DANA__MARK_BIT(CAPTION))

/* Whether a text begins inside a link: it calls to follow that. */
static bool begins_with_link(const dana_page *page, const dana__block *block)
{
    const char *source = page->source.data;
    size_t at = block->start;

    while (at > 0 && dana__is_space(source[at - 1])) {
        at--;
    }
    size_t reach = at < TAG_MOST ? at : TAG_MOST;
    const char *tag = at > 0 && source[at - 1] == '>' ? memrchr(source + at - reach, '<', reach)
                                                      : NULL;

    return tag != NULL && (tag[1] | 0x20) == 'a' && dana__is_space(tag[2]);
}

/* Whether a sentence was left out by no rule, for little, and stands in no box of the page. */
static bool is_doubtful(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    return (block->decision == DANA__DECISION_REFUSED ||
            block->decision == DANA__DECISION_OUTSIDE) &&
           block->rule == 0 && block->heading == 0 && block->score >= LIKE_LEAST &&
           LINK_PARTS * (uint64_t)block->link_text <= block->text &&
           (blocks->nodes[block->node].all_marks & APART_MARKS) == 0 &&
           dana__ends_sentence(page, block) && !begins_with_link(page, block);
}

/* The largest element that holds a block alone. */
static const dana__node *whole_of(const dana__blocks *blocks, size_t i)
{
    const dana__node *node = &blocks->nodes[blocks->blocks[i].node];

    while (node->parent != 0 && blocks->nodes[node->parent].first_block == i &&
           blocks->nodes[node->parent].end_block == i + 1) {
        node = &blocks->nodes[node->parent];
    }
    return node;
}

/* Whether a text near a block, beside it in an element of the same kind and class, is taken. */
static bool has_like(const dana__blocks *blocks, size_t i)
{
    const dana__node *node = whole_of(blocks, i);
    size_t first = i > REACH ? i - REACH : 0;

    for (size_t k = first; k < blocks->block_count && k <= i + REACH; k++) {
        const dana__block *block = &blocks->blocks[k];

        if (k == i || !dana__is_taken(block) || block->heading != 0) {
            continue;
        }
        const dana__node *other = whole_of(blocks, k);

        if (other->shape == node->shape && other->parent == node->parent) {
            return true;
        }
    }
    return false;
}

/* Whether what stands right before a block, in the element around its own, is taken. */
static bool goes_on(const dana__blocks *blocks, size_t i)
{
    return i > blocks->nodes[whole_of(blocks, i)->parent].first_block &&
           dana__is_taken(&blocks->blocks[i - 1]);
}

void dana__keep_short_flow(const dana_page *page, dana__blocks *blocks)
{
    if (dana__taken_text(blocks, 0, blocks->block_count) > SHORT_TEXT) {
        return;
    }
    for (size_t i = 1; i < blocks->block_count; i++) {
        if (is_doubtful(page, blocks, &blocks->blocks[i]) &&
            (has_like(blocks, i) ||
             (blocks->blocks[i].score >= SURE_BELOW && goes_on(blocks, i)))) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Whether what is taken before a block stands beside it or in an element near around. */
static bool is_near(const dana__blocks *blocks, size_t i)
{
    uint32_t index = blocks->blocks[i].node;
    int height = 0;

    while (blocks->nodes[index].first_block == i && height <= LAST_HEIGHT) {
        index = blocks->nodes[index].parent;
        height++;
    }
    return height <= LAST_HEIGHT;
}

void dana__keep_last_paragraph(const dana_page *page, dana__blocks *blocks, bool may_be_article)
{
    size_t i = dana__last_taken(blocks, blocks->block_count);

    if (!may_be_article || i == 0 || i == blocks->block_count) {
        return;
    }
    dana__block *block = &blocks->blocks[i];

    if (block->score >= LAST_LEAST && block[-1].score >= BEFORE_LEAST &&
        dana__text_outside_links(block) >= PARAGRAPH_LEAST && is_doubtful(page, blocks, block) &&
        is_near(blocks, i)) {
        block->decision = DANA__DECISION_LEARNED;
    }
}
