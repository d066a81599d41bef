#include "extractors/prune/wiki.h"

#include "extractors/keep/foreign.h"
#include "listing/class_words.h"
#include "page/page.h"

/* Elements around a part of the text at most that another part of it stands in, and its text: signs
 * above a text are called so, too. */
#define AROUND_PART 3
#define PART_LEAST  16

/* The index of the element that holds what a wiki calls the text from a block on: parts that stand
 * near one another, as the lists of a category do, else the largest; 0: there is none. */
static size_t find_text(const dana_page *page, const dana__blocks *blocks, size_t from)
{
    const dana__node *nodes = blocks->nodes;
    size_t best = 0;

    for (size_t i = 1; i < blocks->node_count; i++) {
        dana_view class = dana__class_value(dana__start_tag_of(page, &nodes[i]));
        size_t around = best;

        if (nodes[i].first_block < from || nodes[i].text < PART_LEAST ||
            (dana__class_sets(class) & DANA__CLASS_WIKI) == 0) {
            continue;
        }
        for (int k = 0; best != 0 && k < AROUND_PART && i >= nodes[around].end; k++) {
            around = nodes[around].parent;
        }
        if (best != 0 && i < nodes[around].end) {
            best = around;
        } else if (nodes[i].text > nodes[best].text || best == 0) {
            best = i;
        }
    }
    return best;
}

/* The block behind the first heading of the first level, above which notices stand; 0: there is
 * none. */
static size_t behind_headline(const dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        if (blocks->blocks[i].heading == 1) {
            return i + 1;
        }
    }
    return 0;
}

/* The index of the only element that a tool calls the text of an author; 0: there is none, or
 * another one, as lists of posts have. */
static size_t find_markdown(const dana_page *page, const dana__blocks *blocks)
{
    size_t found = 0;

    for (size_t i = 1; i < blocks->node_count; i++) {
        dana_view class = dana__class_value(dana__start_tag_of(page, &blocks->nodes[i]));

        if (blocks->nodes[i].text == 0 || (dana__class_sets(class) & DANA__CLASS_MARKDOWN) == 0) {
            continue;
        }
        if (found != 0 && i >= blocks->nodes[found].end) {
            return 0;
        }
        found = found == 0 ? i : found;
    }
    return found;
}

/* Whether an element holds at least half of the text that is taken, but of links and headlines:
 * another page may show the text of a wiki in a corner. */
static bool holds_most(const dana__blocks *blocks, const dana__node *node)
{
    uint64_t inside = 0;
    uint64_t all = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];
        bool counts = dana__is_taken(block) && block->heading != 1;
        uint64_t text = counts ? dana__text_outside_links(block) : 0;

        all += text;
        inside += i >= node->first_block && i < node->end_block ? text : 0;
    }
    return 2 * inside >= all && inside > 0;
}

/* Takes what no rule prunes in an element. */
static void take_inside(dana__blocks *blocks, const dana__node *home)
{
    for (size_t i = home->first_block; i < home->end_block; i++) {
        dana__block *block = &blocks->blocks[i];
        uint32_t marks = blocks->nodes[block->node].all_marks & ~home->all_marks;

        if (dana__is_out(block) && (marks & DANA__BESIDE_MARKS) == 0) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

void dana__follow_markdown(const dana_page *page, dana__blocks *blocks)
{
    if ((page->class_sets & DANA__CLASS_MARKDOWN) == 0) {
        return;
    }
    const dana__node *home = &blocks->nodes[find_markdown(page, blocks)];

    if (home == &blocks->nodes[0] || !holds_most(blocks, home)) {
        return;
    }
    take_inside(blocks, home);
}

void dana__follow_wiki(const dana_page *page, dana__blocks *blocks)
{
    if ((blocks->hints & DANA__HINT_WIKI) == 0) {
        return;
    }
    const dana__node *home = &blocks->nodes[find_text(page, blocks, behind_headline(blocks))];

    if (home == &blocks->nodes[0] || !holds_most(blocks, home)) {
        return;
    }
    take_inside(blocks, home);
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if ((i < home->first_block || i >= home->end_block) && dana__is_taken(block) &&
            block->heading != 1) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}
