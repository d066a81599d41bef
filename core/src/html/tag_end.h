/*
 * Where a tag ends, and what is seen of its attributes on the way.
 */
#ifndef DANA_HTML_TAG_END_H
#define DANA_HTML_TAG_END_H

#include "html/markup.h"

/*
 * Returns the end of the tag whose name ends at p, NULL where the source ends first. Sets
 * tag->seen, and the values that it speaks of: where all attributes are written as most are. Linear
 * in the bytes that are passed.
 */
typedef const char *dana__tag_ender(const char *p, const char *end, dana__markup *tag);
dana__tag_ender dana__tag_end;

/* Returns the end of the tag in which p stands between two attributes, NULL where the source ends
 * first. Quoted values are passed whole: a '>' outside them always ends a tag. Whatever is not an
 * ordinary attribute is read by dana__read_any, at most once. */
const char *dana__any_tag_end(const char *p, const char *end);

#endif
