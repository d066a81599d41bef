/*
 * Finding items: by what boxes are called, by what JSON-LD states, by repeated structure.
 */
#ifndef DANA_POSTS_FIND_ITEMS_H
#define DANA_POSTS_FIND_ITEMS_H

#include "posts/items.h"
#include "posts/stated.h"

/*
 * Finds the items among the boxes, with their own authors and dates, and what is stated of them;
 * on the page of a thread also the post that opens it. Where no box is called one, groups of
 * siblings are. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__find_items(dana__search *search, dana__boxes *boxes,
                                           const dana__stated_list *stated, bool is_thread,
                                           dana__items *out);

#endif
