/*
 * Passing what is no event: tags that only change the stacks, and whole parts of the page of which
 * nobody needs the events, which lie before the content and between its parts. The stacks follow
 * all tags, read from the tape alone.
 */
#ifndef DANA_OUTLINE_SKIP_H
#define DANA_OUTLINE_SKIP_H

#include "outline/event.h"
#include "outline/state.h"

/*
 * Goes on, without an event, to the first token before outline->quiet that has to be read as all
 * others are: one that may be an event other than a text, or do more than the stacks tell. Passes
 * nothing where the pass has no tape.
 */
void dana__outline_skip(dana__outline *outline);

/*
 * Goes on where texts count: to the next text, which is the event (returns true), or to the first
 * tag that may be an event or do more than the stacks tell. Texts of white space are passed where
 * the reader wants it so (outline->passes_space). Passes nothing in a listing, and where the pass
 * has no tape.
 */
bool dana__outline_pass(dana__outline *outline, dana__event *event);

#endif
