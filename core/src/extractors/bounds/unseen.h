/*
 * Single texts that a page holds and shows to nobody.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_UNSEEN_H
#define DANA_EXTRACTORS_BOUNDS_UNSEEN_H

#include "blocks/blocks.h"

/*
 * Leaves out a text that is all of an element whose own tag keeps it from the eye (display:none,
 * visibility:hidden, hidden, a place off the page, letters of no size), beside shown texts in the
 * element around: what only programs are to read. At most half of what is taken, and two on a page:
 * more are panels. Not what a reader can open: behind a heading, beside a button or a link that
 * leads to no other page, with an id or a role; nor what comes in with an effect. Linear.
 */
void dana__cut_unseen(const dana_page *page, dana__blocks *blocks);

#endif
