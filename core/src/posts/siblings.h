/*
 * Repeated structure: siblings of one signature, most of which hold an author and a date, are posts
 * where nothing calls itself one.
 */
#ifndef DANA_POSTS_SIBLINGS_H
#define DANA_POSTS_SIBLINGS_H

#include "metadata/search.h"
#include "posts/boxes.h"

#include <stdbool.h>

/* Lets each dt that is called an item by now have the text of its definitions: blogs set who wrote
 * a comment as the term, and what as the definition. */
void dana__join_definitions(dana__boxes *boxes);

/* Calls numbered boxes comments where they stand in a part that is called so, or beside a heading
 * that is. Each has what stands between it and the next one: who wrote it. */
void dana__join_numbered(dana__boxes *boxes);

/* Calls the boxes of the best group of alike siblings posts. Returns whether there is one. *status:
 * DANA_OK, or why it failed. */
bool dana__call_siblings(const dana__search *search, dana__boxes *boxes, bool is_thread,
                         dana_status *status);

/* Calls comments the siblings of one class, or of one name where they have none, that make most of
 * an element in a part of the page that is called the readers' comments, where no word calls them
 * so. Returns whether there are any. *status: errors as dana__list_items. */
bool dana__call_in_comments(const dana__search *search, dana__boxes *boxes, dana_status *status);

#endif
