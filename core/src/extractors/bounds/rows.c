#include "extractors/bounds/rows.h"

#include "measure/sentence.h"

/* An article has so many paragraphs at least: a shop or a list of services has one above its cards,
 * but these have more than links. Characters of a paragraph. */
#define PARAGRAPHS_LEAST 2
#define PARAGRAPH_LEAST  80

/* Where a day stands beside the headline one paragraph is an article: a shop has no day. What is
 * taken beside it may be so many times its text. */
#define DATED_PARAGRAPHS 1
#define DATED_TIMES      3

/* Of what is taken beside it: one part of how many is links at least, and code points outside links
 * of a line at most, in the mean. */
#define LINK_PARTS 5
#define LINE_MOST  60

/* Code points outside links of a line at most that is a headline, in the mean, and how often the
 * article's text they may be together: a portal has hundreds. */
#define HEADLINE_MOST 20
#define PORTAL_TIMES  10

/* So many links are a list of other pages wherever they stand behind a text; fewer may be the
 * author's own. */
#define LINK_ROWS 5

bool dana__is_full_paragraph(const dana_page *page, const dana__block *block, float unit)
{
    return (float)dana__text_outside_links(block) * unit >= PARAGRAPH_LEAST &&
           block->heading == 0 && 2 * (uint64_t)block->link_text <= block->text &&
           dana__ends_sentence(page, block);
}

void dana__add_taken(const dana_page *page, const dana__blocks *blocks, size_t first, size_t end,
                     float unit, dana__taken_range *sum)
{
    for (size_t i = first; i < end; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block)) {
            sum->text += dana__text_outside_links(block);
            sum->links += block->link_text;
            sum->lines++;
            sum->paragraphs += dana__is_full_paragraph(page, block, unit);
            sum->expected += (float)block->text * block->score;
        }
    }
}

/* Whether what is taken beside an article is hardly more than links. */
static bool are_links(const dana__taken_range *rows, const dana__taken_range *article)
{
    return 3 * rows->links >= 2 * (rows->text + rows->links) && article->paragraphs > 0 &&
           2 * rows->text <= 3 * article->text;
}

/* Whether an article has as many paragraphs as it takes. */
static bool has_paragraphs(const dana__blocks *blocks, const dana__taken_range *article)
{
    return article->paragraphs >= (blocks->is_dated ? DATED_PARAGRAPHS : PARAGRAPHS_LEAST);
}

/* Whether it is lines with links, and not more than the article, or a portal's headlines and times.
 */
static bool are_rows(const dana__blocks *blocks, const dana__taken_range *rows,
                     const dana__taken_range *article)
{
    uint64_t most = blocks->is_dated ? DATED_TIMES * article->text : article->text;
    bool are_headlines = rows->text <= HEADLINE_MOST * rows->lines &&
                         rows->text <= PORTAL_TIMES * article->text;

    return LINK_PARTS * rows->links >= rows->text + rows->links &&
           has_paragraphs(blocks, article) && (rows->text <= most || are_headlines);
}

void dana__cut_taken(dana__blocks *blocks, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}

void dana__cut_rows(const dana_page *page, dana__blocks *blocks, size_t first, size_t end,
                    const dana__taken_range *article)
{
    dana__taken_range rows = {0};

    dana__add_taken(page, blocks, first, end, 1.0f, &rows);
    if (rows.text <= LINE_MOST * rows.lines &&
        (are_links(&rows, article) || are_rows(blocks, &rows, article))) {
        dana__cut_taken(blocks, first, end);
    }
}

void dana__cut_link_rows(const dana_page *page, dana__blocks *blocks, size_t first, size_t end,
                         const dana__taken_range *article)
{
    dana__taken_range rows = {0};

    dana__add_taken(page, blocks, first, end, 1.0f, &rows);
    if (rows.lines >= LINK_ROWS && rows.text <= LINE_MOST * rows.lines && rows.paragraphs == 0 &&
        has_paragraphs(blocks, article) && are_links(&rows, article)) {
        dana__cut_taken(blocks, first, end);
    }
}
