/*
 * What stands beside code and media and is none of the text: line numbers, texts for browsers that
 * play nothing.
 */
#ifndef DANA_EXTRACTORS_PRUNE_GUTTERS_H
#define DANA_EXTRACTORS_PRUNE_GUTTERS_H

#include "blocks/blocks.h"

/* Cuts the line numbers of listings, and what videos and sounds show where they cannot be played.
 * Linear. */
void dana__drop_gutters(const dana_page *page, dana__blocks *blocks);

#endif
