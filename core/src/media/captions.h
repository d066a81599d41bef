/*
 * Captions: which texts beside a picture are its caption.
 */
#ifndef DANA_MEDIA_CAPTIONS_H
#define DANA_MEDIA_CAPTIONS_H

#include "media/walk.h"

/* Makes the index of the parts of class words that captions have. */
void dana__index_captions(dana__needles *out);

/* Takes a text of the page, which may be the caption of the last piece or the end of waiting for
 * one. */
void dana__read_caption(dana__media_walk *w, const char *start, const char *end);

/* Looks for the caption of the pieces in an element that closes: a figure, an element that is
 * called a caption and holds the picture, a table with a row below the picture. */
void dana__close_caption(dana__media_walk *w, dana__way *element, const char *at);

/*
 * Cuts a range of the source to the texts in it, as a caption shows them: without labels of widgets
 * at its ends ("Click to enlarge"), which are lines of their own or several words behind the
 * others, and without a last line that it says before (its credit again). start == end: no text is
 * left.
 */
dana_span dana__trim_caption(const dana_page *page, const dana_result *result, dana_span caption);

#endif
