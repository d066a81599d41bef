/*
 * What the rules prune: elements that are no content by their names.
 */
#ifndef DANA_EXTRACTORS_AUTO_PRUNE_H
#define DANA_EXTRACTORS_AUTO_PRUNE_H

#include "extractors/auto/choose.h"

/* Marks the elements that a rule prunes, and the blocks inside them. */
void dana__prune(dana__blocks *blocks, const dana__auto_settings *settings);

/* Cuts the blocks of boxes: the learned step is not asked, as it knows short pages too little. */
void dana__cut_boxes(dana__blocks *blocks);

#endif
