/*
 * Language and direction.
 */
#ifndef DANA_METADATA_LANGUAGE_H
#define DANA_METADATA_LANGUAGE_H

#include "metadata/search.h"

/* Returns the first subtag of a language tag: "en" of "en-US". */
dana_view dana__primary_language(dana_view tag);

/* Finds language and direction. Errors: as dana__find_authors. */
DANA_MUST_USE dana_status dana__find_language(dana__search *search);

#endif
