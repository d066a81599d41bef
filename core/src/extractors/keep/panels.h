/*
 * What is shown on demand: the panels of tabs and accordions, and what names them.
 */
#ifndef DANA_EXTRACTORS_KEEP_PANELS_H
#define DANA_EXTRACTORS_KEEP_PANELS_H

#include "blocks/blocks.h"

/* Takes the names of tabs inside the content: they say what the panels after them are. An element
 * lists tabs by its role, or by a class word and as many panels after it. Linear in the numbers of
 * elements and blocks. */
void dana__keep_tabs(dana__blocks *blocks);

#endif
