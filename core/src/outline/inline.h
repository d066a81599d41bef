/*
 * Inline elements that are more than their text.
 */
#ifndef DANA_OUTLINE_INLINE_H
#define DANA_OUTLINE_INLINE_H

#include "outline/state.h"

/* Returns what an inline element is, NONE where it is but its text. */
dana__part dana__inline_part(const dana__markup *tag);

/* Opens the inline element of a start tag, if it is one and there is room. */
void dana__open_inline(dana__outline *o, const dana__markup *tag);

/* Notes what a tag of a ruby ends: readings end where another part begins, and a parenthesis (rp)
 * holds no text. */
void dana__read_ruby_tag(dana__outline *o, const dana__markup *tag);

/* Removes the innermost inline element of a name that began inside the border. Those that it holds
 * stay (13.2.6.4.7, the adoption agency algorithm, as far as text can see it). */
void dana__remove_inline(dana__outline *o, uint64_t key);

#endif
