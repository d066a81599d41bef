#include "extractors/keep/small.h"

#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "html/references.h"
#include "measure/sentence.h"
#include "page/page.h"

#include <string.h>

/* Code points outside links of a content that is small. */
#define SMALL_TEXT 2000

/* How sure the learned step has to be that a text is none, and that a cell is none. */
#define SURE_BELOW .2f
#define SURE_CELL  .15f

/* Code points of a paragraph at least. */
#define PARAGRAPH_LEAST 60

/* How sure it has to be of a section, in the mean. */
#define MEAN_LEAST .25f

/* One part of how many of a text may be links. */
#define LINK_PARTS 3

/* Code points of a part of a line at most, and digits of one that is no date. */
#define PART_MOST   24
#define DIGITS_MOST 5

uint32_t dana__line_of(const dana__blocks *blocks, const dana__block *block)
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
            node->kind == DANA__KIND_SPAN && block->text <= PART_MOST &&
            block->digits <= DIGITS_MOST && block->link_text == 0 &&
            (node->all_marks & (DANA__BESIDE_MARKS | DANA__MARK_BIT(AUTHOR))) == 0 &&
            dana__is_taken(block - 1) && block[-1].heading == block->heading &&
            dana__line_of(blocks, block - 1) == dana__line_of(blocks, block)) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

/* One part of how many of the lines have to be taken: of a paragraph, of another element whose text
 * is parted so. */
#define PARAGRAPH_PARTS 4
#define OTHER_PARTS     2
#define OTHER_KINDS                                                                                \
    (DANA__KIND_BIT(DIV) | DANA__KIND_BIT(ITEM) | DANA__KIND_BIT(CELL) | DANA__KIND_BIT(DEFINITION))

/* Whether a line was refused, by no rule, and is no link. */
static bool may_be_line(const dana__blocks *blocks, const dana__block *block)
{
    return (block->decision == DANA__DECISION_REFUSED ||
            block->decision == DANA__DECISION_OUTSIDE) &&
           block->rule == 0 && 2 * (uint64_t)block->link_text <= block->text &&
           (blocks->nodes[block->node].all_marks & DANA__BESIDE_MARKS) == 0;
}

/* One part of how many of an element's lines have to be taken; 0: it holds more than lines. */
static size_t parts_of(dana__kind kind)
{
    if (kind == DANA__KIND_P) {
        return PARAGRAPH_PARTS;
    }
    return (OTHER_KINDS >> kind & 1) != 0 ? OTHER_PARTS : 0;
}

/* Lines of a list that is set as a paragraph at least. */
#define LIST_LINES 3

/* Whether a paragraph is a list of lines in the midst of a text: `next`, the first block behind it
 * that is taken, stands in what holds it. */
static bool is_list_inside(const dana__blocks *blocks, size_t first, size_t end, size_t next)
{
    const dana__node *node = &blocks->nodes[dana__line_of(blocks, &blocks->blocks[first])];

    if (end - first < LIST_LINES || node->kind != DANA__KIND_P ||
        next >= blocks->nodes[node->parent].end_block) {
        return false;
    }
    for (size_t i = first; i < end; i++) {
        if (!may_be_line(blocks, &blocks->blocks[i])) {
            return false;
        }
    }
    return true;
}

static size_t count_taken(const dana__blocks *blocks, size_t first, size_t end)
{
    size_t taken = 0;

    for (size_t i = first; i < end; i++) {
        taken += dana__is_taken(&blocks->blocks[i]);
    }
    return taken;
}

