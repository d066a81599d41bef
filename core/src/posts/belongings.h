/*
 * What belongs to items besides author and date: the element of their text, votes, and how deep a
 * reply stands where the elements are not nested.
 */
#ifndef DANA_POSTS_BELONGINGS_H
#define DANA_POSTS_BELONGINGS_H

#include "posts/items.h"
#include "posts/stated.h"

/* Gives each item its body, its votes, its level and what is stated of it; replies whose levels say
 * so get the item before them that they reply to as parent. Reads the page's tallies, at most one
 * per 160 bytes and 32 more, unless that was done before: only pages with items are read for them.
 * Linear. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED. */
DANA_MUST_USE dana_status dana__give_belongings(const dana__search *search, dana__boxes *boxes,
                                                const dana__stated_list *stated,
                                                dana__items *items);

#endif
