/*
 * What stands in the output as it is: code in blocks with its white space and line ends, formulas.
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

/* Reads a formula: writes it where it is selected, or keeps it for the text that comes next. */
void dana__read_formula(dana__renderer *r, const dana__event *event);

/* Writes a formula in TeX. is_display: on a line of its own. */
void dana__put_tex(dana__renderer *r, dana_view tex, bool is_display);

/* Notes that a selected text comes next: a formula right before it, in the same block, belongs to
 * it. */
void dana__write_kept_formula(dana__renderer *r);

/* Notes that a text was written, for a formula right after it. */
void dana__note_written(dana__renderer *r);

#endif
