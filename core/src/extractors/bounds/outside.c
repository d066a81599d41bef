#include "extractors/bounds/outside.h"

#include "html/elements.h"
#include "measure/sentence.h"

/* Characters outside links that are taken behind the headline in the article's element, at least;
 * as many as dana__text_unit counts. */
#define ARTICLE_LEAST 200

/* Paragraphs among them at least: a shop or a list of services has one above its cards, but these
 * have more than links. Characters of a paragraph. */
#define PARAGRAPHS_LEAST 2
#define PARAGRAPH_LEAST  80

/* Of what is taken there: one part of how many is links at least, and code points outside links of
 * a line at most, in the mean. */
#define LINK_PARTS 5
#define LINE_MOST  60

/* Code points outside links of a line at most that is a headline, in the mean, and how often the
 * article's text they may be together: a portal has hundreds. */
#define HEADLINE_MOST 20
#define PORTAL_TIMES  10

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

/* Whether what is taken beside an article is hardly more than links. */
static bool are_links(const taken_range *rows, const taken_range *article)
{
    return 3 * rows->links >= 2 * (rows->text + rows->links) && article->paragraphs > 0 &&
           2 * rows->text <= 3 * article->text;
}

/* Whether it is lines with links, and not more than the article, or a portal's headlines and times.
 */
static bool are_rows(const taken_range *rows, const taken_range *article)
{
    bool are_headlines = rows->text <= HEADLINE_MOST * rows->lines &&
                         rows->text <= PORTAL_TIMES * article->text;

    return LINK_PARTS * rows->links >= rows->text + rows->links &&
           article->paragraphs >= PARAGRAPHS_LEAST &&
           (rows->text <= article->text || are_headlines);
}

/* Leaves out what is taken of the blocks [first, end), which are beside an article. */
static void cut_rows(const dana_page *page, dana__blocks *blocks, size_t first, size_t end,
                     const taken_range *article)
{
    taken_range rows = {0};

    add_range(page, blocks, first, end, 1.0f, &rows);
    if (rows.text > LINE_MOST * rows.lines ||
        (!are_links(&rows, article) && !are_rows(&rows, article))) {
        return;
    }
    for (size_t i = first; i < end; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}

void dana__cut_outside(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    taken_range article;
    const dana__node *node = &blocks->nodes[element_of(page, blocks, headline, &article)];

    cut_rows(page, blocks, 0, node->first_block, &article);
    cut_rows(page, blocks, node->end_block, blocks->block_count, &article);
}
