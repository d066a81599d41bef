#include "extractors/bounds/called.h"

#include "blocks/marks.h"
#include "extractors/bounds/article_text.h"
#include "extractors/bounds/rows.h"

/* Whether a block stands in an element that is called so, and the first paragraph does not. */
static bool is_called(const dana__blocks *blocks, size_t i, size_t first, uint32_t mark)
{
    uint32_t own = blocks->nodes[blocks->blocks[first].node].all_marks;

    return (blocks->nodes[blocks->blocks[i].node].all_marks & ~own & mark) != 0;
}

/* Characters outside links of a block that is taken; 0: it is not. */
static uint32_t taken_text(const dana__block *block)
{
    return dana__is_taken(block) ? dana__text_outside_links(block) : 0;
}

/* Whether an article is left without what is called so. */
static bool has_article(const dana__blocks *blocks, const dana__article_text *text, uint32_t mark)
{
    uint64_t article = 0;

    for (size_t i = text->first; i < blocks->block_count; i++) {
        if (!is_called(blocks, i, text->first, mark)) {
            article += taken_text(&blocks->blocks[i]);
        }
    }
    return (float)article * text->unit >= DANA__ARTICLE_LEAST;
}

/* Leaves out the blocks of a range that are called so. */
static void cut_range(dana__blocks *blocks, size_t first, size_t end, size_t paragraph,
                      uint32_t mark)
{
    for (size_t i = first; i < end; i++) {
        if (is_called(blocks, i, paragraph, mark)) {
            dana__cut_taken(blocks, i, i + 1);
        }
    }
}

/* The smallest element that holds an article's headline and its paragraphs. */
static const dana__node *whole_of(const dana__blocks *blocks, const dana__article_text *text,
                                  size_t headline)
{
    uint32_t index = text->around;

    while (blocks->nodes[index].first_block > headline) {
        index = blocks->nodes[index].parent;
    }
    return &blocks->nodes[index];
}

/* The element around a heading that is called comments itself, by its class or id; NULL: it is
 * called otherwise. */
static const dana__node *section_of(const dana__blocks *blocks, size_t i)
{
    const dana__node *node = &blocks->nodes[blocks->blocks[i].node];
    bool is_called_so = false;

    while (node->parent != 0 && node->first_block == i && node->end_block == i + 1) {
        is_called_so |= (node->marks & DANA__MARK_BIT(COMMENTS)) != 0;
        node = &blocks->nodes[node->parent];
    }
    return is_called_so ? node : NULL;
}

/* Whether a block stands in an element called a post that does not hold block `other`. */
static bool is_in_post(const dana__blocks *blocks, size_t i, size_t other)
{
    const dana__node *node = &blocks->nodes[blocks->blocks[i].node];

    while (node->first_block > other || node->end_block <= other) {
        if ((node->marks & DANA__MARK_BIT(POST)) != 0) {
            return true;
        }
        node = &blocks->nodes[node->parent];
    }
    return false;
}

/* Whether a text and what follows a heading are posts, each by itself: a thread and its replies. */
static bool is_thread(const dana__blocks *blocks, size_t first, size_t heading, size_t end)
{
    size_t i = heading + 1;

    while (i < end && !dana__is_taken(&blocks->blocks[i])) {
        i++;
    }
    return i < end && is_in_post(blocks, first, heading) && is_in_post(blocks, i, heading);
}

/* Leaves out what stands below a heading that is called comments, behind an article's text. */
static void cut_below_headings(dana__blocks *blocks, const dana__article_text *text)
{
    uint64_t article = 0;

    for (size_t i = text->first; i < blocks->block_count; i++) {
        const dana__node *section = blocks->blocks[i].heading > 0 ? section_of(blocks, i) : NULL;

        if (section != NULL && (float)article * text->unit >= DANA__ARTICLE_LEAST) {
            if (!is_thread(blocks, text->first, i, section->end_block)) {
                dana__cut_taken(blocks, i, section->end_block);
            }
            return;
        }
        article += taken_text(&blocks->blocks[i]);
    }
}

void dana__cut_called(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    const uint32_t comments = DANA__MARK_BIT(COMMENTS);
    const uint32_t aside = DANA__MARK_BIT(ASIDE);

    if (!dana__has_mark(blocks, comments | aside)) {
        return;
    }
    dana__article_text text = dana__find_article_text(page, blocks, headline);

    if (text.first == blocks->block_count) {
        return;
    }
    cut_below_headings(blocks, &text);
    if (!has_article(blocks, &text, comments | aside)) {
        return;
    }
    const dana__node *whole = whole_of(blocks, &text, headline);

    cut_range(blocks, text.first, blocks->block_count, text.first, comments);
    cut_range(blocks, 0, whole->first_block, text.first, aside);
    cut_range(blocks, whole->end_block, blocks->block_count, text.first, aside);
}
