#include "extractors/keep/announced.h"

#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "measure/sentence.h"
#include "page/page.h"

/* How sure the learned step has to be that an item is none of the text, and items at most. */
#define SURE_BELOW .15f
#define ITEMS_MOST 60
/* Characters of a label at most, and how sure the learned step has to be of it. */
#define LABEL_MOST  40
#define LABEL_LEAST .3f

/* Whether a block of text, no heading, ends with a colon. */
static bool announces(const dana_page *page, const dana__block *block)
{
    return block->heading == 0 && dana__ends_with_colon(page, block);
}

/* The list around a block whose element is beside the one of another block; 0: there is none. */
static uint32_t list_beside(const dana__blocks *blocks, size_t item, size_t text)
{
    uint32_t parent = blocks->nodes[blocks->blocks[text].node].parent;
    uint32_t node = blocks->blocks[item].node;

    while (node != 0 && blocks->nodes[node].parent != parent) {
        node = blocks->nodes[node].parent;
    }
    return blocks->nodes[node].kind == DANA__KIND_LIST ? node : 0;
}

/* Whether a block was refused for little, and is in no box of the page. */
static bool is_doubtful(const dana__blocks *blocks, const dana__block *block)
{
    return block->decision == DANA__DECISION_REFUSED && block->rule == 0 &&
           block->score >= SURE_BELOW &&
           (blocks->nodes[block->node].all_marks & DANA__BESIDE_MARKS) == 0;
}

/* Takes the list that begins with a block behind a text, or nothing of it. */
static void take_list(dana__blocks *blocks, size_t first, size_t text)
{
    uint32_t list = list_beside(blocks, first, text);
    size_t end = list != 0 ? blocks->nodes[list].end_block : first;

    if (end - first > ITEMS_MOST) {
        return;
    }
    for (size_t i = first; i < end; i++) {
        if (!is_doubtful(blocks, &blocks->blocks[i])) {
            return;
        }
    }
    for (size_t i = first; i < end; i++) {
        blocks->blocks[i].decision = DANA__DECISION_LEARNED;
    }
}

/* Takes a label where what stands before it and what it announces are taken: "Dates:". */
static void take_label(const dana_page *page, dana__blocks *blocks, size_t i)
{
    dana__block *label = &blocks->blocks[i];
    const dana__node *node = &blocks->nodes[label->node];

    if (is_doubtful(blocks, label) && label->score >= LABEL_LEAST && label->text <= LABEL_MOST &&
        announces(page, label) && dana__is_taken(label - 1) && dana__is_taken(label + 1) &&
        i + 1 < blocks->nodes[node->parent].end_block) {
        label->decision = DANA__DECISION_LEARNED;
    }
}

/* Code points of the name of a list at most, which is a line of its own. */
#define NAME_MOST 60

/* Takes the name of a list where the list, and what stands before the name in the same element, are
 * taken: a line that is set bold in place of a heading. */
static void take_name(dana__blocks *blocks, size_t i)
{
    dana__block *name = &blocks->blocks[i];
    const dana__node *node = &blocks->nodes[name->node];
    const dana__node *around = &blocks->nodes[node->parent];

    if (dana__is_out(name) && name->score >= SURE_BELOW && name->text <= NAME_MOST &&
        name->link_text == 0 && name->heading == 0 && node->kind == DANA__KIND_P &&
        (node->all_marks & DANA__BESIDE_MARKS) == 0 && dana__is_taken(name - 1) &&
        dana__is_taken(name + 1) && i > around->first_block && i + 1 < around->end_block &&
        list_beside(blocks, i + 1, i) != 0) {
        name->decision = DANA__DECISION_LEARNED;
    }
}

static bool is_refused_link(const dana__blocks *blocks, const dana__block *block)
{
    return 2 * (uint64_t)block->link_text > block->text ||
           (blocks->nodes[block->node].all_marks & DANA__BESIDE_MARKS) != 0;
}

/* Whether a picture stands between two blocks: the text may announce it. */
static bool has_picture_between(const dana_page *page, const dana__block *first,
                                const dana__block *second)
{
    return memmem(page->source.data + first->end, second->start - first->end, "<img", 4) != NULL;
}

/* Whether a block stands in the element around another's, or around that one. */
static bool is_near(const dana__blocks *blocks, size_t i, size_t other)
{
    uint32_t node = blocks->nodes[blocks->nodes[blocks->blocks[i].node].parent].parent;

    return other < blocks->nodes[node].end_block;
}

/* Cuts the last text that is taken where it is a label of links or a box that is not: "Share:". */
static void cut_last_label(const dana_page *page, dana__blocks *blocks)
{
    size_t end = blocks->block_count;

    while (end > 0 && !dana__is_taken(&blocks->blocks[end - 1])) {
        end--;
    }
    if (end > 1 && end < blocks->block_count && blocks->blocks[end - 1].text <= LABEL_MOST &&
        announces(page, &blocks->blocks[end - 1]) && is_near(blocks, end - 1, end) &&
        is_refused_link(blocks, &blocks->blocks[end]) &&
        !has_picture_between(page, &blocks->blocks[end - 1], &blocks->blocks[end])) {
        blocks->blocks[end - 1].decision = DANA__DECISION_CUT;
    }
}

void dana__keep_announced(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 1; i + 1 < blocks->block_count; i++) {
        take_label(page, blocks, i);
        take_name(blocks, i);
    }
    for (size_t i = 0; i + 1 < blocks->block_count; i++) {
        if (dana__is_taken(&blocks->blocks[i]) && announces(page, &blocks->blocks[i])) {
            take_list(blocks, i + 1, i);
        }
    }
    cut_last_label(page, blocks);
}
