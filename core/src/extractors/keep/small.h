/*
 * Small texts, which the learned step has little to tell by: sections of small pages, comments that
 * are all of a page.
 */
#ifndef DANA_EXTRACTORS_KEEP_SMALL_H
#define DANA_EXTRACTORS_KEEP_SMALL_H

#include "blocks/blocks.h"

/*
 * Where the content is small, takes the sections of its element that the learned step left out
 * though it was not sure of any of their blocks: the heading (order 2 to 6) and what stands below
 * it up to the next one; not below a label such as "Editor: A. Lee". On pages that call themselves
 * articles these are tables only, as other sections behind an article lead elsewhere. Linear.
 */
void dana__keep_small(const dana_page *page, dana__blocks *blocks);

/* Returns the element whose lines a block is of: the one around those that are inline. */
uint32_t dana__line_of(const dana__blocks *blocks, const dana__block *block);

/* Takes a short part of a line that the learned step refused where what stands before it in the
 * line is taken: the unit behind a number, in an inline element of its own. Linear in the depth. */
void dana__keep_lines(dana__blocks *blocks);

/*
 * Takes the lines and parts of lines of an element that the learned step refused where it took
 * enough of them: of a paragraph a quarter, of another box, item or cell half. Ingredients and
 * verses are parted by br, "Starting at" and its price by spans. Of a paragraph of three lines and
 * more that stands before taken parts of the same text it takes all. Linear in the depth.
 */
void dana__keep_paragraphs(dana__blocks *blocks);

/* On a page that is nothing but comments, takes their texts; links and buttons stay out. Linear. */
void dana__keep_comments(dana__blocks *blocks);

/*
 * On a thread whose replies are called comments, takes their texts that the learned step refused:
 * what ends as sentences do or is long. Comments in a post are remarks and stay as they are.
 * Linear.
 */
void dana__keep_replies(const dana_page *page, dana__blocks *blocks);

#endif
