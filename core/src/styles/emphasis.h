/*
 * Values of style attributes that set a text apart as elements of emphasis do, or take that back.
 */
#ifndef DANA_STYLES_EMPHASIS_H
#define DANA_STYLES_EMPHASIS_H

#include "dana/view.h"

/* What a style makes of a text. */
enum {
    DANA__STYLE_BOLD = 1 << 0,
    DANA__STYLE_ITALIC = 1 << 1,
    DANA__STYLE_STRUCK = 1 << 2, /* struck out */
    DANA__STYLE_LIGHT = 1 << 3,  /* not bold, whatever the element is */
    DANA__STYLE_UPRIGHT = 1 << 4 /* not in italics */
};

/* Returns what a style attribute's value makes of a text (DANA__STYLE_*). Linear. */
unsigned dana__read_emphasis(dana_view style);

#endif
