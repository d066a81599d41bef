/*
 * The lines of a listing. Highlighters set a line as a span, a block or a row of a table, with or
 * without a newline after it: each line ends once, and an empty one is a line too.
 */
#ifndef DANA_OUTLINE_CODE_LINES_H
#define DANA_OUTLINE_CODE_LINES_H

#include "outline/event.h"
#include "outline/state.h"

/* Returns the listing that is open, NULL where there is none. */
static inline const dana__frame *dana__open_listing(const dana__outline *o)
{
    const dana__frame *top = dana__innermost(o);
    const dana__frame *leaf = top != NULL ? dana__frame_at(o, top->leaf) : NULL;

    return leaf != NULL && leaf->part == DANA__PART_PRE ? leaf : NULL;
}

/* Starts the lines of a listing that was opened. */
void dana__start_code_lines(dana__outline *o);

/* Passes an element that stands beside code (its numbers, a button). Returns false for another. */
bool dana__pass_beside_code(dana__outline *o, const dana__markup *tag);

/* Opens a listing where a start tag begins a paragraph of code, and closes it at its end tag.
 * Returns false for another tag. */
bool dana__read_code_paragraph(dana__outline *o, const dana__markup *tag);

/*
 * Reads a tag inside a listing. Returns false where the listing takes it as any other block does;
 * *is_event tells whether it is one.
 */
bool dana__read_code_tag(dana__outline *o, const dana__markup *tag, dana__event *event,
                         bool *is_event);

/* Reads a text of a listing; the newline after a line that ended goes. Returns false where nothing
 * is left of it. */
bool dana__read_code_text(dana__outline *o, dana__event *event);

#endif
