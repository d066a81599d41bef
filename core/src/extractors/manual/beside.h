/*
 * What a manual sets apart in its text by names that elsewhere are those of a page's boxes: lists
 * of chapters, notes in boxes.
 */
#ifndef DANA_EXTRACTORS_MANUAL_BESIDE_H
#define DANA_EXTRACTORS_MANUAL_BESIDE_H

#include "blocks/blocks.h"

/*
 * Takes, of what rules prune behind the block `first` in the element of a manual's text, lists of
 * chapters that lead to other pages, and sentences in side bars that stand between taken texts.
 * Lists that are called contents may stand in the elements around it that begin there, too. Lists
 * of what the page itself has below stay out. Linear.
 */
void dana__keep_beside(const dana_page *page, dana__blocks *blocks, const dana__node *home,
                       size_t first);

/* Cuts the lines that lead to the pages before, after and above, as their links say (rel). Linear.
 */
void dana__cut_ways(const dana_page *page, dana__blocks *blocks);

#endif
