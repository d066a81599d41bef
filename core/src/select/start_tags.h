/*
 * Start tags in a page's body: what they close, what they imply, and what they open (13.2.6.4.7 to
 * 13.2.6.4.15).
 */
#ifndef DANA_SELECT_START_TAGS_H
#define DANA_SELECT_START_TAGS_H

#include "select/open_nodes.h"

/* Opens the element of a start tag. leaf_end: where its element ends at once; NULL: it stays open.
 */
void dana__open_start_tag(dana__open_nodes *nodes, const dana__markup *tag, const char *leaf_end);

#endif
