/*
 * Canonical URL and main image.
 */
#ifndef DANA_METADATA_URLS_H
#define DANA_METADATA_URLS_H

#include "metadata/search.h"

/* Finds canonical URL and main image. Errors: as dana__find_authors, DANA_CANCELLED. */
DANA_MUST_USE dana_status dana__find_urls(dana__search *search);

#endif
