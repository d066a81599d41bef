#include "extractors/bounds/behind.h"

#include "html/elements.h"
#include "measure/sentence.h"

/* Characters outside links that are taken behind the headline in the article's element, at least;
 * as many as dana__text_unit counts. */
#define ARTICLE_LEAST 200

/* Paragraphs among them at least: a shop or a list of services has one above its cards. Characters
 * of a paragraph. */
#define PARAGRAPHS_LEAST 2
#define PARAGRAPH_LEAST  80

/* Of what is taken there: one part of how many is links at least, and code points outside links of
 * a line at most, in the mean. */
#define LINK_PARTS 5
#define LINE_MOST  60

/* What is taken of a range of blocks. */
typedef struct {
    uint64_t text; /* code points outside links */
    uint64_t links;
    uint64_t lines;
    uint64_t paragraphs;
} taken_range;

static bool is_paragraph(const dana_page *page, const dana__block *block, float unit)
{
    return (float)dana__text_outside_links(block) * unit >= PARAGRAPH_LEAST &&
           block->heading == 0 && 2 * (uint64_t)block->link_text <= block->text &&
           dana__ends_sentence(page, block);
}

static void add_range(const dana_page *page, const dana__blocks *blocks, size_t first, size_t end,
                      float unit, taken_range *sum)
{
    for (size_t i = first; i < end; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block)) {
            sum->text += dana__text_outside_links(block);
            sum->links += block->link_text;
            sum->lines++;
            sum->paragraphs += is_paragraph(page, block, unit);
        }
    }
}

/* The element of an article: the smallest one that holds its headline and text, or the article or
 * main element around it; *article: what is taken in it behind the headline. 0: the page. */
static uint32_t element_of(const dana_page *page, const dana__blocks *blocks, size_t headline,
                           taken_range *article)
{
    float unit = dana__text_unit(page, blocks);
    uint32_t node = blocks->blocks[headline].node;
    uint32_t out = node;
    size_t end = headline + 1;
    bool is_whole = false;

    *article = (taken_range){0};
    for (;; node = blocks->nodes[node].parent) {
        const dana__node *around = &blocks->nodes[node];

        if (!is_whole || around->kind == DANA__KIND_ARTICLE || around->kind == DANA__KIND_MAIN) {
            out = node;
            if (around->end_block > end) {
                add_range(page, blocks, end, around->end_block, unit, article);
                end = around->end_block;
            }
            is_whole = (float)article->text * unit >= ARTICLE_LEAST;
        }
        if (node == 0) {
            return out;
        }
    }
}

/* Whether what is taken behind an article is lines with links. */
static bool are_links(const taken_range *behind, const taken_range *article)
{
    return LINK_PARTS * behind->links >= behind->text + behind->links &&
           behind->text <= LINE_MOST * behind->lines && behind->text <= article->text;
}

void dana__cut_behind(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    taken_range article;
    taken_range behind = {0};
    uint32_t node = element_of(page, blocks, headline, &article);
    size_t end = blocks->nodes[node].end_block;

    if (node == 0 || article.paragraphs < PARAGRAPHS_LEAST) {
        return;
    }
    add_range(page, blocks, end, blocks->block_count, 1.0f, &behind);
    if (!are_links(&behind, &article)) {
        return;
    }
    for (size_t i = end; i < blocks->block_count; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}
