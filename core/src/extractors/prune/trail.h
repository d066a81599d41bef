/*
 * The way from a site's front page to this one, set as a line: "Home > News > Rain returns".
 */
#ifndef DANA_EXTRACTORS_PRUNE_TRAIL_H
#define DANA_EXTRACTORS_PRUNE_TRAIL_H

#include "blocks/blocks.h"
#include "page/page.h"

/* Cuts a trail that is one of the first two blocks that are taken. */
void dana__cut_trail(const dana_page *page, dana__blocks *blocks);

#endif
