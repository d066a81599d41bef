/*
 * Hints: what the head's marks say a page is. Names of vocabularies and generators, never words
 * of the page's language.
 */
#ifndef DANA_EXTRACTORS_AUTO_HINTS_H
#define DANA_EXTRACTORS_AUTO_HINTS_H

#include "dana/view.h"

/* Returns the hints (DANA__HINT_*) of a meta tag: og:type and generator. */
unsigned dana__meta_hints(dana_view tag);

/* Returns the hints of a script: the types that its JSON-LD names. Linear in its length. */
unsigned dana__script_hints(dana_view tag, dana_view content);

#endif
