/*
 * End tags in a page's body: which open element they close (13.2.6.4.7).
 */
#ifndef DANA_SELECT_END_TAGS_H
#define DANA_SELECT_END_TAGS_H

#include "select/open_nodes.h"

/* Closes the element that an end tag means, if it is open. */
void dana__close_end_tag(dana__open_nodes *nodes, const dana__markup *tag);

#endif
