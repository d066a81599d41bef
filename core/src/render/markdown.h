/*
 * The Markdown form.
 */
#ifndef DANA_RENDER_MARKDOWN_H
#define DANA_RENDER_MARKDOWN_H

#include "render/renderer.h"

/* See dana_render_markdown. */
extern const dana__form dana__markdown_form;

#endif
