/*
 * What stands between an element's tags: where it ends, its texts. Linear in the bytes passed.
 */
#ifndef DANA_HTML_CONTENT_H
#define DANA_HTML_CONTENT_H

#include "html/tokenizer.h"

/*
 * Finds the end of the raw text that begins at p, after a start tag.
 * Returns its end tag's '<', or end where there is none; *after is that end tag's end.
 */
const char *dana__raw_text_end(const char *p, const char *end, const dana__markup *start_tag,
                               const char **after);

/*
 * Finds the next text between pieces of markup in [*p, end), that of raw text elements where
 * with_raw. Returns true with *p at its end; false where there is none left.
 */
bool dana__next_text(const char **p, const char *end, bool with_raw, dana_view *text);

/* Returns the end of a text that ends at p with those that follow behind comments alone, which
 * React sets between the parts of a text. */
const char *dana__over_comments(const char *p, const char *end);

/* Tells whether a start tag is an element without content: <svg/>. */
bool dana__is_empty_element(const dana__markup *markup);

/*
 * Finds the end of an element whose content is markup, p after its start tag. Elements of the
 * same name nest where `nest`. Returns the end of its end tag, or NULL where there is
 * none.
 */
const char *dana__element_end(const char *p, const char *end, const dana__markup *start_tag,
                              bool nest);

#endif
