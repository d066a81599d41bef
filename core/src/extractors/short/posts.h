/*
 * The texts of posts: whole, on the page of a thread.
 */
#ifndef DANA_EXTRACTORS_SHORT_POSTS_H
#define DANA_EXTRACTORS_SHORT_POSTS_H

#include "blocks/blocks.h"

/*
 * On the page of a thread the posts' texts stand in elements of one kind and class. Where three
 * fifths of the text in these are taken, what the learned step has left out of them is taken, too:
 * sentences and texts of 40 code points and more, no quotations and nothing that a rule prunes.
 * Between these elements what comes again is cut: the thread's name above each post, signatures,
 * what a post answers. types: how likely the page is of each type (dana_page_type). Linear in
 * blocks, and in the depth.
 */
void dana__keep_posts(const dana_page *page, dana__blocks *blocks, const float *types);

#endif
