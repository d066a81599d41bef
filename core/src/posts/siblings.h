/*
 * Repeated structure: siblings of one signature, most of which hold an author and a date, are posts
 * where nothing calls itself one.
 */
#ifndef DANA_POSTS_SIBLINGS_H
#define DANA_POSTS_SIBLINGS_H

#include "metadata/search.h"
#include "posts/boxes.h"

#include <stdbool.h>

/* Calls the boxes of the best group of alike siblings posts. Returns whether there is one. *status:
 * DANA_OK, or why it failed. */
bool dana__call_siblings(const dana__search *search, dana__boxes *boxes, bool is_thread,
                         dana_status *status);

#endif
