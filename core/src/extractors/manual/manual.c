#include "extractors/manual/manual.h"

#include "extractors/keep/foreign.h"
#include "extractors/manual/beside.h"
#include "extractors/short/spoken.h"
#include "html/elements.h"

/* How sure the learned step has to be that a text is none of the manual's, and that a link is. */
#define TEXT_BELOW .02f
#define LINK_BELOW .2f

/* How like the title element the headline is at least that no element says it is one. */
#define TITLE_LEAST .6f

/* Kinds that hold one text. */
#define LEAF_KINDS                                                                                 \
    (DANA__KIND_BIT(P) | DANA__KIND_BIT(ITEM) | DANA__KIND_BIT(PRE) | DANA__KIND_BIT(HEADING))

/* Blocks [first, end) hold all that is taken. */
typedef struct {
    size_t first, end;
} block_range;

static block_range taken_range(const dana__blocks *blocks)
{
    block_range out = {0, dana__last_taken(blocks, blocks->block_count)};

    while (out.first < out.end && !dana__is_taken(&blocks->blocks[out.first])) {
        out.first++;
    }
    return out;
}

/* Code points of a title at most: longer ones hold what the site offers to do with the page, too.
 */
#define TITLE_MOST 80

/* Whether a block before the first text may be the heading of the page: titles, and what tools
 * write below them, are short, so that the learned step refuses them on short pages. */
static bool may_begin(const dana__block *block)
{
    return block->heading != 0 && block->rule == 0 && block->text <= TITLE_MOST &&
           block->score >= TEXT_BELOW;
}

/* Whether the headline is like the title element, and in no box but a banner or what is called a
 * caption: tools set the title of a page so. */
static bool is_title(const dana__blocks *blocks, size_t headline, float likeness)
{
    const dana__node *node = &blocks->nodes[blocks->blocks[headline].node];

    return likeness >= TITLE_LEAST && (node->all_marks & DANA__BESIDE_MARKS) == 0;
}

/* Whether a block is a heading higher than one of a level, or that is none (0). */
static bool is_higher(const dana__block *block, unsigned level)
{
    return level == 0 || (block->heading != 0 && block->heading < level);
}

/* The block that the text begins with. Where what is taken begins with no heading as high, it is
 * the headline, or a heading of the first level before. */
static size_t begin_of(const dana__blocks *blocks, size_t headline, float likeness, size_t first)
{
    unsigned level = blocks->blocks[first].heading;

    if (headline < first &&
        (may_begin(&blocks->blocks[headline]) || is_title(blocks, headline, likeness)) &&
        is_higher(&blocks->blocks[headline], level)) {
        return headline;
    }
    for (size_t i = 0; level != 1 && i < first; i++) {
        if (blocks->blocks[i].heading == 1 && may_begin(&blocks->blocks[i])) {
            return i;
        }
    }
    return first;
}

/* Blocks behind the headings that a range begins with. */
static size_t behind_headings(const dana__blocks *blocks, block_range range)
{
    while (range.first < range.end && blocks->blocks[range.first].heading != 0) {
        range.first++;
    }
    return range.first;
}

/* The smallest element that holds the blocks of a range, and a text besides headings. */
static const dana__node *holder_of(const dana__blocks *blocks, block_range range)
{
    const dana__node *node = &blocks->nodes[blocks->blocks[range.first].node];
    size_t end = behind_headings(blocks, range) < range.end ? range.end : range.end + 1;

    while (node->parent != 0 && (node->end_block < end || dana__is_inside(node, LEAF_KINDS))) {
        node = &blocks->nodes[node->parent];
    }
    return node->end_block < end ? &blocks->nodes[0] : node;
}

/* Kinds of what stands in a list or a table, and of these. */
#define ROW_KINDS  (DANA__KIND_BIT(ITEM) | DANA__KIND_BIT(DEFINITION) | DANA__KIND_BIT(CELL))
#define ROWS_KINDS (DANA__KIND_BIT(LIST) | DANA__KIND_BIT(DEFINITIONS) | DANA__KIND_BIT(TABLE))

/* Whether two blocks stand in elements that are siblings. */
static bool are_siblings(const dana__blocks *blocks, size_t a, size_t b)
{
    size_t node = blocks->blocks[a].node;
    size_t other = blocks->blocks[b].node;

    return node == other || blocks->nodes[node].parent == blocks->nodes[other].parent;
}

/* Whether a link stands beside a text that is taken, right behind it: the name of what the text
 * describes. */
