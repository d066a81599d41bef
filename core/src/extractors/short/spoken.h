/*
 * What only screen readers say.
 */
#ifndef DANA_EXTRACTORS_SHORT_SPOKEN_H
#define DANA_EXTRACTORS_SHORT_SPOKEN_H

#include "blocks/blocks.h"

/*
 * Cuts the texts, but no headings, that are all of an element which its class calls one for screen
 * readers alone ("sr-only", "visually-hidden"): "Regular price", "4.5 out of 5 stars". A reader of
 * the page sees a sign, a place or a picture there. The unit behind a number
 * and values of tables stay. Linear.
 */
void dana__cut_spoken(const dana_page *page, dana__blocks *blocks);

#endif
