/*
 * Authors.
 */
#ifndef DANA_METADATA_AUTHORS_H
#define DANA_METADATA_AUTHORS_H

#include "metadata/search.h"

/* Reads the name that a hint gives; *name is empty where it gives none. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__hint_name(const dana__search *search, const dana__hint *hint,
                                          dana_view *name);

/* Finds the authors. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__find_authors(dana__search *search);

#endif
