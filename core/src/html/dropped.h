/*
 * Elements that are dropped with their content: where they end.
 */
#ifndef DANA_HTML_DROPPED_H
#define DANA_HTML_DROPPED_H

#include "html/tokenizer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Elements that are dropped with their markup: template, svg, select. */
#define DANA__NESTED_NAMES 3

/* What one pass over a source knows about them; all zero at its beginning. */
typedef struct {
    bool distrust;                         /* a dropped element was left open */
    uint64_t unclosed[DANA__NESTED_NAMES]; /* keys of those never closed from here on */
    size_t unclosed_count;
} dana__nesting;

/*
 * Returns the position behind a DANA__NESTED element that `tag` starts, in a source that ends at
 * `end`; NULL where it is never closed: it is then not dropped, so that no page is lost to a
 * missing tag. Each element can fail only once, and after the first failure nesting is no longer
 * counted: a pass stays linear.
 */
const char *dana__nested_end(dana__nesting *nesting, const char *end, const dana__markup *tag);

/*
 * Reads the next start or end tag in [*p, end) outside dropped elements and moves *p behind it,
 * and behind the element where it starts a dropped one (tag->end stays behind the tag itself).
 * Returns false at the source's end; a tag that the end cuts off is none.
 */
bool dana__next_tag(dana__nesting *nesting, const char **p, const char *end, dana__markup *tag);

#endif
