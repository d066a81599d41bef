/*
 * Metadata of content from data: what stands beside the text, where the page itself says nothing.
 */
#ifndef DANA_METADATA_FROM_DATA_H
#define DANA_METADATA_FROM_DATA_H

#include "metadata/search.h"

/* Fills the fields that are not known yet. Errors: as dana__find_authors. */
DANA_MUST_USE dana_status dana__fill_from_data(dana__search *search, const dana_data *data);

#endif
