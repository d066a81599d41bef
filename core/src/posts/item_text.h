/*
 * The text of an item: its own part of the source without author, date and votes.
 */
#ifndef DANA_POSTS_ITEM_TEXT_H
#define DANA_POSTS_ITEM_TEXT_H

#include "posts/items.h"

/* Lists an item's own part of the source: without the items inside it. In the page's arena.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__item_ranges(const dana__search *search, const dana__items *items,
                                            size_t index, dana_selection *own);

/* Renders an item as dana_render_plain does: its body where that is known, else what is selected of
 * its own part, or all of that where hardly anything is; without author, date and votes.
 * Errors: as dana_render_plain. */
DANA_MUST_USE dana_status dana__item_text(const dana__search *search, const dana__tallies *tallies,
                                          const dana__item *item, const dana_selection *own,
                                          dana_view *text);

#endif
