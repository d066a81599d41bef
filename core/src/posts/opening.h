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

/*
 * Drops the first item where it is what is around the whole thread and names its author: the post
 * that opens the thread is the next one, which gets its date.
 */
void dana__join_opening(const dana__search *search, dana__items *list);

#endif
