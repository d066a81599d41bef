/*
 * Items that are none of the page.
 */
#ifndef DANA_POSTS_STRANGERS_H
#define DANA_POSTS_STRANGERS_H

#include "posts/items.h"

/* Drops what tells neither author nor date, what stands in menus and teasers, and posts of lists
 * none of which is content; takes the dropped items out of the list. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__drop_strangers(const dana__search *search, dana__boxes *boxes,
                                               dana__items *list);

#endif
