/*
 * Passing a part of the page of which nobody needs the events: what lies before the content and
 * between its parts. The stacks follow all of its tags, read from the tape alone.
 */
#ifndef DANA_OUTLINE_SKIP_H
#define DANA_OUTLINE_SKIP_H

#include "outline/state.h"

/*
 * Goes on, without an event, to the first token before outline->quiet that has to be read as all
 * others are: one that may be an event other than a text, or do more than the stacks tell. Passes
 * nothing where the pass has no tape.
 */
void dana__outline_skip(dana__outline *outline);

#endif