static void take_lines(dana__blocks *blocks, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        if (may_be_line(blocks, &blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Whether enough of the lines of an element are taken. */
static bool is_mostly_taken(const dana__blocks *blocks, size_t first, size_t end)
{
    uint32_t node = dana__line_of(blocks, &blocks->blocks[first]);

    return count_taken(blocks, first, end) * parts_of(blocks->nodes[node].kind) >= end - first;
}

void dana__keep_paragraphs(dana__blocks *blocks)
{
    size_t next = blocks->block_count; /* the first one taken behind the lines */

    for (size_t end = blocks->block_count, first; end > 0; end = first) {
        uint32_t node = dana__line_of(blocks, &blocks->blocks[end - 1]);

        first = end - 1;
        while (first > 0 && dana__line_of(blocks, &blocks->blocks[first - 1]) == node) {
            first--;
        }
        if (end > first + 1 &&
            (is_list_inside(blocks, first, end, next) || is_mostly_taken(blocks, first, end))) {
            take_lines(blocks, first, end);
        }
        for (size_t i = end; i > first; i--) {
            next = dana__is_taken(&blocks->blocks[i - 1]) ? i - 1 : next;
        }
    }
}

/* Whether the element behind one is another section of its kind and class. */
static bool has_like_behind(const dana__blocks *blocks, uint32_t index)
{
    const dana__node *nodes = blocks->nodes;
    size_t next = nodes[index].end;

    return next < blocks->node_count && nodes[next].parent == nodes[index].parent &&
           nodes[next].shape == nodes[index].shape &&
           nodes[next].first_block < blocks->block_count &&
           nodes[next].first_block < nodes[next].end_block &&
           blocks->blocks[nodes[next].first_block].heading > 0 &&
           blocks->blocks[nodes[index].first_block].heading > 0;
}

/* The article or the main element around all that is taken, or the smallest element that holds it,
 * with the sections like it beside that; 0: nothing is taken. */
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
    return has_like_behind(blocks, smallest) ? blocks->nodes[smallest].parent : smallest;
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

/* Whether a block is a text of a comment that the learned step refused, and mostly no link. */
static bool is_refused_comment(const dana__blocks *blocks, const dana__block *block)
{
    uint32_t marks = blocks->nodes[block->node].all_marks;

    return (block->decision == DANA__DECISION_REFUSED ||
            block->decision == DANA__DECISION_OUTSIDE) &&
           (marks & DANA__MARK_BIT(COMMENTS)) != 0 && (marks & NO_COMMENT) == 0 &&
           block->text >= COMMENT_LEAST && 2u * block->digits <= block->text &&
           2 * (uint64_t)block->link_text <= block->text;
}

void dana__keep_comments(dana__blocks *blocks)
{
    for (size_t i = 0; blocks->all_comments && i < blocks->block_count; i++) {
        if (is_refused_comment(blocks, &blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Code points of a line of a reply that does not end as sentences do, at least. */
#define REPLY_LEAST 80

void dana__keep_replies(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 0; blocks->has_replies && i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (is_refused_comment(blocks, block) && !blocks->nodes[block->node].in_post &&
            (block->text >= REPLY_LEAST || dana__ends_sentence(page, block))) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

/* The colon of Chinese and Japanese. */
#define WIDE_COLON 0xFF1A

/* Whether a heading is a label with what it names: "Editor: A. Lee". */
static bool is_labelled(const dana_page *page, const dana__block *heading)
{
    const char *end = page->source.data + heading->end;
    size_t length;

    for (const char *p = page->source.data + heading->start; p < end; p += length) {
        uint32_t c = dana__character_at(p, end, &length);

        if ((c == ':' || c == WIDE_COLON) && p + length < end) {
            return true;
        }
    }
    return false;
}

/* Whether the learned step was not sure of a section as a whole, and has not taken a paragraph of
 * it: what it refuses beside paragraphs it knows. */
static bool is_doubtful(const dana__blocks *blocks, size_t first, size_t end)
{
    float sum = 0.0f;
    float count = 0.0f;

    for (size_t i = first; i < end; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (!dana__is_taken(block)) {
            sum += block->score;
            count += 1.0f;
        } else if (block->text >= PARAGRAPH_LEAST && block->heading == 0) {
            return false;
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

/* Whether a section stands in an element of its own behind one of the same kind and class that is
 * taken, and whose heading is as high. */
static bool goes_on_with_likes(const dana__blocks *blocks, size_t heading, size_t end)
{
    const dana__node *nodes = blocks->nodes;
    uint32_t index = blocks->blocks[heading].node;

    while (index != 0 && nodes[index].end_block < end) {
        index = nodes[index].parent;
    }
    size_t before = heading > 0 ? blocks->blocks[heading - 1].node : 0;

    if (nodes[index].first_block != heading || nodes[index].end_block != end || heading == 0) {
        return false;
    }
    while (before != 0 && nodes[before].parent != nodes[index].parent) {
        before = nodes[before].parent;
    }
    size_t first = nodes[before].first_block;

    return before != 0 && nodes[before].shape == nodes[index].shape &&
           dana__is_taken(&blocks->blocks[first]) && dana__is_taken(&blocks->blocks[heading - 1]) &&
           blocks->blocks[first].heading == blocks->blocks[heading].heading;
}

void dana__keep_small(const dana_page *page, dana__blocks *blocks)
{
    const dana__node *home = &blocks->nodes[find_home(blocks)];
    bool is_article = (blocks->hints & DANA__HINT_ARTICLE) != 0;
    bool is_lead = true;

    if (home->non_link_text > SMALL_TEXT) {
        return;
    }
    for (size_t i = home->first_block; i < home->end_block; i++) {
        size_t end = blocks->blocks[i].heading > 0 ? section_end(blocks, i, home->end_block) : i;
        bool may_be_other = is_article || blocks->blocks[i].heading == 1;

        if (end > i + 1 && is_doubtful(blocks, i, end) &&
            (dana__is_taken(&blocks->blocks[i]) || !is_labelled(page, &blocks->blocks[i])) &&
            (!may_be_other || goes_on_with_likes(blocks, i, end) ||
             (is_article && blocks->blocks[i].heading > 1 && is_table(blocks, i + 1, end)))) {
            take_section(blocks, i, end, is_lead);
        }
        is_lead &= !dana__is_taken(&blocks->blocks[i]) || blocks->blocks[i].heading > 0;
    }
}
