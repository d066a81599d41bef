/*
 * dana_find_metadata for the tests of its rules.
 */
#ifndef DANA_METADATA_METADATA_H
#define DANA_METADATA_METADATA_H

#include "metadata/search.h"

/* As dana_find_metadata, without one rule (dana__rule_at): what a rule is worth is what is lost. */
DANA_MUST_USE dana_status dana__find_metadata_without(dana_page *page,
                                                      const dana_metadata_input *input,
                                                      const void *without, dana_metadata *out,
                                                      dana_error *err);

#endif
