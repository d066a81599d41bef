/* What libxml2 2.9.14 reads otherwise than the HTML standard, or core's texts do, rewritten so that
 * it reads the same. */
#ifndef TESTS_REWRITE_SOURCE_H
#define TESTS_REWRITE_SOURCE_H

#include "growing_text.h"

#include <stddef.h>

/* Differences of libxml2 2.9.14 from the HTML standard; the last one is core's own. */
enum {
    UNKNOWN_NAME,
    NO_SEMICOLON,
    C1_REFERENCE,
    BOGUS_COMMENT,
    NAMELESS_END_TAG,
    C1_CONTROL,
    CAUSES
};

/* What each is called in reports. */
extern const char *const causes[CAUSES];

/* Appends the source rewritten for libxml2; adds to found how often each cause was met. */
void rewrite_source(const growing_text *source, growing_text *out, size_t found[CAUSES]);

#endif
