/*
 * Segments of titles and headings as candidates.
 */
#ifndef DANA_TITLE_RANK_CUTS_H
#define DANA_TITLE_RANK_CUTS_H

#include "title/rank/pool.h"

/* A text that is cut into segments, and what its beginning, its end and what is between are. */
typedef struct {
    dana_view raw; /* source bytes */
    bool is_json;
    uint32_t first; /* DANA__AT_*; 0: it is not cut */
    uint32_t last;
    uint32_t part;
    uint32_t block;  /* index, or DANA__NO_BLOCK */
    uint8_t heading; /* 1 to 6, 0 for none */
} dana__split;

/* Adds beginnings, ends and single segments of a text. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__add_segments(dana__candidates *pool, const dana__split *s);

#endif
