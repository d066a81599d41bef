/*
 * Groups of elements that nest in their own ways, by the names of their tags.
 */
#ifndef DANA_SELECT_TAG_GROUPS_H
#define DANA_SELECT_TAG_GROUPS_H

#include "html/tokenizer.h"

/* Returns whether elements of this name hold nothing (HTML 13.1.2). */
bool dana__is_void(const dana__markup *tag);

/* Returns whether they stand in the head, and imply no body (13.2.6.4.4). */
bool dana__is_of_head(const dana__markup *tag);

/* Returns whether they are formatting elements, which end tags close across blocks (13.2.4.3). */
bool dana__is_formatting(const dana__markup *tag);

#endif
