/*
 * What only screen readers say.
 */
#ifndef DANA_EXTRACTORS_SHORT_SPOKEN_H
#define DANA_EXTRACTORS_SHORT_SPOKEN_H

#include "blocks/blocks.h"

/* Returns whether all texts of a block stand right in elements for screen readers, and end with
 * one; or most of them, where they are a button's: "Add Acme 20 to" compare. Linear in its bytes.
 */
bool dana__is_spoken(const dana_page *page, const dana__blocks *blocks, const dana__block *block);

/*
 * Cuts the texts, but no headings, that are all of an element which its class calls one for screen
 * readers alone ("sr-only", "visually-hidden"): "Regular price", "4.5 out of 5 stars". A reader of
 * the page sees a sign, a place or a picture there. The unit behind a number and values of tables
 * stay; the unit of a number that is taken is taken, too. Linear.
 */
void dana__cut_spoken(const dana_page *page, dana__blocks *blocks);

#endif
