#include "extractors/auto/listings.h"

#include "blocks/marks.h"
#include "extractors/auto/choose.h"
#include "extractors/auto/clean.h"
#include "extractors/auto/page_type.h"
#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "listing/language.h"
#include "page/page.h"

#include <string.h>

/* Longest label in bytes. */
#define LABEL_MAX 24

/* Whether a block may be taken with the listing that it is of. */
static bool is_code(const dana__block *block)
{
    return block->decision != DANA__DECISION_PRUNED && block->decision != DANA__DECISION_REPEATED &&
           block->decision != DANA__DECISION_CUT;
}

static bool is_in_listing(const dana__blocks *blocks, size_t i)
{
    return dana__is_inside(&blocks->nodes[blocks->blocks[i].node], DANA__KIND_BIT(PRE));
}

static void take(dana__blocks *blocks, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        dana__block *block = &blocks->blocks[i];

        if (is_code(block) && !dana__is_taken(block)) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Takes all of a listing of which most is taken. */
static void complete(dana__blocks *blocks, const dana__node *listing)
{
    uint64_t taken = 0;
    uint64_t text = 0;

    for (size_t i = listing->first_block; i < listing->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];

        text += is_code(block) ? block->text : 0;
        taken += dana__is_taken(block) ? block->text : 0;
    }
    if (2 * taken >= text) {
        take(blocks, listing->first_block, listing->end_block);
    }
}

/* Elements around a listing, those that hold more than it, that are asked for content before and
 * after it, and blocks of them on each side. Elements that are climbed at most: highlighters set a
 * listing into a table and several boxes. */
#define AROUND_LISTING 4
#define BESIDE_LISTING 32
#define CLIMB_MAX      16

/* Whether one of the first blocks of a range is taken. */
static bool begins_taken(const dana__blocks *blocks, size_t first, size_t end)
{
    for (size_t i = first; i < end && i < first + BESIDE_LISTING; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            return true;
        }
    }
    return false;
}

/* Whether one of the last blocks of a range is taken. */
static bool ends_taken(const dana__blocks *blocks, size_t first, size_t end)
{
    size_t from = end > first + BESIDE_LISTING ? end - BESIDE_LISTING : first;

    return begins_taken(blocks, from, end);
}

/* Code points of the title of a listing at most. */
#define TITLE_MOST 60

/* Whether a block is short, and left out by nothing but what its box is called: "codeHeader". */
static bool may_be_title(const dana__blocks *blocks, const dana__block *block)
{
    uint32_t marks = blocks->nodes[block->node].marks;

    return block->text <= TITLE_MOST &&
           (dana__is_out(block) ||
            (block->decision == DANA__DECISION_PRUNED && (marks & DANA__FOREIGN_MARKS) == 0 &&
             (marks & (DANA__MARK_BIT(HEADER) | DANA__MARK_BIT(CAPTION))) != 0));
}

/* The smallest element around a block that begins before it. */
static const dana__node *find_more(const dana__blocks *blocks, const dana__node *around,
                                   size_t first)
{
    for (int i = 0; i < CLIMB_MAX && around->first_block == first && around != blocks->nodes; i++) {
        around = &blocks->nodes[around->parent];
    }
    return around;
}

/* Whether listings are the end of the smallest element around them that holds more, right behind a
 * text in it that is taken. *first: their title is taken with them, if they stand in a box with it
 * alone ("relay.conf"). */
static bool is_last(const dana__blocks *blocks, size_t *first, size_t end)
{
    const dana__node *around = &blocks->nodes[blocks->blocks[*first].node];

    around = find_more(blocks, around, *first);
    if (around->first_block + 1 == *first && around->end_block == end && *first > 1 &&
        may_be_title(blocks, &blocks->blocks[*first - 1])) {
        const dana__node *more = find_more(blocks, around, *first - 1);

        if (more->first_block + 1 < *first && more->end_block == end &&
            dana__is_taken(&blocks->blocks[*first - 2])) {
            --*first;
            return true;
        }
    }
    return around->first_block < *first && around->end_block == end &&
           dana__is_taken(&blocks->blocks[*first - 1]);
}

/* Whether listings stand in the content: an element near around them has some before and after. */
static bool is_between(const dana__blocks *blocks, size_t first, size_t end)
{
    uint32_t node = blocks->blocks[first].node;

    for (int i = 0, climbed = 0; i < AROUND_LISTING && climbed < CLIMB_MAX && node != 0;
         climbed++) {
        const dana__node *around = &blocks->nodes[node];

        if (ends_taken(blocks, around->first_block, first) &&
            begins_taken(blocks, end, around->end_block)) {
            return true;
        }
        i += around->first_block < first || around->end_block > end;
        node = around->parent;
    }
    return false;
}

/* Takes the listings between texts that are taken. */
static void fill(dana__blocks *blocks)
{
    size_t end;

    for (size_t i = 0; i < blocks->block_count; i = end) {
        end = i + 1;
        if (!is_in_listing(blocks, i)) {
            continue;
        }
        while (end < blocks->block_count && is_in_listing(blocks, end)) {
            end++;
        }
        bool is_link = 2 * (uint64_t)blocks->blocks[i].link_text > blocks->blocks[i].text;

        size_t first = i;

        if (!is_link && (is_between(blocks, i, end) || is_last(blocks, &first, end))) {
            take(blocks, i, end);
            if (first < i) {
                blocks->blocks[first].decision = DANA__DECISION_LEARNED;
            }
        }
    }
}

