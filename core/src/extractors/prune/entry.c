#include "extractors/prune/entry.h"

#include "extractors/keep/foreign.h"
#include "listing/class_words.h"
#include "page/page.h"

/* Code points that are taken at most, and of a post's text at least. */
#define TAKEN_MOST  1200
#define ENTRY_LEAST 16

/* How many times as much as the post's text is taken at most: of more, what readers wrote is what
 * the page is about. */
#define TIMES_MOST 8

/* Code points of a line that may be a post's own, though it stands outside its text. */
#define LINE_LEAST 80

/* What a list of posts, or a thread, has of several. */
#define SEVERAL (DANA__HINT_ARCHIVE | DANA__HINT_THREAD | DANA__HINT_FORUM | DANA__HINT_OFFER)

/* Whether a block stands in comments that do not hold the post's text: the body may be called so.
 */
static bool is_comment(const dana__blocks *blocks, const dana__node *entry, size_t i)
{
    uint32_t marks = blocks->nodes[blocks->blocks[i].node].all_marks & ~entry->all_marks;

    return (marks & DANA__MARK_BIT(COMMENTS)) != 0;
}

/* The index of the only element behind the headline that is called the text of a post, comments
 * aside; 0: there is none, or another one. */
static size_t find_entry(const dana_page *page, const dana__blocks *blocks, size_t headline)
{
    const dana__node *nodes = blocks->nodes;
    size_t found = 0;

    for (size_t i = 1; i < blocks->node_count; i++) {
        dana_view class = dana__class_value(dana__start_tag_of(page, &nodes[i]));

        if (class.length == 0 || (dana__class_sets(class) & DANA__CLASS_ENTRY) == 0 ||
            (nodes[i].marks & DANA__MARK_BIT(COMMENTS)) != 0 ||
            (found != 0 && i < nodes[found].end)) {
            continue;
        }
        if (found != 0 || (headline < blocks->block_count && nodes[i].first_block <= headline)) {
            return 0;
        }
        found = i;
    }
    return found;
}

/* Whether a block that is taken is none of the post: neither its headline nor a text of its own
 * beside it. */
static bool is_beside(const dana__blocks *blocks, const dana__node *entry, size_t i,
                      size_t headline)
{
    const dana__block *block = &blocks->blocks[i];

    if (i == headline || block->heading == 1) {
        return false;
    }
    return is_comment(blocks, entry, i) || dana__text_outside_links(block) < LINE_LEAST;
}

/* Code points outside links that are taken outside an element, but of comments and headlines. */
static uint64_t text_around(const dana__blocks *blocks, const dana__node *entry, size_t headline)
{
    uint64_t text = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];
        bool inside = i >= entry->first_block && i < entry->end_block;

        if (!inside && i != headline && dana__is_taken(block) && block->heading != 1 &&
            !is_comment(blocks, entry, i)) {
            text += dana__text_outside_links(block);
        }
    }
    return text;
}

void dana__follow_entry(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    if ((page->has_class_sets && (page->class_sets & DANA__CLASS_ENTRY) == 0) ||
        (blocks->hints & SEVERAL) != 0) {
        return;
    }
    uint64_t taken = dana__taken_text(blocks, 0, blocks->block_count);

    if (taken > TAKEN_MOST) {
        return;
    }
    const dana__node *entry = &blocks->nodes[find_entry(page, blocks, headline)];
    uint64_t text = entry == &blocks->nodes[0]
                        ? 0
                        : dana__taken_text(blocks, entry->first_block, entry->end_block);

    if (text < ENTRY_LEAST || text * TIMES_MOST < taken ||
        text < text_around(blocks, entry, headline)) {
        return;
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        bool inside = i >= entry->first_block && i < entry->end_block;

        if (!inside && dana__is_taken(&blocks->blocks[i]) &&
            is_beside(blocks, entry, i, headline)) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}
