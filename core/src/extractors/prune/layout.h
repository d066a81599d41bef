/*
 * Tables that lay a page out: a menu is the cell beside the text.
 */
#ifndef DANA_EXTRACTORS_PRUNE_LAYOUT_H
#define DANA_EXTRACTORS_PRUNE_LAYOUT_H

#include "blocks/blocks.h"

/* Cuts the cells of nothing but links, three and more, in the row of a cell that holds most of what
 * is taken. Linear. */
void dana__cut_menu_cells(dana__blocks *blocks);

#endif
