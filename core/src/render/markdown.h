/*
 * What the two halves of the Markdown form share; see dana__form in renderer.h.
 */
#ifndef DANA_RENDER_MARKDOWN_H
#define DANA_RENDER_MARKDOWN_H

#include "render/renderer.h"

/* Writes what a line begins with inside the open blocks: the marks of quotes and items. */
void dana__start_line(dana__renderer *r);

/* Ends the current line, where one was begun. */
void dana__end_line(dana__renderer *r);

/* Writes an empty line inside the first `count` open blocks. */
void dana__blank_line(dana__renderer *r, size_t count);

/* Whether the output stands in a cell of a table, where all is one line. */
bool dana__in_cell(const dana__renderer *r);

/* dana__form.open_mark, .close_mark, .text, .code and .image of Markdown. */
bool dana__open_markdown_mark(dana__renderer *r, dana_view *text, bool more);

/* See dana__form.close_mark. */
void dana__close_markdown_mark(dana__renderer *r, dana__next next);

/* See dana__form.text. */
void dana__markdown_text(dana__renderer *r, dana_view text);

/* See dana__form.code. */
void dana__markdown_code(dana__renderer *r, dana_view text);

/* See dana__form.image. */
void dana__markdown_image(dana__renderer *r, const dana_image *image);

#endif
