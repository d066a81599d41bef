/*
 * Elements that are dropped with their content although that is markup: template, svg, select.
 */
#ifndef DANA_PAGE_DROPPED_H
#define DANA_PAGE_DROPPED_H

#include "page/tokenizer.h"

#include <stdbool.h>
#include <stdint.h>

/* Elements whose content is markup: template, svg, select. */
#define DANA__NESTED_NAMES 3

/* What one pass over a source has learnt of such elements; all zero at its start. */
typedef struct {
    bool distrusts_nesting;                /* some dropped element was left open */
    uint64_t unclosed[DANA__NESTED_NAMES]; /* keys of elements that are never closed from here on */
    size_t unclosed_count;
} dana__dropped;

/*
 * Returns the position behind the element that a start tag flagged DANA__NESTED opens; NULL where
 * it is never closed: it is then not dropped, so that no page is lost to a missing tag. Each
 * element can fail only once, and after the first failure nesting is no longer counted, so that a
 * pass stays linear. end: where the source ends.
 */
const char *dana__nested_end(dana__dropped *dropped, const dana__markup *tag, const char *end);

#endif
