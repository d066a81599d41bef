/*
 * The state of a search for metadata: the page, its evidence and what was found so far.
 */
#ifndef DANA_METADATA_SEARCH_H
#define DANA_METADATA_SEARCH_H

#include "dana/metadata.h"
#include "dates/date.h"
#include "evidence/evidence.h"

#include <stdbool.h>

/* A search for metadata. */
typedef struct {
    dana_page *page;
    dana_arena *arena;
    const dana_metadata_input *input;
    const dana__evidence *evidence;
    dana__date_reading reading; /* of dates on this page */
    bool has_reading;           /* posts: it is known; it takes the page's language */
    dana_view headline;         /* plain; authors: known */
    dana_view base;             /* URL that references are relative to; empty: unknown */
    dana_metadata *out;
    dana_error *err;
} dana__search;

#endif
