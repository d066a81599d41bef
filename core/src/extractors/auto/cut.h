/*
 * The second cut: what comes after the article inside the chosen subtree.
 */
#ifndef DANA_EXTRACTORS_AUTO_CUT_H
#define DANA_EXTRACTORS_AUTO_CUT_H

#include "extractors/auto/choose.h"

/*
 * The second cut: on a page that calls itself an article, leaves out what comes after the
 * article inside the chosen subtree in an element of its own and is made of links and short
 * blocks: teasers of other articles, calls to act. Linear in the numbers of elements and blocks.
 */
void dana__cut_tail(dana__blocks *blocks, const dana__choice *choice);

/* Leaves out, on a page that calls itself an article, the lines of the subtree that are nothing
 * but a link, outside paragraphs, lists and tables. Linear in the number of blocks. */
void dana__cut_link_lines(dana__blocks *blocks);

/* Cuts headings at the content's end, as nothing stands below them; more than two in a row are the
 * items of a list. */
void dana__cut_last_headings(dana__blocks *blocks);

#endif
