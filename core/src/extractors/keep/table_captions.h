/*
 * The captions of tables, which a rule for pictures keeps out.
 */
#ifndef DANA_EXTRACTORS_KEEP_TABLE_CAPTIONS_H
#define DANA_EXTRACTORS_KEEP_TABLE_CAPTIONS_H

#include "blocks/blocks.h"

/* Returns whether a rule keeps a block out as the caption of a picture. What is around the table
 * too, a panel that is hidden, keeps out no more of it than its cells. */
bool dana__is_table_caption(const dana__blocks *blocks, const dana__block *block,
                            const dana__node *table);

/* Takes the caption that a table begins with, where half of what stands below it is taken. */
void dana__take_own_caption(dana__blocks *blocks, const dana__node *table);

/* Takes the caption that stands right before or behind a table that is taken: in an element beside
 * it, or beside the element that holds nothing else. */
void dana__take_caption_beside(dana__blocks *blocks, const dana__node *table);

#endif
