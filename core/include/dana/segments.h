/*
 * Visual segments: the tree of blocks that one sees on a rendered page, by VIPS; and the blocks of
 * text that a page shows, with how they look.
 */
#ifndef DANA_SEGMENTS_H
#define DANA_SEGMENTS_H

#include "dana/page.h"
#include "dana/view.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Degrees of coherence: a block of 10 is one text of one look. */
#define DANA_COHERENCE_MIN 1
#define DANA_COHERENCE_MAX 10

/* The degree that a block must have not to be divided, where a caller names none. */
#define DANA_COHERENCE_DEFAULT 8

/* How a part of a page looks. Lengths are CSS pixels of the page; font and colours are those of the
 * longest text in it, and 0 where no text is. */
typedef struct {
    float x, y, width, height;
    float font_size;
    uint16_t font_weight;
    uint32_t color;      /* 0xRRGGBBAA */
    uint32_t background; /* as it is seen behind that text */
} dana_looks;

/* A segment: a block, or several ones that lie together. */
typedef struct {
    uint32_t parent; /* index; its own for the first, which is the page */
    uint32_t end;    /* index after the last segment of its subtree; index + 1: a leaf */
    uint32_t level;  /* 0 for the page */
    unsigned coherence;
    dana_span span; /* source: from its first text to its last one. Leaves share none; those of a
                     * segment may lie around others that stand beside it */
    uint32_t chars; /* characters of its texts without white space */
    uint32_t link_chars;
    dana_looks looks;
} dana_segment;

/* Segments, each before those in it, which stand in the order of the source. */
typedef struct {
    const dana_segment *items;
    size_t count;
} dana_segments;

/*
 * Divides a page that has boxes (see dana/boxes.h) into visual segments: VIPS (Cai, Yu, Wen, Ma,
 * MSR-TR-2003-79). Blocks whose coherence is at least `coherence` (1 to 10) stay whole. Every text
 * that is seen lies in one leaf; a segment is at least as coherent as the one around it. A page
 * that shows nothing has no segment. *out is borrowed from the page.
 * Errors: DANA_NO_BOXES, DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_find_segments(dana_page *page, unsigned coherence,
                                             dana_segments *out, dana_error *err);

/* A block of text as it is seen: texts of one element that no line break of markup parts. */
typedef struct {
    dana_span span; /* source: from its first text to its last one */
    dana_looks looks;
} dana_text_block;

/*
 * Lists the blocks of text of a page that has boxes, in the order of the source; they share no
 * byte. *out holds *count blocks, borrowed from the page. Errors: as dana_find_segments.
 */
DANA_MUST_USE dana_status dana_find_text_blocks(dana_page *page, const dana_text_block **out,
                                                size_t *count, dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
