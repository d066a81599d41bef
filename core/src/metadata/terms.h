/*
 * Tags, categories and keywords.
 */
#ifndef DANA_METADATA_TERMS_H
#define DANA_METADATA_TERMS_H

#include "metadata/search.h"

/* Finds tags, categories and keywords; site name and canonical URL are known. Errors: as
 * dana__find_authors. */
DANA_MUST_USE dana_status dana__find_terms(dana__search *search);

#endif
