/*
 * Which segments of a page are its main content: a rule of ours, as VIPS labels nothing (thesis
 * 3.2.5).
 */
#ifndef DANA_VIPS_CONTENT_H
#define DANA_VIPS_CONTENT_H

#include "dana/segments.h"
#include "page/page.h"

#include <stdbool.h>

/*
 * Chooses the segment that holds the content: that whose leaves have the greatest sum of worth, the
 * innermost on ties. A leaf is worth its characters outside links, less those inside, less a
 * constant: leaves of content are long, those of navigation and of hints are short or links.
 * *out is the segment's index; 0 where there is none. Linear. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__choose_segment(dana_page *page, const dana_segments *segments,
                                               size_t *out, dana_error *err);

/* Returns whether a segment inside the chosen one is content: a leaf with text, half of it outside
 * links. */
bool dana__is_content_leaf(const dana_segments *segments, size_t index);

#endif
