/*
 * What is kept because of what stands around it: whole listings (a line of code like "}" looks like
 * no content where it stands alone), names of tabs, blocks between others of their kind.
 */
#ifndef DANA_EXTRACTORS_AUTO_LISTINGS_H
#define DANA_EXTRACTORS_AUTO_LISTINGS_H

#include "extractors/auto/choose.h"

/*
 * Takes all of a listing (a pre) of which most is taken, and listings in the content: an element
 * near around them has some before and after them. What a rule pruned, what is a copy and the
 * numbers of lines stay out, and so do labels beside a listing: the name of its language, a button.
 * Linear.
 */
void dana__keep_listings(const dana_page *page, dana__blocks *blocks);

/* On the page of a thread, takes the paragraphs and listings of posts behind the first content that
 * lie outside the chosen subtree: answers that are short beside a long question. */
void dana__keep_answers(dana__blocks *blocks, const dana__choice *choice);

/* Takes what is refused between two blocks like it that are taken: paragraphs, items and headings
 * in the flow of one container. */
void dana__keep_flow(dana__blocks *blocks);

#endif
