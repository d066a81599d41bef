/*
 * Language and direction.
 */
#ifndef DANA_METADATA_LANGUAGE_H
#define DANA_METADATA_LANGUAGE_H

#include "metadata/search.h"

/* Finds language and direction. Errors: as dana__find_authors. */
DANA_MUST_USE dana_status dana__find_language(dana__search *search);

/* How dates are to be read once the language is known: the month comes first in American English
 * alone, if no date of the page tells otherwise; numbers of Persian pages may be solar Hijri years.
 */
dana__date_reading dana__reading_of(const dana__search *search);

#endif
