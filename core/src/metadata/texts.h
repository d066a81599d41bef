/*
 * The site's name, excerpt and subtitles.
 */
#ifndef DANA_METADATA_TEXTS_H
#define DANA_METADATA_TEXTS_H

#include "metadata/search.h"

/* Finds the site's name; after the language. Errors: as dana__find_authors. */
DANA_MUST_USE dana_status dana__find_site_name(dana__search *search);

/* Finds excerpt and subtitles. Errors: as dana__find_authors. */
DANA_MUST_USE dana_status dana__find_texts(dana__search *search);

/* Returns whether a text is what sites call their home page. */
bool dana__is_home_name(dana_view text);

#endif
