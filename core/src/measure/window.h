/*
 * Sums over a few blocks to each side of a block.
 */
#ifndef DANA_MEASURE_WINDOW_H
#define DANA_MEASURE_WINDOW_H

#include "blocks/blocks.h"

/* Sums over the blocks of a window. */
typedef struct {
    size_t first;
    size_t end;
    uint32_t text;
    uint32_t links; /* text in links */
    uint32_t taken;
} dana__window;

/* Moves the window to the blocks around one that comes after the one measured before. */
void dana__move_window(dana__window *window, const dana__blocks *blocks, size_t index);

#endif
