/*
 * Rows beside an article: short lines with links, the headlines of other articles.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_ROWS_H
#define DANA_EXTRACTORS_BOUNDS_ROWS_H

#include "blocks/blocks.h"

/* Characters outside links that are taken of an article at least, as many as dana__text_unit
 * counts, before anything beside it is judged. */
#define DANA__ARTICLE_LEAST 200

/* What is taken of a range of blocks. */
typedef struct {
    uint64_t text; /* code points outside links */
    uint64_t links;
    uint64_t lines;
    uint64_t paragraphs;
    float expected; /* code points that the learned step expects to be content, of text and links */
} dana__taken_range;

/* Returns whether a block is a paragraph: no heading, most of it outside links, 80 characters that
 * count `unit` each (dana__text_unit), and ends as sentences do. */
bool dana__is_full_paragraph(const dana_page *page, const dana__block *block, float unit);

/* Adds what is taken of the blocks [first, end) to a sum. unit: what a character counts in a
 * paragraph. Linear. */
void dana__add_taken(const dana_page *page, const dana__blocks *blocks, size_t first, size_t end,
                     float unit, dana__taken_range *sum);

/* Leaves out what is taken of the blocks [first, end). */
void dana__cut_taken(dana__blocks *blocks, size_t first, size_t end);

/* Leaves out what is taken of the blocks [first, end), which stand beside an article, if it is
 * lines with links: most of it links beside an article with a paragraph, or a fifth beside one of
 * two that is longer, or a portal's headlines and times; beside a dated text (is_dated) a fifth of
 * up to three times its length. Linear. */
void dana__cut_rows(const dana_page *page, dana__blocks *blocks, size_t first, size_t end,
                    const dana__taken_range *article);

/* Leaves out the same blocks only where most of them is links, they are five and more and none is
 * a paragraph, beside an article of two paragraphs, a dated one of one. */
void dana__cut_link_rows(const dana_page *page, dana__blocks *blocks, size_t first, size_t end,
                         const dana__taken_range *article);

#endif
