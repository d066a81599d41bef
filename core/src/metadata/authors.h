/*
 * Authors.
 */
#ifndef DANA_METADATA_AUTHORS_H
#define DANA_METADATA_AUTHORS_H

#include "metadata/search.h"

/* Finds the authors. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__find_authors(dana__search *search);

#endif
