/*
 * Inline elements in Markdown: emphasis, links, code.
 */
#ifndef DANA_RENDER_MARKDOWN_INLINE_H
#define DANA_RENDER_MARKDOWN_INLINE_H

#include "render/renderer.h"

/* See dana__form.open_inline. */
bool dana__open_markdown_inline(dana__renderer *r, dana_view *text, bool more);

/* See dana__form.close_inline. */
void dana__close_markdown_inline(dana__renderer *r, dana__next next);

#endif
