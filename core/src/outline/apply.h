/*
 * What texts and tags that are no events do to the stacks of an outline.
 */
#ifndef DANA_OUTLINE_APPLY_H
#define DANA_OUTLINE_APPLY_H

#include "outline/state.h"

/* Applies a tag that is no event to the stacks. */
void dana__apply_tag(dana__outline *o, const dana__markup *tag);

/* Notes a text that is more than white space in the blocks around it. */
void dana__apply_text(dana__outline *o);

#endif
