/*
 * Lines at the same place of items that are alike.
 */
#ifndef DANA_EXTRACTORS_ITEMS_ALIKE_H
#define DANA_EXTRACTORS_ITEMS_ALIKE_H

#include "blocks/blocks.h"

/* Takes the first lines of items of one kind and class that the trees refused though they took most
 * lines at their place in the others. Linear. */
void dana__keep_alike(dana__blocks *blocks);

#endif
