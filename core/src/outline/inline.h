/*
 * Inline elements that are more than their text.
 */
#ifndef DANA_OUTLINE_INLINE_H
#define DANA_OUTLINE_INLINE_H

#include "outline/state.h"

/* Opens the inline element of a start tag, if it is one and there is room. A span is what its style
 * says: bold, in italics, struck out. */
void dana__open_inline(dana__outline *o, const dana__markup *tag);

/* Closes the inline element of an end tag, if one is open. */
void dana__close_inline(dana__outline *o, const dana__markup *tag);

/* Notes what a tag of a ruby ends: readings end where another part begins, and a parenthesis (rp)
 * holds no text. */
void dana__read_ruby_tag(dana__outline *o, const dana__markup *tag);

#endif
