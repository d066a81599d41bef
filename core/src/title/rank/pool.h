/*
 * How texts become candidates: the pool that holds each text once, and what fills it.
 */
#ifndef DANA_TITLE_RANK_POOL_H
#define DANA_TITLE_RANK_POOL_H

#include "title/rank/candidates.h"

/* Longest text that may be a headline, in code points and in source bytes. */
#define DANA__HEADLINE_LETTERS_MAX 300
#define DANA__HEADLINE_BYTES_MAX   2000

/* Slots by identity; a power of two, over twice the candidates. */
#define DANA__CANDIDATE_SLOTS 512

/* A place where a text stands, before it is known whether the text is new. */
typedef struct {
    dana_span span;
    dana_view text;  /* decoded */
    uint32_t places; /* DANA__AT_* */
    uint32_t block;  /* index, or DANA__NO_BLOCK */
    uint8_t heading; /* 1 to 6, 0 for none */
} dana__place;

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

/*
 * Adds a text, or a place to a known text; what is not seen at its ends is cut off. *out: the
 * candidate, NULL where there is no room, or the text has no word or is too long.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__add_place(dana__candidates *pool, dana__place *p,
                                          dana__candidate **out);

/* Returns where a part of the source stands in it. */
dana_span dana__source_span(const dana__candidates *pool, dana_view raw);

/* Makes the words of a text those of a name too. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__add_reference(dana__candidates *pool, dana__ref ref,
                                              dana_view text);

/* Adds beginnings, ends and single segments of a text. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__add_segments(dana__candidates *pool, const dana__split *s);

/* Adds what the page's title and markup call it; takes its address. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__add_names(dana__candidates *pool);

/* Adds headings and short texts; after the names, which they are compared with. Linear. Errors:
 * DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__add_visible_texts(dana__candidates *pool);

#endif
