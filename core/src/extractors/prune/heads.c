#include "extractors/prune/heads.h"

#include "blocks/page_hints.h"
#include "dana/result.h"
#include "extractors/keep/cards.h"
#include "extractors/keep/foreign.h"
#include "html/elements.h"

/* How likely a page is one that lists or offers things at least, and a thread at most. */
#define LIST_LEAST  .5f
#define THREAD_MOST .3f

/* How sure the learned step has to be of a text in a head. */
#define SURE_LEAST .1f

/* Code points of a statement at least, and blocks behind the h1 that are looked at. */
#define STATEMENT_LEAST 40
#define STATEMENT_REACH 4

static bool may_offer(const dana__blocks *blocks, const float *types)
{
    float list = types[DANA_PAGE_LISTING] + types[DANA_PAGE_COLLECTION] + types[DANA_PAGE_SERVICE];

    return list >= LIST_LEAST && types[DANA_PAGE_FORUM] < THREAD_MOST &&
           (blocks->hints & (DANA__HINT_THREAD | DANA__HINT_ARTICLE)) == 0 &&
           !dana__is_product(blocks->hints, types[DANA_PAGE_PRODUCT]);
}

/* Whether a block was left out for what an element around it is called, a header and nothing else
 * that holds no text. */
static bool is_of_head(const dana__blocks *blocks, const dana__block *block)
{
    if (block->decision != DANA__DECISION_PRUNED || 2 * (uint64_t)block->link_text > block->text) {
        return false;
    }
    uint32_t marks = dana__pruned_marks(blocks, block->node);

    return (marks & DANA__MARK_BIT(HEADER)) != 0 && (marks & DANA__BESIDE_MARKS) == 0;
}

/* The first h1; the end of the page: there is none. */
static size_t find_title(const dana__blocks *blocks)
{
    size_t i = 0;

    while (i < blocks->block_count &&
           (blocks->blocks[i].heading != 1 ||
            (blocks->nodes[blocks->blocks[i].node].all_marks & DANA__MARK_BIT(DIALOG)) != 0)) {
        i++;
    }
    return i;
}

/* The element called a header that holds a block, the outermost one. */
static uint32_t find_head(const dana__blocks *blocks, const dana__block *block)
{
    uint32_t head = 0;

    for (uint32_t i = block->node; i != 0 && blocks->nodes[i].pruned != 0;
         i = blocks->nodes[i].parent) {
        head = (blocks->nodes[i].marks & DANA__MARK_BIT(HEADER)) != 0 ? i : head;
    }
    return head;
}

/* Takes the h1 and the statement behind it, where one element called a header holds both. */
static void take_statement(dana__blocks *blocks, size_t title)
{
    dana__block *first = &blocks->blocks[title];
    size_t end = blocks->nodes[find_head(blocks, first)].end_block;
    bool has_text = false;

    if (!is_of_head(blocks, first)) {
        return;
    }
    end = end < title + STATEMENT_REACH ? end : title + STATEMENT_REACH;
    for (size_t i = title + 1; i < end; i++) {
        dana__block *block = &blocks->blocks[i];

        if (is_of_head(blocks, block) &&
            (block->score >= SURE_LEAST || dana__text_outside_links(block) >= STATEMENT_LEAST)) {
            block->decision = DANA__DECISION_LEARNED;
        }
        has_text |= dana__is_taken(block);
    }
    if (has_text) {
        first->decision = DANA__DECISION_LEARNED;
    }
}

void dana__keep_heads(dana__blocks *blocks, const float *types)
{
    if (!dana__has_mark(blocks, DANA__MARK_BIT(HEADER)) || !may_offer(blocks, types)) {
        return;
    }
    size_t title = find_title(blocks);

    if (title == blocks->block_count) {
        return;
    }
    take_statement(blocks, title);
    for (size_t i = title + 1; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (block->score >= SURE_LEAST && is_of_head(blocks, block)) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}
