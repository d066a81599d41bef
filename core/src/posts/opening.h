/*
 * The post that opens a thread, where its markup calls only the replies items.
 */
#ifndef DANA_POSTS_OPENING_H
#define DANA_POSTS_OPENING_H

#include "posts/items.h"

/*
 * Finds the selected text between the page's first h1 and its first item, and calls the largest box
 * around it without an item a post; boxes->opening is its text. Returns whether there is one.
 */
bool dana__call_opening(const dana__search *search, const dana__items *items, dana__boxes *boxes);

#endif
