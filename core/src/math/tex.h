/*
 * TeX being written.
 */
#ifndef DANA_MATH_TEX_H
#define DANA_MATH_TEX_H

#include "dana/arena.h"
#include "dana/view.h"

#include <stdbool.h>
#include <stdint.h>

/* TeX that is appended to a buffer of bytes. Once status is set nothing more is written. */
typedef struct {
    dana_arena *arena;
    dana_buffer *out;
    dana_error *err;
    dana_status status;
    bool after_command; /* a letter would go on with the name of the command before it */
} dana__tex;

/* Appends bytes; a space comes first where they would go on with a command's name. */
void dana__tex_put(dana__tex *tex, const char *bytes, size_t length);

/* Appends a string. */
void dana__tex_puts(dana__tex *tex, const char *text);

/* Appends a character as TeX writes it: α as \alpha, { as \{; what only serves layout is left out.
 */
void dana__tex_character(dana__tex *tex, uint32_t c);

/*
 * Appends TeX as a page gives it: references decoded, white-space runs as one space, delimiters
 * ($, \( \[), the shell of {\displaystyle ...}, CDATA and comments around it left out.
 */
void dana__tex_clean(dana__tex *tex, dana_view source);

#endif
