/*
 * The rule of what is dropped with its content, and where such an element ends.
 */
#ifndef DANA_HTML_DROPPED_H
#define DANA_HTML_DROPPED_H

#include "html/tokenizer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Elements that are dropped with their markup: template (but for a shadow tree's), svg, select, and
 * the div of a frame: a bar or a box that an archive or a browser's translator sets into each page
 * that it shows. */
#define DANA__NESTED_NAMES 4

/* What one pass over a source knows about them; all zero at its beginning. */
typedef struct {
    bool distrust;                         /* a dropped element was left open */
    uint64_t unclosed[DANA__NESTED_NAMES]; /* keys of those never closed from here on */
    size_t unclosed_count;
} dana__nesting;

/* Whether a token is the start tag of an element that may be dropped. Few tags have its flags, half
 * of all tokens are no start tag: it is asked first what is easy to predict. */
static inline bool dana__may_be_dropped(const dana__markup *token)
{
    return token->kind <= DANA__END_TAG &&
           (token->flags & (DANA__RAW | DANA__NESTED | DANA__FRAME)) != 0 &&
           token->kind == DANA__START_TAG &&
           ((token->flags & DANA__FRAME) == 0 ||
            (token->seen & (DANA__SEEN | DANA__SEEN_ID)) != DANA__SEEN);
}

/* Tells whether the element of a start tag holds escaped markup: text that would come out as tags.
 */
bool dana__holds_escaped_markup(const dana__markup *tag, const char *end);

/*
 * Returns the end of an element that may be dropped and is, with its content, in a source that ends
 * at `end`; NULL where the start tag's element is kept. *raw_end is the end of its content where
 * that is raw text, else NULL. A DANA__NESTED element that is never closed is kept, so that no page
 * is lost to a missing tag. Each of their names can fail only once, and after the first failure
 * nesting is no longer counted: a pass stays linear.
 */
const char *dana__dropped_end(dana__nesting *nesting, const char *end, const dana__markup *tag,
                              bool keep_noscript, const char **raw_end);

#endif
