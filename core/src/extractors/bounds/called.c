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

/* Whether an article is left without what is called so. */
static bool has_article(const dana_page *page, const dana__blocks *blocks,
                        const dana__article_text *text, uint32_t mark)
{
    dana__taken_range article = {0};

    for (size_t i = text->first; i < blocks->block_count; i++) {
        if (!is_called(blocks, i, text->first, mark)) {
            dana__add_taken(page, blocks, i, i + 1, text->unit, &article);
        }
    }
    return (float)article.text * text->unit >= DANA__ARTICLE_LEAST;
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

void dana__cut_called(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    const uint32_t comments = DANA__MARK_BIT(COMMENTS);
    const uint32_t aside = DANA__MARK_BIT(ASIDE);
    dana__article_text text = dana__find_article_text(page, blocks, headline);

    if (text.first == blocks->block_count || !has_article(page, blocks, &text, comments | aside)) {
        return;
    }
    const dana__node *whole = whole_of(blocks, &text, headline);

    cut_range(blocks, text.first, blocks->block_count, text.first, comments);
    cut_range(blocks, 0, whole->first_block, text.first, aside);
    cut_range(blocks, whole->end_block, blocks->block_count, text.first, aside);
}
