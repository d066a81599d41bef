/*
 * Where the main part of a selection stands, by which pictures are told to be of it.
 */
#ifndef DANA_MEDIA_MAIN_TEXT_H
#define DANA_MEDIA_MAIN_TEXT_H

#include "media/pieces.h"

/* The main text of a selection, in source bytes. */
typedef struct {
    dana_span element; /* that holds most of the selection */
    uint32_t first;    /* its first selected text that is no heading */
    uint32_t last;     /* the end of its last selected text */
    uint32_t headline; /* the end of the heading before it; 0: none */
} dana__main_text;

/* Finds the main text of a selection in a source of `end` bytes. */
void dana__find_main_text(const dana_result *result, uint32_t end, const dana__pieces *pieces,
                          dana__main_text *out);

#endif
