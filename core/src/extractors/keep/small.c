#include "extractors/keep/small.h"

#include "extractors/keep/foreign.h"
#include "html/elements.h"

/* Code points outside links of a content that is small. */
#define SMALL_TEXT 2000

/* How sure the learned step has to be that a text is none, and that a cell is none. */
#define SURE_BELOW .2f
#define SURE_CELL  .15f

/* The same of a section, in the mean. */
#define MEAN_LEAST .25f

/* One part of how many of a text may be links. */
#define LINK_PARTS 3

/* Code points of a part of a line at most. */
#define PART_MOST 24

/* The element around an inline one. */
static uint32_t line_of(const dana__blocks *blocks, const dana__block *block)
{
    uint32_t node = block->node;

    while (node != 0 && blocks->nodes[node].kind == DANA__KIND_SPAN) {
        node = blocks->nodes[node].parent;
    }
    return node;
}

void dana__keep_lines(dana__blocks *blocks)
{
    for (size_t i = 1; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        const dana__node *node = &blocks->nodes[block->node];

        if (block->decision == DANA__DECISION_REFUSED && block->rule == 0 &&
            node->kind == DANA__KIND_SPAN && block->text <= PART_MOST && block->link_text == 0 &&
            (node->all_marks & (DANA__BESIDE_MARKS | DANA__MARK_BIT(AUTHOR))) == 0 &&
            dana__is_taken(block - 1) && block[-1].heading == block->heading &&
            line_of(blocks, block - 1) == line_of(blocks, block)) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

/* The article or the main element around all that is taken, or the smallest element that holds it;
 * 0: nothing is taken. */
static uint32_t find_home(const dana__blocks *blocks)
{
    size_t last = dana__last_taken(blocks, blocks->block_count);
    size_t first = 0;
    uint32_t smallest;
    uint32_t node;

    if (last == 0) {
        return 0;
    }
    while (!dana__is_taken(&blocks->blocks[first])) {
        first++;
    }
    smallest = blocks->blocks[last - 1].node;
    while (blocks->nodes[smallest].first_block > first) {
        smallest = blocks->nodes[smallest].parent;
    }
    for (node = smallest; node != 0; node = blocks->nodes[node].parent) {
        if (blocks->nodes[node].kind == DANA__KIND_MAIN ||
            blocks->nodes[node].kind == DANA__KIND_ARTICLE) {
            return node;
        }
    }
    return smallest;
}

/* Whether a block is taken, or was left out for little. Cells may be links. */
static bool may_belong(const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *node = &blocks->nodes[block->node];
    bool cell = dana__is_inside(node, DANA__KIND_BIT(CELL));

    return dana__is_taken(block) ||
           ((block->decision == DANA__DECISION_REFUSED ||
             block->decision == DANA__DECISION_OUTSIDE) &&
            block->rule == 0 && block->score >= (cell ? SURE_CELL : SURE_BELOW) &&
            (cell || LINK_PARTS * (uint64_t)block->link_text <= block->text) &&
            (node->all_marks & DANA__BESIDE_MARKS) == 0);
}

/* Whether all of a section is a table, most of it no links. */
static bool is_table(const dana__blocks *blocks, size_t first, size_t end)
{
    uint64_t text = 0;
    uint64_t links = 0;

    while (first < end &&
           dana__is_inside(&blocks->nodes[blocks->blocks[first].node], DANA__KIND_BIT(TABLE))) {
        text += blocks->blocks[first].text;
        links += blocks->blocks[first].link_text;
        first++;
    }
    return first == end && 2 * links <= text;
}

/* The end of the section that a heading begins: blocks of `home` up to the next heading. The
 * heading's own index where not all of it may belong. */
static size_t section_end(const dana__blocks *blocks, size_t heading, size_t home_end)
{
    size_t end = heading + 1;

    while (end < home_end && blocks->blocks[end].heading == 0) {
        if (!may_belong(blocks, &blocks->blocks[end])) {
            return heading;
        }
        end++;
    }
    return may_belong(blocks, &blocks->blocks[heading]) ? end : heading;
}

/* Marks of comments that are no text of a reader. */
#define NO_COMMENT                                                                                 \
    (DANA__MARK_BIT(NAV) | DANA__MARK_BIT(FORM) | DANA__MARK_BIT(BUTTON) |                         \
     DANA__MARK_BIT(HIDDEN) | DANA__MARK_BIT(AUTHOR) | DANA__MARK_BIT(META))

/* Code points of a comment at least: shorter ones are counts and labels. */
#define COMMENT_LEAST 14

void dana__keep_comments(dana__blocks *blocks)
{
    for (size_t i = 0; blocks->all_comments && i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        uint32_t marks = blocks->nodes[block->node].all_marks;

        if ((block->decision == DANA__DECISION_REFUSED ||
             block->decision == DANA__DECISION_OUTSIDE) &&
            (marks & DANA__MARK_BIT(COMMENTS)) != 0 && (marks & NO_COMMENT) == 0 &&
            block->text >= COMMENT_LEAST && 2u * block->digits <= block->text &&
            2 * (uint64_t)block->link_text <= block->text) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Whether the learned step was not sure of a section as a whole. */
static bool is_doubtful(const dana__blocks *blocks, size_t first, size_t end)
{
    float sum = 0.0f;
    float count = 0.0f;

    for (size_t i = first; i < end; i++) {
        if (!dana__is_taken(&blocks->blocks[i])) {
            sum += blocks->blocks[i].score;
            count += 1.0f;
        }
    }
    return count > 0.0f && sum >= MEAN_LEAST * count;
}

/* Takes a section. What stands between the first heading that is taken and the first text is left
 * out: it tells who wrote it, and when. */
static void take_section(dana__blocks *blocks, size_t heading, size_t end, bool is_lead)
{
    bool is_headline = is_lead && dana__is_taken(&blocks->blocks[heading]);
    size_t text = heading + 1;

    while (text < end && !dana__is_taken(&blocks->blocks[text])) {
        text++;
    }
    for (size_t i = heading; i < end; i++) {
        bool is_byline = is_headline && i > heading && i < text;

        if (!dana__is_taken(&blocks->blocks[i]) && !is_byline) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}

void dana__keep_small(dana__blocks *blocks)
{
    const dana__node *home = &blocks->nodes[find_home(blocks)];
    bool is_article = (blocks->hints & DANA__HINT_ARTICLE) != 0;
    bool is_lead = true;

    if (home->non_link_text > SMALL_TEXT) {
        return;
    }
    for (size_t i = home->first_block; i < home->end_block; i++) {
        size_t end = blocks->blocks[i].heading > 1 ? section_end(blocks, i, home->end_block) : i;

        if (end > i + 1 && is_doubtful(blocks, i, end) &&
            (!is_article || is_table(blocks, i + 1, end))) {
            take_section(blocks, i, end, is_lead);
        }
        is_lead &= !dana__is_taken(&blocks->blocks[i]) || blocks->blocks[i].heading > 0;
    }
}
