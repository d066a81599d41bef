/*
 * Hints: what the head's marks say a page is. Names of vocabularies and generators, never words
 * of the page's language.
 */
#ifndef DANA_BLOCKS_PAGE_HINTS_H
#define DANA_BLOCKS_PAGE_HINTS_H

#include "dana/view.h"
#include "jsonld/jsonld.h"

/* Returns the hints (DANA__HINT_*) of a meta tag: og:type and generator. */
unsigned dana__meta_hints(dana_view tag);

/* Returns the hints of JSON-LD: the types that it names. Linear in its length. */
unsigned dana__json_hints(dana_view content);

#endif
