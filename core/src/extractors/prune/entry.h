/*
 * Short posts whose class says which element is the text.
 */
#ifndef DANA_EXTRACTORS_PRUNE_ENTRY_H
#define DANA_EXTRACTORS_PRUNE_ENTRY_H

#include "blocks/blocks.h"

/* On a page of little text, of which one element alone is called the text of a post
 * ("entry-content", as hAtom and WordPress have it) and holds half of what is taken, cuts short
 * lines and comments outside of it: what WordPress sets around a post (author, categories, tags,
 * answers, other posts). headline: a block's index; block_count: there is none. Linear. */
void dana__follow_entry(const dana_page *page, dana__blocks *blocks, size_t headline);

#endif
