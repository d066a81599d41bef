#include "extractors/short/torn.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "dana/result.h"
#include "extractors/keep/foreign.h"
#include "extractors/keep/small.h"
#include "extractors/short/spoken.h"
#include "html/tokenizer.h"
#include "page/page.h"

/* Parts that are left out in a row at most, and code points of one. */
#define PARTS_MOST 3
#define PART_MOST  80

/* Bytes between two parts at most: tags, no texts. */
#define GAP_MOST 2048

/* Marks with which no text begins, of Latin, Arabic, Chinese and Japanese. */
static const uint32_t going_on[] = {',',    ';',    '.',    '!',    '?',    ')',    0x60C, 0x61B,
                                    0x3001, 0x3002, 0xFF01, 0xFF09, 0xFF0C, 0xFF1B, 0xFF1F};

/* What an inline element inside a line is called that is none of it; and that is none of it unless
 * the line goes on behind it as a sentence does. */
#define APART_MARKS                                                                                \
    (DANA__MARK_BIT(HIDDEN) | DANA__MARK_BIT(FORM) | DANA__MARK_BIT(BUTTON) |                      \
     DANA__MARK_BIT(CONSENT) | DANA__MARK_BIT(DIALOG) | DANA__MARK_BIT(EDITING))
#define TOOL_MARKS (DANA__MARK_BIT(SHARE) | DANA__MARK_BIT(ADVERT) | DANA__MARK_BIT(NAV))

/* Whether nothing between two blocks begins a line. */
static bool is_unbroken(const dana_page *page, const dana__block *before, const dana__block *behind)
{
    const char *p = page->source.data + before->end;
    const char *end = page->source.data + behind->start;

    if (end < p || end - p > GAP_MOST) {
        return false;
    }
    for (p = dana__find_markup(p, end); p < end; p = dana__find_markup(p, end)) {
        dana__markup tag;

        dana__read_markup(p, end, &tag);
        if (tag.kind == DANA__CUT_TAG ||
            (tag.kind <= DANA__END_TAG && (tag.flags & DANA__BLOCK) != 0)) {
            return false;
        }
        p = tag.end;
    }
    return true;
}

/* Whether a block goes on with the line of the one before it. */
static bool goes_on(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    const dana__block *block = &blocks->blocks[i];

    return i > 0 && block[-1].heading == block->heading &&
           dana__line_of(blocks, block - 1) == dana__line_of(blocks, block) &&
           is_unbroken(page, block - 1, block);
}

/* Whether a block was left out, perhaps as one of a short page's boxes. */
static bool is_left_out(const dana__block *block)
{
    return block->decision == DANA__DECISION_REFUSED || block->decision == DANA__DECISION_OUTSIDE ||
           block->decision == DANA__DECISION_PRUNED ||
           (block->decision == DANA__DECISION_CUT && block->rule != 0);
}

/* Whether a block was left out and may be a part of its line, called none of `apart`. */
static bool may_be_part(const dana_page *page, const dana__blocks *blocks, const dana__block *block,
                        uint32_t apart)
{
    uint32_t line = dana__line_of(blocks, block);
    uint32_t marks = blocks->nodes[block->node].all_marks & ~blocks->nodes[line].all_marks;

    return is_left_out(block) && block->text <= PART_MOST && (marks & apart) == 0 &&
           !dana__is_spoken(page, blocks, block);
}

/* Whether a block begins with a mark that begins no text, and says something behind it. */
static bool begins_inside(const dana_page *page, const dana__block *block)
{
    size_t length;
    uint32_t first = dana__utf8_decode(page->source.data + block->start, &length);

    for (size_t i = 0; i < DANA__COUNT(going_on); i++) {
        if (going_on[i] == first) {
            return block->text > 1;
        }
    }
    return false;
}

/* Characters of a heading's number at most, with the mark behind it. */
#define NUMBER_MOST 5

/* Whether a block is the number of a heading: "21.", "3)". */
static bool is_number(const dana__block *block)
{
    return block->heading > 0 && block->text <= NUMBER_MOST && block->digits > 0 &&
           block->text <= block->digits + 1u;
}

/* The first of the parts left out that end before a taken one: PARTS_MOST of its line at most. */
static size_t first_part(const dana_page *page, const dana__blocks *blocks, size_t taken,
                         uint32_t apart)
{
    size_t first = taken;

    while (first > 0 && taken - first < PARTS_MOST &&
           may_be_part(page, blocks, &blocks->blocks[first - 1], apart) &&
           goes_on(page, blocks, first)) {
        first--;
    }
    return first;
}

