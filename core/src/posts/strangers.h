/*
 * Items that are none of the page.
 */
#ifndef DANA_POSTS_STRANGERS_H
#define DANA_POSTS_STRANGERS_H

#include "posts/items.h"

/* Drops what tells neither author nor date, what stands in menus and teasers, and posts of lists
 * none of which is content. */
void dana__drop_strangers(const dana__search *search, const dana__boxes *boxes, dana__items *list);

#endif
