/*
 * Names that hints give.
 */
#ifndef DANA_METADATA_HINT_NAMES_H
#define DANA_METADATA_HINT_NAMES_H

#include "metadata/search.h"

/* Longest raw text that may be a name. */
#define DANA__RAW_NAME_MAX 600

/* Reads the name that a hint gives; *name is empty where it gives none. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__hint_name(const dana__search *search, const dana__hint *hint,
                                          dana_view *name);

/*
 * Writes a name that stands as part of an address does ("anna-lee") as a name ("Anna Lee"): two or
 * three words of small ASCII letters with hyphens between. *name is replaced by a text of the
 * arena, or left. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__spell_name(dana_arena *arena, dana_view *name, dana_error *err);

/* Returns whether a name is the address of a site, "example.com". */
bool dana__is_domain(dana_view name);

#endif
