/*
 * Values of style attributes that keep a text from the eye.
 */
#ifndef DANA_STYLES_HIDING_H
#define DANA_STYLES_HIDING_H

#include "dana/view.h"

#include <stdbool.h>

/* Returns whether a style hides its element and all in it: display:none, visibility:hidden, or a
 * place far off the page ("left: -9999px", "text-indent: -999em"). Bytes up to `readable` may be
 * read. Linear. */
bool dana__style_hides(dana_view style, const char *readable);

/* Returns whether a style moves its element far off the page. Linear. */
bool dana__style_moves_off(dana_view style);

/* Returns whether a style makes the text that stands right in its element too small to be seen:
 * font-size of 0 or 1px. Elements in it may have a size of their own. Linear. */
bool dana__style_shrinks(dana_view style);

#endif
