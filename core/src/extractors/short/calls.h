/*
 * Links that stand alone and look like buttons: calls to act ("Learn more", "Get started").
 */
#ifndef DANA_EXTRACTORS_SHORT_CALLS_H
#define DANA_EXTRACTORS_SHORT_CALLS_H

#include "blocks/blocks.h"

/* Cuts the taken blocks that are nothing but a link that its class calls a button. Linear. */
void dana__cut_calls(const dana_page *page, dana__blocks *blocks);

#endif
