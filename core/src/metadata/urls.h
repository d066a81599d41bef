/*
 * Canonical URL, main image, and URLs that hints name.
 */
#ifndef DANA_METADATA_URLS_H
#define DANA_METADATA_URLS_H

#include "metadata/search.h"

/* Longest URL that is taken, raw. */
#define DANA__URL_MAX 4096

/* Resolves a raw attribute; out->data is NULL where it is no URL of the web. Errors:
 * DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__resolve_url(const dana__search *search, dana_view raw,
                                            dana_view *out);

/* Finds the best of the hints that name a URL as an attribute. *worth is 0 where there is none, and
 * *field stays. Errors: as dana__resolve_url. */
DANA_MUST_USE dana_status dana__best_url(const dana__search *search, dana__about about,
                                         dana_metadata_field *field, int *worth);

/* Finds canonical URL and main image. Errors: as dana__find_authors, DANA_CANCELLED. */
DANA_MUST_USE dana_status dana__find_urls(dana__search *search);

#endif
