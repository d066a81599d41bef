/*
 * Blocks that tags open and close, but for those of tables.
 */
#ifndef DANA_OUTLINE_BLOCKS_H
#define DANA_OUTLINE_BLOCKS_H

#include "outline/state.h"

/* Opens the block of a start tag, and closes what it ends. */
void dana__open_block(dana__outline *o, const dana__markup *tag);

/* Closes the block that an end tag names, if it is open. */
void dana__close_block(dana__outline *o, const dana__markup *tag);

#endif
