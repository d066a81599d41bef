/* What must be true of metadata, whatever they are read from. Choices are random ones (random.h).
 */
#ifndef TESTS_CHECK_METADATA_H
#define TESTS_CHECK_METADATA_H

#include "dana/view.h"

/* Reads a text as JSON-LD. Returns what is wrong, NULL if nothing is; so do those below. */
const char *check_json_ld(dana_view text);

/* A date that was read must be the same when written and read again. */
const char *check_dates(dana_view text);

/* Metadata, posts and headline of a page of UTF-8. */
const char *check_page_metadata(dana_view text);

#endif
