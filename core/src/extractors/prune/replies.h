/*
 * Comments that are a page's content: those on a text that stands elsewhere, and the replies of a
 * thread.
 */
#ifndef DANA_EXTRACTORS_PRUNE_REPLIES_H
#define DANA_EXTRACTORS_PRUNE_REPLIES_H

#include "blocks/blocks.h"

/* Sets all_comments, has_replies and in_post of its elements; holds_main is set before. */
void dana__find_replies(dana__blocks *blocks);

#endif
