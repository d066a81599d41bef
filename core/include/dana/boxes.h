/*
 * Boxes: where a browser shows the nodes of a page, and how. A page has them only where it was
 * rendered; its source is then the rendered HTML, written from the tree that the browser had.
 */
#ifndef DANA_BOXES_H
#define DANA_BOXES_H

#include "dana/page.h"
#include "dana/status.h"
#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of a box. */
enum {
    DANA_BOX_TEXT = 1 << 0,    /* a text node, else an element */
    DANA_BOX_VISIBLE = 1 << 1, /* laid out, opaque and not hidden */
};

/* A node of the rendered page. Lengths are CSS pixels, positions those of the page, not of the
 * window that shows a part of it. */
typedef struct dana_box {
    size_t offset; /* byte of the source: the `<` of an element's start tag, or a text's first */
    float x, y, width, height;
    float font_size;
    uint16_t font_weight; /* 100 to 900 */
    uint32_t color;       /* 0xRRGGBBAA */
    uint32_t background;  /* as it is seen: of the nearest element that is not transparent */
    uint8_t flags;        /* DANA_BOX_... */
} dana_box;

/* The boxes of a page, sorted by offset, each offset once. */
typedef struct dana_boxes {
    const dana_box *items;
    size_t count;
    float page_width, page_height;
} dana_boxes;

/*
 * Gives a page its boxes; NULL takes them away. Nothing is copied: they are borrowed, and must live
 * as long as the page. On an error the page has none.
 * Errors: DANA_INVALID_BOXES: offsets out of order or not of the source, lengths that are no
 * numbers or beyond 67 million pixels, negative sizes; err->position is the offset of that box.
 */
DANA_MUST_USE dana_status dana_page_set_boxes(dana_page *page, const dana_boxes *boxes,
                                              dana_error *err);

/* Returns whether a page has boxes. */
bool dana_page_has_boxes(const dana_page *page);

/*
 * Reads boxes from text and gives them to a page, in whose memory they lie. The first line is the
 * size of the page, each other one a box, its words separated by spaces:
 *   1280 2400
 *   104 8 16.5 600 38 32 700 222222ff ffffffff tv
 * offset, x, y, width, height, font_size, font_weight, color and background as eight hexadecimal
 * digits, and flags: t a text, v visible, - neither. Numbers are decimal, without exponent. Lines
 * end with LF or CRLF; empty ones count for nothing.
 * Errors: DANA_INVALID_BOXES as dana_page_set_boxes, or with the byte of the text where something
 * else was expected; DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_page_read_boxes(dana_page *page, dana_view text, dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
