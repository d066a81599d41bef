/*
 * Tags of elements whose text is for screen readers alone.
 */
#ifndef DANA_MEASURE_SPOKEN_TAGS_H
#define DANA_MEASURE_SPOKEN_TAGS_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>

/* Returns the tag that ends right before the byte of a source where a text begins, white space
 * between; data NULL: none of 256 bytes and less. */
dana_view dana__tag_before(const char *source, size_t text);

/* Returns whether a class of a tag says that style sheets show its text to nobody, or its own style
 * clips it to nothing. */
bool dana__calls_spoken(dana_view tag);

#endif
