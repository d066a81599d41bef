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

#endif
