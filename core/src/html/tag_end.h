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
const char *dana__tag_end(const char *p, const char *end, dana__markup *tag);

#endif
