/*
 * What belongs to the text of a page that calls itself a manual, made by a tool for manuals: all of
 * it, as such pages have nothing beside their text but lists of chapters.
 */
#ifndef DANA_EXTRACTORS_MANUAL_MANUAL_H
#define DANA_EXTRACTORS_MANUAL_MANUAL_H

#include "blocks/blocks.h"

/*
 * Takes what the learned step refused, or the rules left outside, in the smallest element that
 * holds the headline and all that is taken: texts but those of which it is nearly sure, links of
 * which it was not sure, and headings with a text below. The headline (the block that is most like
 * the title element, and how much) is taken, or else the first heading of the first level, if it is
 * as short as a title. The lines that lead to the pages before, after and above go. Elements that
 * are named as boxes stay out. Linear.
 */
void dana__keep_manual(const dana_page *page, dana__blocks *blocks, size_t headline,
                       float likeness);

#endif
