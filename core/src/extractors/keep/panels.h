/*
 * What is shown on demand: the panels of tabs and accordions, and what names them.
 */
#ifndef DANA_EXTRACTORS_KEEP_PANELS_H
#define DANA_EXTRACTORS_KEEP_PANELS_H

#include "blocks/blocks.h"
#include "dana/page.h"

/* Takes the names of tabs inside the content: they say what the panels after them are. An element
 * lists tabs by its role, by a class word and as many panels after it, or as a list of links each
 * to its own panel (has_links: the page has lists of links); links to other pages are none, and go
 * where its role says so. Names that come again above the panels are taken there. Linear in the
 * numbers of elements and blocks, and in depth. */
void dana__keep_tabs(const dana_page *page, dana__blocks *blocks, bool has_links);

/* Takes the panels of tabs (role tabpanel) that a manual hides, where one beside them is taken: the
 * same steps on other systems, the same code in other languages. Linear in the numbers of elements
 * and blocks, by the depth of hidden panels inside one another. */
void dana__keep_hidden_panels(const dana_page *page, dana__blocks *blocks);

#endif
