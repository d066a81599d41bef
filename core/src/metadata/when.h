/*
 * Dates of publication and change.
 */
#ifndef DANA_METADATA_WHEN_H
#define DANA_METADATA_WHEN_H

#include "metadata/search.h"

/* Reads the date that a hint gives. *found: there is one; *changed: words of change stand before
 * it. Errors: as dana__hint_name. */
DANA_MUST_USE dana_status dana__hint_date(const dana__search *search, const dana__hint *hint,
                                          bool *found, bool *changed, dana__date *date);

/* Finds the dates of publication and change. Errors: as dana__find_authors. */
DANA_MUST_USE dana_status dana__find_dates(dana__search *search);

#endif
