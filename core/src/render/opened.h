/*
 * The blocks that are open in the output (lists, items, quotes, tables): those of the outline that
 * the form writes.
 */
#ifndef DANA_RENDER_OPENED_H
#define DANA_RENDER_OPENED_H

#include "render/renderer.h"

/* Returns the innermost open block of a part in the output, NULL where there is none. */
dana__opened *dana__find_opened(dana__renderer *r, dana__part part);

/* Closes blocks until `count` are left. */
void dana__close_opened(dana__renderer *r, size_t count);

/* Returns 1 + index of the figure around what is written next, 0 for none; in_caption: it is of its
 * caption. */
uint32_t dana__figure_around(dana__renderer *r, bool *in_caption);

/* Makes the open blocks those of the outline and, in HTML, the figure around what is written next;
 * none around the headline of a document. */
void dana__sync_blocks(dana__renderer *r, bool is_headline);

/* Opens an item of a list of its own, of no block of the outline: dana__sync_blocks closes both.
 * Returns false where an item is open that nothing was written into, or there is no room. */
bool dana__open_typed_item(dana__renderer *r);

#endif
