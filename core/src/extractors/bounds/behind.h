/*
 * What is taken behind an article's text, in the elements around it.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_BEHIND_H
#define DANA_EXTRACTORS_BOUNDS_BEHIND_H

#include "blocks/blocks.h"

/*
 * Leaves out what is taken behind an article's text where it is rows with links. The text begins
 * with the first paragraph behind the headline, a block, and goes on in the element around that:
 * there, lists of links behind the last paragraph go. In the elements around, from the smallest one
 * out, what follows goes if it is rows (dana__cut_rows); else it is the article's for the next one.
 * What an article element holds is the article's. Linear in blocks and elements.
 */
void dana__cut_behind(const dana_page *page, dana__blocks *blocks, size_t headline);

/*
 * Leaves out what is taken behind an article's text, in the elements around it, of which the
 * learned step is much less sure than of the text: teasers, comments, notes of the site that are no
 * rows. What a builder of pages sets in boxes as the text stays, up to the last box with a
 * paragraph that is nearly as sure. Linear in blocks times the depth of elements.
 */
void dana__cut_doubtful(const dana_page *page, dana__blocks *blocks, size_t headline);

#endif
