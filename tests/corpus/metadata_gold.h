/* Found authors and dates against the manifest's. */
#ifndef TESTS_METADATA_GOLD_H
#define TESTS_METADATA_GOLD_H

#include "dana/metadata.h"

#include <stdbool.h>
#include <stddef.h>

/* Joins the authors into `room` bytes, and says whether they are gold's, however both part names.
 * gold NULL: false. */
bool same_authors(const dana_metadata *m, const char *gold, char *joined, size_t room);

/* A page's date: that of publication, else that of its last change. Manifests have one date. */
const dana_metadata_field *date_of(const dana_metadata *m);

/* Whether a date is gold's day. Gold is ISO 8601, or a date as in mails; NULL: false. */
bool same_date(const dana_metadata_field *field, const char *gold);

#endif
