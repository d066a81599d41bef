/*
 * Elements that a later pass may go over whole: their tags nest as they are written, and nothing in
 * them is of interest to the outline, or to the walk for pictures, unless its text is selected.
 */
#ifndef DANA_QUIET_QUIET_H
#define DANA_QUIET_QUIET_H

#include "page/pass.h"

/* What nothing inside an element is. */
enum {
    DANA__QUIET_OUTLINE = 1 << 0, /* for the outline: code, a table, a formula, ruby */
    DANA__QUIET_MEDIA = 1 << 1,   /* for the walk: a picture, a player, a figure, an h1 or h2 */
};

/* Bits of a number that are no count of records. */
#define DANA__QUIET_BITS 2

/* Most elements that are open at once in such an element, itself counted. */
#define DANA__QUIET_DEPTH 64

/*
 * Finds such elements on the page's tape, up to an offset of the source; once for a tape. Where
 * there is no tape or too little memory none is found. Linear in the tape's length.
 *
 * Inside an element that is found every start tag of a block has its end tag, and no start tag
 * implies the end of an element around it but of a p or a heading.
 */
void dana__find_quiet(dana_page *page, size_t stop);

/* The same of a part of the page, which begins between two of its tags, where nothing is found for
 * the whole page yet: elements that begin and end in it. */
void dana__find_quiet_between(dana_page *page, size_t from, size_t stop);

/* Returns the record of the end tag of the element that a start tag begins, if it was found and is
 * quiet in one way (DANA__QUIET_*); else NULL. */
static inline const dana__taped *dana__quiet_end(const dana__pass *pass, const dana__taped *record,
                                                 unsigned way)
{
    size_t index = (size_t)(record - pass->tape->records);
    const dana_buffer *found = &pass->page->quiet;
    unsigned number = index < found->length ? ((const uint16_t *)found->data)[index] : 0;

    return (number & way) != 0 ? record + (number >> DANA__QUIET_BITS) : NULL;
}

/* Goes from behind a start tag to the end tag of its element. Returns that tag's record. */
static inline const dana__taped *dana__pass_to_end(dana__pass *pass, const dana__taped *end)
{
    pass->p = pass->taped = pass->tape->source + end->start;
    pass->record = end;
    return end;
}

#endif
