/*
 * Texts of dialogs: what pages show when their reader asks for it.
 */
#ifndef DANA_EXTRACTORS_PRUNE_DIALOGS_H
#define DANA_EXTRACTORS_PRUNE_DIALOGS_H

#include "blocks/blocks.h"

/* Leaves out what a dialog holds and the trees are not sure of. */
void dana__cut_dialogs(dana__blocks *blocks);

#endif
