/*
 * Lists whole: what a list tells is all of it.
 */
#ifndef DANA_EXTRACTORS_KEEP_LISTS_H
#define DANA_EXTRACTORS_KEEP_LISTS_H

#include "blocks/blocks.h"

/*
 * Takes all items of a list of which one is taken and against which no rule is, if the taken ones
 * are as many as the others, or if no item is a link, the learned step expects .3 of each in the
 * mean, and they have 16 code points in the mean. Refused links stay out where an item of text is
 * taken, and so do numbers alone. All of a list of terms of which a quarter is taken, but not on
 * threads, whose lists of terms tell of their members. Linear in the depth of lists times their
 * blocks.
 */
void dana__keep_lists(dana__blocks *blocks, bool is_thread);

#endif