static bool is_name(const dana__blocks *blocks, size_t i, bool is_followed)
{
    return is_followed && blocks->blocks[i + 1].heading == 0 &&
           !dana__is_inside(&blocks->nodes[blocks->blocks[i + 1].node], DANA__KIND_BIT(PRE)) &&
           are_siblings(blocks, i, i + 1);
}

/* Whether a block stands in a list or a table that holds a block beside it which is taken. */
static bool is_row(const dana__blocks *blocks, size_t i, bool is_followed)
{
    const dana__node *node = &blocks->nodes[blocks->blocks[i].node];
    bool is_led = i > 0 && dana__is_taken(&blocks->blocks[i - 1]);

    if ((!is_led && !is_followed) || !dana__is_inside(node, ROW_KINDS)) {
        return false;
    }
    while (node->parent != 0 && (UINT64_C(1) << node->kind & ROWS_KINDS) == 0) {
        node = &blocks->nodes[node->parent];
    }
    return node->parent != 0 &&
           ((is_led && node->first_block < i) || (is_followed && node->end_block > i + 1));
}

/* Whether a block is nearly all link: a signature has links for each of its types, and signs
 * between. */
static bool is_link(const dana__block *block)
{
    return 4 * (uint64_t)block->link_text > 3 * (uint64_t)block->text;
}

/* Whether what is not taken may be the manual's; first: the block that it begins with. */
static bool may_belong(const dana__blocks *blocks, size_t i, size_t first, bool is_followed)
{
    const dana__block *block = &blocks->blocks[i];
    bool is_beside = !is_link(block) || is_name(blocks, i, is_followed) ||
                     is_row(blocks, i, is_followed);

    if (block->rule != 0 ||
        (block->decision != DANA__DECISION_REFUSED && block->decision != DANA__DECISION_OUTSIDE) ||
        (block->heading != 0 && !is_followed)) {
        return false;
    }
    return i < first ? !is_link(block) && block->score >= LINK_BELOW
                     : block->score >= (is_beside ? TEXT_BELOW : LINK_BELOW);
}

/* Takes what may be the manual's of the blocks in its home. */
static void take_blocks(dana__blocks *blocks, const dana__node *home, size_t first)
{
    bool is_followed = false;

    for (size_t i = home->end_block; i > home->first_block; i--) {
        dana__block *block = &blocks->blocks[i - 1];
        uint32_t marks = blocks->nodes[block->node].all_marks & ~home->all_marks;

        if ((marks & DANA__BESIDE_MARKS) == 0 && may_belong(blocks, i - 1, first, is_followed)) {
            block->decision = DANA__DECISION_LEARNED;
        }
        is_followed = dana__is_taken(block);
    }
}

/* Takes the rows of lists and tables behind those that are taken. */
static void take_rows(dana__blocks *blocks, const dana__node *home, size_t first)
{
    for (size_t i = first; i < home->end_block; i++) {
        dana__block *block = &blocks->blocks[i];
        uint32_t marks = blocks->nodes[block->node].all_marks & ~home->all_marks;

        if (block->heading == 0 && (marks & DANA__BESIDE_MARKS) == 0 && is_row(blocks, i, false) &&
            may_belong(blocks, i, first, false)) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Cuts what is hidden before the headline, which is not: what tells programs where the page stands
 * in a form for them. */
static void cut_hidden_before(dana__blocks *blocks, size_t headline)
{
    uint32_t around = blocks->nodes[blocks->blocks[headline].node].all_marks;

    for (size_t i = 0; i < headline; i++) {
        uint32_t marks = blocks->nodes[blocks->blocks[i].node].all_marks & ~around;

        if (dana__is_taken(&blocks->blocks[i]) && (marks & DANA__MARK_BIT(HIDDEN)) != 0) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}

void dana__keep_manual(const dana_page *page, dana__blocks *blocks, size_t headline, float likeness)
{
    dana__cut_ways(page, blocks);
    dana__cut_spoken(page, blocks);
    if (headline < blocks->block_count && is_title(blocks, headline, likeness)) {
        cut_hidden_before(blocks, headline);
    }

    block_range range = taken_range(blocks);

    if (range.first == range.end) {
        return;
    }
    size_t first = begin_of(blocks, headline, likeness, range.first);

    if (first < range.first) {
        blocks->blocks[first].decision = DANA__DECISION_LEARNED;
        range.first = first;
    }
    const dana__node *home = holder_of(blocks, range);

    take_blocks(blocks, home, first);
    take_rows(blocks, home, first);
    dana__keep_beside(page, blocks, home, first);
}
