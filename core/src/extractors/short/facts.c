#include "extractors/short/facts.h"

#include "extractors/keep/cards.h"
#include "extractors/keep/foreign.h"
#include "extractors/short/dated_text.h"
#include "html/elements.h"
#include "measure/calls.h"

/* Code points outside links of what is taken of a page whose text is short. */
#define SHORT_TEXT 1200

/* How sure the learned step has to be that a fact is none, and facts at most. */
#define SURE_BELOW .3f
#define FACTS_MOST 24

/* Code points of a fact at most, and digits of one that is no date. */
#define FACT_MOST   80
#define DIGITS_MOST 5

/* Code points of a text below a headline at least. */
#define HOME_LEAST 80

/* Boxes, and what tells of a text instead of being of it. */
#define APART_MARKS                                                                                \
    (DANA__BESIDE_MARKS | DANA__MARK_BIT(AUTHOR) | DANA__MARK_BIT(META) | DANA__MARK_BIT(CAPTION))

/* Rows of a table stay whole or go; a line with a day tells when the page was written. */
static bool is_fact(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    return dana__is_out(block) && block->text <= FACT_MOST && block->digits <= DIGITS_MOST &&
           block->score >= SURE_BELOW && block->heading == 0 &&
           2 * (uint64_t)block->link_text <= block->text &&
           !dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(TABLE)) &&
           (blocks->nodes[block->node].all_marks & APART_MARKS) == 0 &&
           (block->digits == 0 || !dana__has_day(page, block));
}

/* Whether a line below the name of a job tells of it: where and for whom, how long, in which
 * department. */
static bool tells_of_job(const dana_page *page, const dana__blocks *blocks,
                         const dana__block *block)
{
    bool is_in_header = block->decision == DANA__DECISION_PRUNED &&
                        (dana__pruned_marks(blocks, block->node) & DANA__BESIDE_MARKS) == 0;

    return (dana__is_out(block) || is_in_header) && block->text <= FACT_MOST &&
           block->digits <= DIGITS_MOST && block->heading == 0 &&
           dana__first_link(page, block) == DANA__LINK_NONE &&
           (blocks->nodes[block->node].all_marks & DANA__BESIDE_MARKS) == 0;
}

void dana__keep_facts(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    size_t first = headline + 1;
    bool is_job = (blocks->hints & DANA__HINT_JOB) != 0;

    if (headline >= blocks->block_count || (blocks->hints & DANA__HINT_ARTICLE) != 0 ||
        blocks->blocks[headline].heading == 0 ||
        (dana__taken_text(blocks, 0, blocks->block_count) > SHORT_TEXT && !is_job)) {
        return;
    }
    while (first < blocks->block_count && !dana__is_taken(&blocks->blocks[first])) {
        first++;
    }
    if (first == blocks->block_count || first - headline > FACTS_MOST) {
        return;
    }
    for (size_t i = headline + 1; i < first; i++) {
        if (is_job ? tells_of_job(page, blocks, &blocks->blocks[i])
                   : is_fact(page, blocks, &blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Whether something is taken in the element around another, outside that. */
static bool is_beside_content(const dana__blocks *blocks, const dana__node *node)
{
    const dana__node *around = &blocks->nodes[node->parent];

    return dana__taken_text(blocks, around->first_block, node->first_block) > 0 ||
           dana__taken_text(blocks, node->end_block, around->end_block) > 0;
}

void dana__keep_infoboxes(dana__blocks *blocks)
{
    if (!dana__has_kind(blocks, DANA__KIND_BIT(ASIDE)) ||
        !dana__has_mark(blocks, DANA__MARK_BIT(CALLOUT))) {
        return;
    }
    size_t next;

    for (size_t i = 1; i < blocks->node_count; i = next) {
        const dana__node *node = &blocks->nodes[i];
        bool is_note = node->kind == DANA__KIND_ASIDE &&
                       (node->marks & DANA__MARK_BIT(CALLOUT)) != 0;

        next = is_note ? node->end : i + 1;
        if (!is_note || !is_beside_content(blocks, node)) {
            continue;
        }
        for (size_t k = node->first_block; k < node->end_block; k++) {
            if (dana__is_out(&blocks->blocks[k])) {
                blocks->blocks[k].decision = DANA__DECISION_LEARNED;
            }
        }
    }
}

/* Blocks of a list of facts at least, their characters in the mean at most, and how sure the
 * learned step has to be in the mean that they are none. */
#define LISTED_LEAST 2
#define LISTED_MEAN  40
#define LISTED_SURE  .1f

/* Whether a list of terms is left out, and tells facts: short texts, few of them links. What an
 * event has is called its meta data. */
static bool is_list_of_facts(const dana__blocks *blocks, const dana__node *list)
{
    size_t count = list->end_block - list->first_block;
    float score = 0.0f;

    if (list->kind != DANA__KIND_DEFINITIONS || count < LISTED_LEAST ||
        list->text > count * LISTED_MEAN || 2 * (uint64_t)list->non_link_text < list->text ||
        (list->all_marks & (DANA__BESIDE_MARKS | DANA__MARK_BIT(AUTHOR))) != 0) {
        return false;
    }
    for (size_t i = list->first_block; i < list->end_block; i++) {
        if (!dana__is_out(&blocks->blocks[i])) {
            return false;
        }
        score += blocks->blocks[i].score;
    }
    return score >= LISTED_SURE * (float)count;
}

/* The end of what a page tells of a thing: of the smallest element around its headline and a text
 * below it that is taken. */
static size_t end_of_home(const dana__blocks *blocks, size_t headline)
{
    size_t node = blocks->blocks[headline].node;
    size_t end = headline + 1;
    uint64_t text = 0;

    while (node != 0 && text < HOME_LEAST) {
        node = blocks->nodes[node].parent;
        text += dana__taken_text(blocks, end, blocks->nodes[node].end_block);
        end = blocks->nodes[node].end_block;
    }
    return end;
}

void dana__keep_listed_facts(dana__blocks *blocks, size_t headline)
{
    size_t next;

    if (headline >= blocks->block_count || (blocks->hints & DANA__HINT_ARTICLE) != 0 ||
        blocks->blocks[headline].heading == 0 ||
        !dana__has_kind(blocks, DANA__KIND_BIT(DEFINITIONS))) {
        return;
    }
    size_t end = end_of_home(blocks, headline);

    for (size_t i = 1; i < blocks->node_count; i = next) {
        const dana__node *node = &blocks->nodes[i];

        next = node->kind == DANA__KIND_DEFINITIONS ? node->end : i + 1;
        if (node->first_block <= headline || node->end_block > end ||
            !is_list_of_facts(blocks, node)) {
            continue;
        }
        for (size_t k = node->first_block; k < node->end_block; k++) {
            blocks->blocks[k].decision = DANA__DECISION_LEARNED;
        }
    }
}
