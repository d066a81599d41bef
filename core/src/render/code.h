/*
 * Code in blocks: its white space and line ends as they are.
 */
#ifndef DANA_RENDER_CODE_H
#define DANA_RENDER_CODE_H

#include "render/renderer.h"

/* Appends text of code to a buffer: references decoded, newlines as LF. */
void dana__decode_code(dana__renderer *r, dana_buffer *out, const char *p, const char *end);

/* Ends a line of code where an element does; blanks before it go. */
void dana__end_code_line(dana__renderer *r);

/* Writes a text of code, with the white space before it that r->white holds. */
void dana__put_code(dana__renderer *r, dana_view text);

/* Writes a selected part of code, as dana__put_code does. */
void dana__write_code(dana__renderer *r, const dana__pick *pick);

#endif
