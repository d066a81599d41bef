/*
 * A title as segments: "headline | section - site".
 */
#ifndef DANA_TITLE_RANK_SEGMENTS_H
#define DANA_TITLE_RANK_SEGMENTS_H

#include "dana/view.h"

#include <stdint.h>

/* Most segments of a title; separators beyond them part nothing. */
#define DANA__SEGMENTS_MAX 8

/* What parts two segments, from weak to strong. */
typedef enum {
    DANA__CUT_NONE,
    DANA__CUT_BRACKET, /* a bracket that opens after white space */
    DANA__CUT_COLON,
    DANA__CUT_DASH,
    DANA__CUT_BAR, /* bars, dots, guillemets, arrows */
} dana__cut;

/* A segment: raw bytes without the separators and white space around it. */
typedef struct {
    const char *start;
    const char *end;
    dana__cut cut; /* after it; NONE for the last one */
} dana__segment;

/*
 * Splits raw text (character references as written) at its separators, of any script. Segments are
 * not empty. Returns their number, at most DANA__SEGMENTS_MAX. Linear in the text's length.
 */
size_t dana__split_title(dana_view raw, dana__segment segments[DANA__SEGMENTS_MAX]);

#endif
