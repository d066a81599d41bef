/*
 * What is called no part of an article's text.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_CALLED_H
#define DANA_EXTRACTORS_BOUNDS_CALLED_H

#include "blocks/blocks.h"

/*
 * Leaves out what is called readers' comments behind an article's text, however much of the page it
 * is, and what is called an aside outside the smallest element that holds its headline, a block,
 * and its text: columns of the site. Asides in that element may be the author's. What stands below
 * a heading that is called comments itself goes with them, but not the replies of a thread. Nothing
 * goes where the first paragraph is called so itself, or where little is left without it. Linear.
 */
void dana__cut_called(const dana_page *page, dana__blocks *blocks, size_t headline);

#endif
