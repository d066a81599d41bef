#include "extractors/manual/beside.h"

#include "base/ascii.h"
#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "listing/class_words.h"
#include "measure/calls.h"
#include "page/page.h"

#include <string.h>

/* Other pages that a list of chapters leads to, at least. */
#define PAGES_LEAST 2

/* Code points outside links of a note in a box at least, and how many of its text of 3 they are. */
#define NOTE_LEAST 80
#define NOTE_THIRD 2

/* Blocks of boxes that may stand between a short note and the text. */
#define BOXES_MOST 12

/* Of an address what stands before its fragment. */
static dana_view page_of(dana_view address)
{
    const char *hash = address.length > 0 ? memchr(address.data, '#', address.length) : NULL;

    return hash != NULL ? (dana_view){address.data, (size_t)(hash - address.data)} : address;
}

/* Whether the blocks of an element lead to other pages, one after the other. */
static bool leads_elsewhere(const dana_page *page, const dana__blocks *blocks,
                            const dana__node *node)
{
    dana_view last = {NULL, 0};
    dana_view address;
    size_t pages = 0;

    for (size_t i = node->first_block; i < node->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];
        const char *p = dana__start_with_tags(page, block);

        while (block->link_text > 0 &&
               dana__next_link(&p, page->source.data + block->end, &address)) {
            dana_view other = page_of(address);

            pages += other.length > 0 && !dana__same_text(other, last);
            last = other;
        }
    }
    return pages >= PAGES_LEAST;
}

/* Whether an element is or holds a list, or a table with a row for each link: not one of the pages
 * before and after. */
static bool holds_list(const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];
    size_t rows = 0;
    size_t links = 0;

    for (size_t i = index; i < node->end; i++) {
        if (blocks->nodes[i].kind == DANA__KIND_LIST ||
            blocks->nodes[i].kind == DANA__KIND_DEFINITIONS) {
            return true;
        }
        rows += blocks->nodes[i].kind == DANA__KIND_ROW;
    }
    for (size_t i = node->first_block; i < node->end_block; i++) {
        links += blocks->blocks[i].link_text > 0;
    }
    return rows > 0 && rows >= links;
}

/* A list of chapters: called a table of contents or a menu, but no element of navigation. */
static bool is_contents(const dana_page *page, const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];

    return !dana__is_inside(node, DANA__KIND_BIT(NAV)) && holds_list(blocks, index) &&
           leads_elsewhere(page, blocks, node);
}

/* Whether an element is called a table of contents by a class word of its own. */
static bool is_called_contents(const dana_page *page, const dana__node *node)
{
    static const char *const names[] = {"toc", NULL};

    return dana__has_class_word(dana__class_value(dana__start_tag_of(page, node)), names);
}

/* Whether the text next to an element, boxes in between aside, is taken and stands in the element
 * around it, too. */
static bool has_text_beside(const dana__blocks *blocks, const dana__node *node, int step)
{
    const dana__node *around = &blocks->nodes[node->parent];
    size_t at = step < 0 ? node->first_block : node->end_block - 1;

    for (int i = 0; i < BOXES_MOST; i++) {
        at += (size_t)step;
        if (at < around->first_block || at >= around->end_block) {
            return false;
        }
        if (blocks->blocks[at].rule != node->pruned) {
            return dana__is_taken(&blocks->blocks[at]);
        }
    }
    return false;
}

/* A note in a box, between texts that are taken: what is said beside the text. A short one, and one
 * with many links, stands among the paragraphs of the text. last: behind the last of these. */
static bool is_note(const dana__blocks *blocks, const dana__node *node, size_t last)
{
    bool has_few_links = 3 * (uint64_t)node->non_link_text >= NOTE_THIRD * (uint64_t)node->text;
    bool is_long = node->non_link_text >= NOTE_LEAST;

    if ((!has_few_links && !is_long) || 2 * (uint64_t)node->non_link_text < node->text ||
        last <= node->end_block) {
        return false;
    }
    return (has_few_links && is_long) || (node->parent != 0 && has_text_beside(blocks, node, -1) &&
                                          has_text_beside(blocks, node, 1));
}

/* Takes the blocks of an element that its own rule prunes, and no box in it. */
static void take(dana__blocks *blocks, const dana__node *node)
{
    for (size_t i = node->first_block; i < node->end_block; i++) {
        dana__block *block = &blocks->blocks[i];
        uint32_t inner = blocks->nodes[block->node].all_marks & ~node->all_marks;

        if (block->rule == node->pruned && (inner & DANA__BESIDE_MARKS) == 0) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Whether what an element is called makes it a name of what the text below it tells about: the
 * signature of a function, with its parameters, or the caption of a part. On articles these are who
 * wrote it, and what tells of a picture. last: behind the last text that is taken. */
static bool is_name(const dana_page *page, const dana__blocks *blocks, const dana__node *node,
                    size_t last)
{
    static const char *const names[] = {"signature", NULL};

    if ((node->marks & DANA__MARK_BIT(AUTHOR)) != 0) {
        return node->end_block < last &&
               dana__has_class_word(dana__class_value(dana__start_tag_of(page, node)), names);
    }
    return (node->marks & DANA__MARK_BIT(CAPTION)) != 0 && node->end_block < last &&
           dana__is_taken(&blocks->blocks[node->end_block]);
}

/* The largest element around another that begins with a block or behind it: a list of chapters
 * stands below the title page. */
static const dana__node *widen(const dana__blocks *blocks, const dana__node *node, size_t first)
{
    while (node->parent != 0 && blocks->nodes[node->parent].first_block >= first) {
        node = &blocks->nodes[node->parent];
    }
    return node;
}

void dana__keep_beside(const dana_page *page, dana__blocks *blocks, const dana__node *home,
                       size_t first)
{
    const dana__node *scope = widen(blocks, home, first);
    size_t last = dana__last_taken(blocks, blocks->block_count);

    for (size_t i = (size_t)(scope - blocks->nodes) + 1; i < scope->end; i++) {
        const dana__node *node = &blocks->nodes[i];
        uint32_t marks = node->all_marks & ~scope->all_marks & DANA__BESIDE_MARKS;

        if (node->pruned == 0 || node->first_block <= first) {
            continue;
        }
        if ((marks == DANA__MARK_BIT(NAV) && (i < home->end || is_called_contents(page, node)) &&
             is_contents(page, blocks, i)) ||
            (marks == DANA__MARK_BIT(ASIDE) && is_note(blocks, node, last)) ||
            (marks == 0 && is_name(page, blocks, node, last))) {
            take(blocks, node);
        }
        i = node->end - 1;
    }
}

/* What a link's rel says that leads to the page before, after or above. */
static const char *const ways[] = {"next", "prev", "previous", "up", NULL};

/* Code points outside links of a line that leads around at most: "Next: , Up: ". */
#define WAYS_MOST 60

static bool leads_around(const dana_page *page, const dana__block *block)
{
    const char *p = dana__start_with_tags(page, block);
    dana_view link;
    dana_view rel;

    while (dana__next_link_tag(&p, page->source.data + block->end, &link)) {
        if (dana_tag_attribute(link, "rel", &rel) && dana__has_class_word(rel, ways)) {
            return true;
        }
    }
    return false;
}

void dana__cut_ways(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (block->link_text > 0 && dana__text_outside_links(block) <= WAYS_MOST &&
            leads_around(page, block)) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}
