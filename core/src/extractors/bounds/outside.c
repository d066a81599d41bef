#include "extractors/bounds/outside.h"

#include "extractors/bounds/rows.h"
#include "html/elements.h"
#include "measure/sentence.h"

/* The element of an article: the smallest one that holds its headline and text, or the article or
 * main element around it; *article: what is taken in it behind the headline. 0: the page. */
static uint32_t element_of(const dana_page *page, const dana__blocks *blocks, size_t headline,
                           dana__taken_range *article)
{
    float unit = dana__text_unit(blocks);
    uint32_t node = blocks->blocks[headline].node;
    uint32_t out = node;
    size_t end = headline + 1;
    bool is_whole = false;

    *article = (dana__taken_range){0};
    for (;; node = blocks->nodes[node].parent) {
        const dana__node *around = &blocks->nodes[node];

        if (!is_whole || around->kind == DANA__KIND_ARTICLE || around->kind == DANA__KIND_MAIN) {
            out = node;
            if (around->end_block > end) {
                dana__add_taken(page, blocks, end, around->end_block, unit, article);
                end = around->end_block;
            }
            is_whole = (float)article->text * unit >= DANA__ARTICLE_LEAST;
        }
        if (node == 0) {
            return out;
        }
    }
}

void dana__cut_outside(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    dana__taken_range article;
    const dana__node *node = &blocks->nodes[element_of(page, blocks, headline, &article)];

    dana__cut_rows(page, blocks, 0, node->first_block, &article);
    dana__cut_rows(page, blocks, node->end_block, blocks->block_count, &article);
}
