/*
 * The pieces of a selector list: names, strings, numbers, white space.
 *
 * Source: CSS Syntax Module Level 3, 4.3 (escapes, names, strings) and 6 (an+b).
 */
#ifndef DANA_SELECT_CSS_TEXT_H
#define DANA_SELECT_CSS_TEXT_H

#include "dana/arena.h"
#include "dana/view.h"

#include <stdbool.h>
#include <stdint.h>

/* What dana__css_peek gives at the end of the text. */
#define DANA__CSS_END (-1)

/* A text that is being read. */
typedef struct {
    dana_view text;
    size_t at;  /* the next byte */
    char *room; /* for names and strings without their escapes: twice the text's length is enough */
    dana_error *err;
} dana__css;

/* Fails with "expected `what` at position N", N counted in characters from 0 to the byte `at`. */
DANA_MUST_USE dana_status dana__css_expected(const dana__css *css, size_t at, const char *what);

/* Fails with "`what` at position N". */
DANA_MUST_USE dana_status dana__css_refuse(const dana__css *css, size_t at, const char *what);

/* Returns the next byte, DANA__CSS_END where there is none. */
int dana__css_peek(const dana__css *css);

/* Passes a byte if it is the next one. Returns whether it was. */
bool dana__css_take(dana__css *css, char byte);

/* Passes white space. Returns whether there was some. */
bool dana__css_space(dana__css *css);

/* Returns whether a name begins here. */
bool dana__css_is_name(const dana__css *css);

/*
 * Reads a name, its escapes undone, ASCII letters in lower case where `lower`. Errors:
 * DANA_INVALID_PARAM, `what` says what was expected where no name begins.
 */
DANA_MUST_USE dana_status dana__css_name(dana__css *css, bool lower, const char *what,
                                         dana_view *out);

/* Reads a string in quotes, its escapes undone. Errors: DANA_INVALID_PARAM. */
DANA_MUST_USE dana_status dana__css_string(dana__css *css, dana_view *out);

/* Makes the ASCII letters of the name or string that was read last small. */
void dana__css_lower(dana__css *css, dana_view value);

/* Reads an+b: "odd", "even", "3", "2n+1", "-n + 3". Errors: DANA_INVALID_PARAM. */
DANA_MUST_USE dana_status dana__css_nth(dana__css *css, int32_t *a, int32_t *b);

#endif
