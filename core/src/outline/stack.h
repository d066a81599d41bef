/*
 * The two stacks of an outline: what the files share that open and close blocks and marks.
 */
#ifndef DANA_OUTLINE_STACK_H
#define DANA_OUTLINE_STACK_H

#include "html/elements.h"
#include "outline/outline.h"

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
static inline size_t dana__behind_plain(const dana__outline *o)
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

/* Opens the block of a start tag, and closes what it ends (outline_blocks.c). */
void dana__open_block(dana__outline *o, const dana__markup *tag);

/* Closes the block that an end tag names, if it is open. */
void dana__close_block(dana__outline *o, const dana__markup *tag);

/* Opens what a start tag of a table or of a part of one stands for (outline_tables.c). Returns
 * false for another kind. */
bool dana__open_of_table(dana__outline *o, dana__kind kind, uint64_t key, dana_view tag);

/* Where only parts of a table are open, opens a cell for what is not of a table. deviation: a
 * browser moves it before the table (13.2.6.1, foster parenting); the text keeps its order. */
void dana__imply_cell(dana__outline *o);

/* Returns what an inline element is, NONE where it is but its text (outline_marks.c). */
dana__part dana__inline_part(const dana__markup *tag);

/* Opens the mark of a start tag, if it is one and there is room. */
void dana__open_mark(dana__outline *o, const dana__markup *tag);

/* Removes the innermost mark of a name that began inside the border. Those that it holds stay
 * (13.2.6.4.7, the adoption agency algorithm, as far as text can see it). */
void dana__remove_mark(dana__outline *o, uint64_t key);

#endif
