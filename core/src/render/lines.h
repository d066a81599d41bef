/*
 * Lines of Markdown and plain text: how they begin and end inside the open blocks.
 */
#ifndef DANA_RENDER_LINES_H
#define DANA_RENDER_LINES_H

#include "render/renderer.h"

/* Writes what a line begins with inside the open blocks: the signs of quotes and items. */
void dana__start_line(dana__renderer *r);

/* Writes the box of a task. */
void dana__put_box(dana__renderer *r);

/* Ends the current line, where one was begun. */
void dana__end_line(dana__renderer *r);

/* Writes an empty line inside the first `count` open blocks; quotes have their '>' without a space.
 */
void dana__blank_line(dana__renderer *r, size_t count);

/* Returns whether the output stands in a cell of a table, where all is one line. */
bool dana__in_cell(const dana__renderer *r);

#endif
