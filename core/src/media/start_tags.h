/*
 * The pieces that start tags bring: pictures, frames, players.
 */
#ifndef DANA_MEDIA_START_TAGS_H
#define DANA_MEDIA_START_TAGS_H

#include "media/walk.h"

/* Takes what a start tag brings; the element itself is on the stack already. */
void dana__read_media_start(dana__media_walk *w, const dana__markup *tag);

/* Takes the pictures and frames in the raw text of a noscript element, which ends at `end`. */
void dana__read_noscript(dana__media_walk *w, const dana__markup *noscript, const char *end);

/* Takes a frame, which counts where it is a player's. at: where it stands. */
void dana__add_frame(dana__media_walk *w, const dana__markup *tag, const char *at);

#endif
