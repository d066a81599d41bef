/*
 * The rule of what is dropped with its content, and where such an element ends.
 */
#ifndef DANA_HTML_DROPPED_H
#define DANA_HTML_DROPPED_H

#include "html/tokenizer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Elements that are dropped with their markup: template (but for a shadow tree's), svg, select. */
#define DANA__NESTED_NAMES 3

/* What one pass over a source knows about them; all zero at its beginning. */
typedef struct {
    bool distrust;                         /* a dropped element was left open */
    uint64_t unclosed[DANA__NESTED_NAMES]; /* keys of those never closed from here on */
    size_t unclosed_count;
} dana__nesting;

/* Tells whether the element of a start tag holds escaped markup: text that would come out as tags.
 */
bool dana__holds_escaped_markup(const dana__markup *tag, const char *end);

/*
 * Returns the end of an element that is dropped with its content, in a source that ends at `end`;
 * NULL where the start tag's element is kept. *raw_end is the end of its content where that is raw
 * text, else NULL. A DANA__NESTED element that is never closed is kept, so that no page is lost to
 * a missing tag. Each of their names can fail only once, and after the first failure nesting is no
 * longer counted: a pass stays linear.
 */
const char *dana__dropped_end(dana__nesting *nesting, const char *end, const dana__markup *tag,
                              bool keep_noscript, const char **raw_end);

#endif
