/*
 * The outline: a pass that gives a page as texts, breaks, rules and media in order, and for each
 * the blocks and inline elements that are open around it. No tree is built: two bounded stacks
 * follow the tags, with the implied end tags that pages rely on. It drops what the scan drops.
 *
 * Source: HTML Standard 13.2.6 (tree construction).
 * deviation: formatting elements end with the block that an end tag closes, they are not opened
 * again after it; text between table cells stays where it is.
 */
#ifndef DANA_OUTLINE_OUTLINE_H
#define DANA_OUTLINE_OUTLINE_H

#include "outline/event.h"
#include "outline/state.h"

#include <stdbool.h>
#include <stddef.h>

/* Starts an outline of a part of a page, which begins where the scan's layouts do or at 0. err must
 * outlive it, and is never NULL. */
void dana__outline_start(dana__outline *outline, const dana_page *page, bool keeps_noscript,
                         dana_span part, dana_error *err);

/* Makes an event of each tag that begins at one of `count` sorted offsets: a picture, another
 * medium. They are borrowed as long as the outline. */
void dana__outline_media(dana__outline *outline, const uint32_t *offsets, size_t count);

/*
 * Says that nobody needs the texts before an offset that stand behind a border of blocks, which the
 * reader has not cleared, and in no listing; and that no medium stands there. Most of them are no
 * events then. All else is as it was.
 */
void dana__outline_quiet(dana__outline *outline, size_t until);

/*
 * Reads up to the next event. Returns false at the end of the source, or with outline->pass.status
 * set: DANA_CANCELLED, and with tables DANA_TOO_COMPLEX, DANA_NO_MEMORY. A whole outline is linear
 * in the source's length.
 */
bool dana__outline_next(dana__outline *outline, dana__event *event);

#endif
