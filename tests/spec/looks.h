/* Spec cases of rendered pages: boxes in the page's own markup, and its visual segments as text. */
#ifndef TESTS_SPEC_LOOKS_H
#define TESTS_SPEC_LOOKS_H

#include "dana/page.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Gives a page the boxes that its elements state: box="X Y WIDTH HEIGHT [SIZE [WEIGHT [COLOUR
 * [BACKGROUND]]]]", colours as rrggbb. What is left out is that of the element around it; all of
 * the box where it has none. A text has the box of its element; box="hidden" hides an element with
 * all in it. The first element's box is the page's size. End tags must be written, and fit.
 * Returns false where the page has no such attribute, or core refuses them.
 */
bool set_stated_boxes(dana_page *page, const char *html);

/*
 * Writes the segments of a page: a line each, two spaces deeper for each level: the coherence, for
 * a leaf the beginning of its text (cut at 40 bytes), "-" for one without text.
 */
bool tell_segments(dana_page *page, unsigned coherence, char *out, size_t size);

#endif
