/*
 * Values of style attributes that keep a text from the eye.
 */
#ifndef DANA_STYLES_HIDING_H
#define DANA_STYLES_HIDING_H

#include "dana/view.h"

/* How a style keeps a text from the eye. */
enum {
    DANA__STYLE_CLOSES = 1 << 0,    /* its element and all in it: display:none, visibility:hidden */
    DANA__STYLE_MOVES_OFF = 1 << 1, /* the same, far off the page: "left: -9999px" */
    DANA__STYLE_SHRINKS = 1 << 2,   /* what stands right in it, by a font-size of 0 or 1px; elements
                                       in it may have a size of their own */
};

/* What hides an element and all in it. */
#define DANA__STYLE_HIDES ((unsigned)(DANA__STYLE_CLOSES | DANA__STYLE_MOVES_OFF))

/* Returns what a style attribute's value does (DANA__STYLE_*). Bytes up to `readable` may be read.
 * Linear. */
unsigned dana__read_style(dana_view style, const char *readable);

#endif
