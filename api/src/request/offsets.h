/*
 * Offsets in the caller's unit, and lines of the source, from byte offsets.
 */
#ifndef API_REQUEST_OFFSETS_H
#define API_REQUEST_OFFSETS_H

#include "dana/view.h"

/* Units that offsets are given in. */
typedef enum { API__UTF8, API__UTF16, API__CODEPOINT } api__offset_unit;

/* Returns a unit's name by its value, NULL beyond the last. */
const char *api__offset_unit_name(size_t unit);

/* A forward cursor: asked in ascending order, all answers together cost one pass. */
typedef struct {
    dana_view source;
    api__offset_unit unit;
    size_t byte;
    size_t value;
} api__offset_cursor;

/* Returns the offset, in the cursor's unit, of byte `byte` (0-based, at a character's start). */
size_t api__offset_at(api__offset_cursor *cursor, size_t byte);

/* The same for lines of the source, which end with LF, CRLF or CR. */
typedef struct {
    dana_view source;
    size_t byte;
    size_t line_ends;
} api__line_cursor;

/* Returns the 1-based line of the source that holds byte `byte`, which is less than its length; 1
 * for byte 0 of an empty source. */
size_t api__source_line_at(api__line_cursor *cursor, size_t byte);

#endif
