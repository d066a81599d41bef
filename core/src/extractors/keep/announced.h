/*
 * Lists that the text before them announces.
 */
#ifndef DANA_EXTRACTORS_KEEP_ANNOUNCED_H
#define DANA_EXTRACTORS_KEEP_ANNOUNCED_H

#include "blocks/blocks.h"

/*
 * Takes the list right behind a taken text that ends with a colon, in the same element, where the
 * learned step refused all of it though it was not sure: "References:" and its links. Cuts the last
 * taken text where it is such a label and links or a box follow, no picture: "Share this:". Before,
 * takes short labels with a colon between taken texts, and the name of a list between a taken text
 * and the list. Linear.
 */
void dana__keep_announced(const dana_page *page, dana__blocks *blocks);

#endif
