/*
 * Who wrote the posts of a thread.
 */
#ifndef DANA_EXTRACTORS_SHORT_NAMES_H
#define DANA_EXTRACTORS_SHORT_NAMES_H

#include "blocks/blocks.h"

/*
 * Takes the names of those who wrote posts: what microdata (itemprop "name" inside an author) or a
 * class ("username") calls so, or else links to accounts in elements of one shape, of these the
 * ones that most posts have. One stands above a text that is taken, in an element that holds no
 * text taken before it: two and more of a page, or none. Linear in blocks, and in the depth.
 */
void dana__keep_names(const dana_page *page, dana__blocks *blocks);

#endif
