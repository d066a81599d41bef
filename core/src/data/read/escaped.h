/*
 * Texts of values that stand in strings: escaped once more, each program in its own way.
 */
#ifndef DANA_DATA_READ_ESCAPED_H
#define DANA_DATA_READ_ESCAPED_H

#include "dana/arena.h"
#include "dana/view.h"

#include <stdbool.h>

/* Returns whether a raw string may hold values: JSON as it stands, escaped, or as part of a URL. */
bool dana__holds_values(dana_view raw);

/*
 * Decodes a raw string that holds values: *text becomes the decoded one, in the arena. Errors:
 * DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__decode_inner(dana_arena *arena, dana_view *text, dana_error *err);

#endif
