/*
 * The two stacks of an outline: what the files share that open and close blocks and inline
 * elements.
 */
#ifndef DANA_OUTLINE_STACK_H
#define DANA_OUTLINE_STACK_H

#include "outline/state.h"

/* Returns the number of open blocks: the 1-based index of the innermost one. */
static inline uint16_t dana__top_index(const dana__outline *o)
{
    return (uint16_t)o->block_count;
}

/* Returns what the block of a 1-based index is, NONE for 0. */
static inline dana__part dana__part_at(const dana__outline *o, size_t count)
{
    return count > 0 ? o->blocks[count - 1].part : DANA__PART_NONE;
}

/* Returns what the innermost block is, NONE where there is none. */
static inline dana__part dana__top_part(const dana__outline *o)
{
    return o->block_count > 0 ? o->blocks[o->block_count - 1].part : DANA__PART_NONE;
}

/* Returns the 1-based index of the innermost block that is no plain border; 0: there is none. */
static inline size_t dana__nearest_block(const dana__outline *o)
{
    const dana__frame *top = dana__innermost(o);

    return top != NULL ? top->near : 0;
}

/*
 * Opens a block; the enclosing blocks' indices are its parent's. tag is empty where it is implied.
 * Returns NULL where there is no room.
 */
dana__frame *dana__push(dana__outline *o, dana__part part, uint64_t key, dana_view tag);

/* Closes blocks until `count` are left. Inline elements inside end with them, or live on where the
 * end is only implied (13.2.4.3, the list of active formatting elements). */
void dana__pop_to(dana__outline *o, size_t count, bool implied);

/* Closes an open p (13.2.6.4.7, "close a p element"). */
void dana__close_p(dana__outline *o);

/* Reads the digits of an attribute as a number from `least` (1 or 0) to `most`; `otherwise` where
 * there are none. */
uint32_t dana__number_attribute(dana_view tag, const char *name, uint32_t least, uint32_t most,
                                uint32_t otherwise);

#endif
