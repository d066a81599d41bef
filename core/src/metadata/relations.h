/*
 * What a page is related to: its licence, the page that goes on, its video.
 */
#ifndef DANA_METADATA_RELATIONS_H
#define DANA_METADATA_RELATIONS_H

#include "metadata/search.h"

/* Finds licence, next page and main video; the canonical URL is known. Errors: as
 * dana__find_authors. */
DANA_MUST_USE dana_status dana__find_relations(dana__search *search);

#endif