/* What buttons that copy code say. */
static const char *const copy_labels[] = {
    "Copy", "Copy code", "Copied!", "Copy to clipboard", "Copier", "Kopieren", "Copiar", "Copia",
    "复制", "复制代码",  "コピー",  "Копировать",        "Run",    "Play",
};

/* Whether a block beside a listing is nothing but the name of its language or a button. */
static bool is_label(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *node = &blocks->nodes[block->node];
    dana_view text = {page->source.data + block->start, block->end - block->start};

    if (text.length > LABEL_MAX || block->heading != 0 ||
        (node->kind != DANA__KIND_DIV && node->kind != DANA__KIND_SPAN &&
         node->kind != DANA__KIND_BUTTON && node->kind != DANA__KIND_FIGURE)) {
        return false;
    }
    for (size_t i = 0; i < sizeof(copy_labels) / sizeof(*copy_labels); i++) {
        if (strlen(copy_labels[i]) == text.length &&
            memcmp(copy_labels[i], text.data, text.length) == 0) {
            return true;
        }
    }
    return dana__is_language_name(text);
}

/* Drops labels before and after listings; two stand there at most. */
static void drop_labels(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        if (is_in_listing(blocks, i) || !dana__is_taken(&blocks->blocks[i])) {
            continue;
        }
        bool beside = (i > 0 && is_in_listing(blocks, i - 1)) ||
                      (i > 1 && is_in_listing(blocks, i - 2)) ||
                      (i + 1 < blocks->block_count && is_in_listing(blocks, i + 1)) ||
                      (i + 2 < blocks->block_count && is_in_listing(blocks, i + 2));

        if (beside && is_label(page, blocks, &blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}

void dana__keep_listings(const dana_page *page, dana__blocks *blocks)
{
    if (!dana__has_kind(blocks, DANA__KIND_BIT(PRE))) {
        return;
    }
    bool has_listing = false;

    for (size_t i = 1; i < blocks->node_count;) {
        const dana__node *node = &blocks->nodes[i];
        bool is_listing = node->kind == DANA__KIND_PRE;

        if (is_listing) {
            complete(blocks, node);
        }
        has_listing |= is_listing;
        i = is_listing ? node->end : i + 1;
    }
    if (has_listing) {
        fill(blocks);
        drop_labels(page, blocks);
    }
}

/* Blocks before and after a refused one among which one like it is looked for. */
#define FLOW_REACH 6

/* Whether two blocks are of one kind in the flow of one container: two of its paragraphs, items,
 * headings of one order, or cards. */
static bool is_alike(const dana__blocks *blocks, const dana__block *a, const dana__block *b)
{
    const dana__node *first = &blocks->nodes[a->node];
    const dana__node *second = &blocks->nodes[b->node];

    return a->heading == b->heading && first->shape == second->shape &&
           (a->node == b->node || first->parent == second->parent);
}

/* Whether the author wrote a refused block: it is no link, and none around it is called a part
 * that is no content. */
static bool may_belong(const dana__blocks *blocks, const dana__block *block)
{
    return block->decision == DANA__DECISION_REFUSED && block->rule == 0 &&
           2 * (uint64_t)block->link_text <= block->text &&
           (blocks->nodes[block->node].all_marks & DANA__MARK_BIT(HIDDEN)) == 0;
}

/* Whether a block like the i-th one is taken among those before it (step -1) or after it. */
static bool has_like(const dana__blocks *blocks, size_t i, int step)
{
    const dana__block *block = &blocks->blocks[i];

    for (int k = 1; k <= FLOW_REACH; k++) {
        if (step < 0 ? i < (size_t)k : i + (size_t)k >= blocks->block_count) {
            return false;
        }
        const dana__block *other = step < 0 ? block - k : block + k;

        if (is_alike(blocks, block, other) && dana__is_taken(other) &&
            other->decision != DANA__DECISION_LEARNED) {
            return true;
        }
    }
    return false;
}

void dana__keep_flow(dana__blocks *blocks)
{
    for (size_t i = 1; i + 1 < blocks->block_count; i++) {
        if (may_belong(blocks, &blocks->blocks[i]) && has_like(blocks, i, -1) &&
            has_like(blocks, i, 1)) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}

/* How sure the trees must be of a text of an answer, which stand against it as it lies outside. */
#define ANSWER_SCORE .1f

/* Whether a block stands in an answer that lies outside the chosen subtree: one that is short
 * beside a long question. */
static bool is_of_answer(const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *node = &blocks->nodes[block->node];

    return block->decision == DANA__DECISION_OUTSIDE && block->rule == 0 &&
           block->score >= ANSWER_SCORE && (node->all_marks & DANA__MARK_BIT(POST)) != 0 &&
           (node->all_marks & DANA__BESIDE_MARKS) == 0 &&
           2 * (uint64_t)block->link_text <= block->text &&
           dana__is_inside(node, DANA__KIND_BIT(P) | DANA__KIND_BIT(PRE) | DANA__KIND_BIT(QUOTE));
}

void dana__keep_answers(dana__blocks *blocks, const dana__choice *choice)
{
    size_t first = 0;

    if (!dana__is_thread(blocks, choice->types)) {
        return;
    }
    while (first < blocks->block_count && !dana__is_taken(&blocks->blocks[first])) {
        first++;
    }
    for (size_t i = first; i < blocks->block_count; i++) {
        if (is_of_answer(blocks, &blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}