/* The first part to take before a taken one; its own index: there is none. */
static size_t torn_part(const dana_page *page, const dana__blocks *blocks, size_t taken)
{
    bool begins = begins_inside(page, &blocks->blocks[taken]);
    size_t first = first_part(page, blocks, taken, begins ? APART_MARKS : APART_MARKS | TOOL_MARKS);

    if (first == taken) {
        return taken;
    }
    if (first > 0 && dana__is_taken(&blocks->blocks[first - 1]) && goes_on(page, blocks, first)) {
        return first;
    }
    return begins || is_number(&blocks->blocks[taken - 1]) ? taken - 1 : taken;
}

/* Parts of a line at least that are decided together; all are taken if so many tenths of their text
 * are, else none; beside one that is called an author or the like none is, unless so many are. */
#define TOGETHER_LEAST 3
#define TAKEN_TENTHS   3
#define BESIDE_TENTHS  5

/* Whether a part of a line is refused for no other reason than what the trees say of it. */
static bool is_unsure(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    return block->decision == DANA__DECISION_REFUSED && block->rule == 0 &&
           may_be_part(page, blocks, block, APART_MARKS | TOOL_MARKS);
}

/* Whether a part of a line was pruned by what it is called. */
static bool is_called(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    return block->decision == DANA__DECISION_PRUNED &&
           may_be_part(page, blocks, block, APART_MARKS | TOOL_MARKS);
}

/* Takes all of a line, blocks [first, end), or nothing of it: a row of labels, numbers and units.
 * Where a part is called an author or the like, what stands between ("by", ", tagged as") is not
 * taken alone. */
static void decide_together(const dana_page *page, dana__blocks *blocks, size_t first, size_t end)
{
    uint64_t taken = 0;
    uint64_t unsure = 0;
    uint64_t called = 0;

    for (size_t i = first; i < end; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block) && block->text <= PART_MOST) {
            taken += block->text;
        } else if (is_unsure(page, blocks, block)) {
            unsure += block->text;
        } else if (is_called(page, blocks, block)) {
            called += block->text;
        } else {
            return;
        }
    }
    uint64_t tenths = called > 0 ? BESIDE_TENTHS : TAKEN_TENTHS;
    bool all = 10 * taken >= tenths * (taken + unsure + called);

    if (called > 0 && all) {
        return;
    }

    for (size_t i = first; i < end; i++) {
        if (dana__is_taken(&blocks->blocks[i]) != all) {
            blocks->blocks[i].decision = all ? DANA__DECISION_LEARNED : DANA__DECISION_REFUSED;
        }
    }
}

/* Whether a line of short parts may be torn between a block and the one before it, of which one is
 * taken. */
static bool may_tear(const dana__block *block)
{
    return block->text <= PART_MOST && block[-1].text <= PART_MOST &&
           (block->decision == DANA__DECISION_REFUSED ||
            block[-1].decision == DANA__DECISION_REFUSED);
}

/* Decides the line that goes on with a block as a whole. Returns its end. */
static size_t decide_line(const dana_page *page, dana__blocks *blocks, size_t part)
{
    size_t first = part - 1;
    size_t end = part + 1;

    while (end < blocks->block_count && goes_on(page, blocks, end)) {
        end++;
    }
    while (first > 0 && goes_on(page, blocks, first)) {
        first--;
    }
    if (end - first >= TOGETHER_LEAST) {
        decide_together(page, blocks, first, end);
    }
    return end;
}

/* How likely a page offers or lists things at most whose lines are each decided as a whole. */
#define THINGS_MOST .5f

void dana__mend_lines(const dana_page *page, dana__blocks *blocks, const float *types)
{
    float things = types[DANA_PAGE_LISTING] + types[DANA_PAGE_COLLECTION] +
                   types[DANA_PAGE_SERVICE] + types[DANA_PAGE_PRODUCT];
    size_t end = things < THINGS_MOST ? 0 : blocks->block_count; /* of what is decided */

    for (size_t i = 1; i < blocks->block_count; i++) {
        bool is_taken = dana__is_taken(&blocks->blocks[i]);

        if (is_taken == dana__is_taken(&blocks->blocks[i - 1])) {
            continue;
        }
        for (size_t part = is_taken ? torn_part(page, blocks, i) : i; part < i; part++) {
            blocks->blocks[part].decision = DANA__DECISION_LEARNED;
        }
        if (i >= end && may_tear(&blocks->blocks[i]) && goes_on(page, blocks, i)) {
            end = decide_line(page, blocks, i);
        }
    }
}
