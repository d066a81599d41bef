/*
 * The HTML form.
 */
#ifndef DANA_RENDER_HTML_H
#define DANA_RENDER_HTML_H

#include "render/renderer.h"

/* See dana_render_html. */
extern const dana__form dana__html_form;

#endif
