#include "extractors/prune/calls.h"

#include "extractors/bounds/rows.h"
#include "measure/calls.h"

/* Code points of the text before such a call at least. */
#define TEXT_LEAST 40

/* Lines behind a call to read on at most, and code points outside links of one: its day and source.
 */
#define CALLED_MOST  12
#define OUTSIDE_MOST 60

/* Cuts a call to read other articles at the end, with what is mostly links below it. */
static void cut_at_end(const dana_page *page, dana__blocks *blocks)
{
    size_t end = dana__last_taken(blocks, blocks->block_count);
    uint64_t links = 0;
    uint64_t outside = 0;

    for (int i = 0; i <= CALLED_MOST && end > 0; i++) {
        const dana__block *block = &blocks->blocks[end - 1];

        if (dana__heads_calls(page, block, false)) {
            if (outside <= links && dana__taken_text(blocks, 0, end - 1) >= TEXT_LEAST) {
                dana__cut_taken(blocks, end - 1, blocks->block_count);
            }
            return;
        }
        if (dana__text_outside_links(block) > OUTSIDE_MOST) {
            return;
        }
        links += block->link_text;
        outside += dana__text_outside_links(block);
        end = dana__last_taken(blocks, end - 1);
    }
}

/* Code points outside its links that a line of links between paragraphs has at most: its mark. */
#define MARK_MOST 4

static bool is_all_link(const dana__block *block)
{
    return block->link_text > 0 && dana__text_outside_links(block) <= MARK_MOST;
}

/* The end of the lines of links from a block on, where none of them is more than a link. *lines:
 * how many. */
static size_t end_of_links(const dana__blocks *blocks, size_t first, int *lines)
{
    size_t i = first;

    for (*lines = 0; i < blocks->block_count; i++) {
        if (!dana__is_taken(&blocks->blocks[i])) {
            continue;
        }
        if (!is_all_link(&blocks->blocks[i])) {
            break;
        }
        ++*lines;
    }
    return i;
}

/* The end of the blocks of the smallest element that begins with a block and holds others, where
 * all of them are links; else 0. */
static size_t end_of_box(const dana__blocks *blocks, size_t head)
{
    uint32_t at = blocks->blocks[head].node;

    while (at != 0 && blocks->nodes[at].end_block <= head + 1) {
        at = blocks->nodes[at].parent;
    }
    const dana__node *box = &blocks->nodes[at];
    size_t i = head + 1;

    while (at != 0 && box->first_block == head && i < box->end_block && i <= head + CALLED_MOST &&
           is_all_link(&blocks->blocks[i])) {
        i++;
    }
    return i > head + 1 && i == box->end_block ? i : 0;
}

/* Cuts boxes of a call to read other articles and links, whose head needs no colon. */
static void cut_boxes(const dana_page *page, dana__blocks *blocks)
{
    size_t last = dana__last_taken(blocks, blocks->block_count); /* cut_at_end is for those */

    for (size_t i = 1; i + 1 < last; i++) {
        const dana__block *head = &blocks->blocks[i];
        size_t end = dana__is_taken(head) && head->link_text == 0 && is_all_link(head + 1)
                         ? end_of_box(blocks, i)
                         : 0;

        if (end > 0 && dana__heads_calls(page, head, false)) {
            dana__cut_taken(blocks, i, end);
        }
    }
}

/* Bytes between two lines of one link at most. */
#define BETWEEN_MOST 600

/* Whether two blocks, one behind the other, are all of one link. */
static bool are_one_link(const dana_page *page, const dana__block *a, const dana__block *b)
{
    return is_all_link(a) && is_all_link(b) && dana__in_one_link(page, a, b, BETWEEN_MOST);
}

/* Cuts the titles of links that a call to read them begins: "<a>Read also <h4>Ferry prices</h4>
 * </a>", with that call. */
static void cut_called(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 1; i < blocks->block_count; i++) {
        dana__block *title = &blocks->blocks[i];

        if (dana__is_taken(title) && are_one_link(page, title - 1, title) &&
            dana__calls_to_read(page, blocks, title - 1)) {
            dana__cut_taken(blocks, i - 1, i + 1);
        }
    }
}

/* Cuts calls to read other articles between paragraphs, with the lines below them that are links.
 * More than a few lines are what the page is for. */
static void cut_between(const dana_page *page, dana__blocks *blocks)
{
    size_t head = blocks->block_count;

    for (size_t i = 0; i < blocks->block_count; i++) {
        if (!dana__is_taken(&blocks->blocks[i])) {
            continue;
        }
        if (head < i && is_all_link(&blocks->blocks[i])) {
            int lines;
            size_t end = end_of_links(blocks, i, &lines);

            if (end < blocks->block_count && lines <= CALLED_MOST &&
                blocks->blocks[head].link_text == 0 &&
                dana__heads_calls(page, &blocks->blocks[head], true)) {
                dana__cut_taken(blocks, head, end);
            }
            i = end - 1;
            head = blocks->block_count;
        } else {
            head = i;
        }
    }
}

void dana__cut_calls(const dana_page *page, dana__blocks *blocks)
{
    cut_called(page, blocks);
    cut_boxes(page, blocks);
    cut_at_end(page, blocks);
    cut_between(page, blocks);
}
