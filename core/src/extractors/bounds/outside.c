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

/* Parts of ten of the taken text that the main element holds at least; where that is so short. */
#define MAIN_PARTS  8
#define SHORT_TEXT  1200
#define SHORT_PARTS 5

void dana__cut_behind_main(dana__blocks *blocks)
{
    if (!dana__has_kind(blocks, DANA__KIND_BIT(MAIN))) {
        return;
    }
    uint64_t all = dana__taken_text(blocks, 0, blocks->block_count);
    uint64_t parts = all <= SHORT_TEXT ? SHORT_PARTS : MAIN_PARTS;
    const dana__node *main = NULL;

    for (size_t i = 1; i < blocks->node_count; i++) {
        if (blocks->nodes[i].kind != DANA__KIND_MAIN) {
            continue;
        }
        if (main != NULL) {
            return;
        }
        main = &blocks->nodes[i];
    }
    if (main == NULL ||
        10 * dana__taken_text(blocks, main->first_block, main->end_block) < parts * all) {
        return;
    }
    dana__cut_taken(blocks, main->end_block, blocks->block_count);
}
