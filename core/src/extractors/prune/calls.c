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
    cut_at_end(page, blocks);
    cut_between(page, blocks);
}
