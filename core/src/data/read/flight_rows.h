/*
 * Flight data of React's server components, as Next's App Router writes it: scripts push the pieces
 * of a text of rows, "id:value". A row is JSON, or a text of so many bytes; JSON names other rows.
 */
#ifndef DANA_DATA_READ_FLIGHT_ROWS_H
#define DANA_DATA_READ_FLIGHT_ROWS_H

#include "dana/arena.h"
#include "dana/result.h"

#include <stdbool.h>

/* From a byte of a text on, up to the next such: the source bytes that it comes from. */
typedef struct {
    uint32_t start;
    dana_span where;
} dana__origin;

/* A row: bytes of the text. */
typedef struct {
    uint32_t id;
    uint32_t start;
    uint32_t end;
    bool is_text; /* as it stands; else JSON */
    bool is_read;
} dana__row;

/* The rows of a page. */
typedef struct {
    dana_buffer text;   /* bytes, decoded */
    dana_buffer pieces; /* dana__origin */
    dana_buffer rows;   /* dana__row, by id */
} dana__flight_rows;

/* What is made of them: HTML and JSON, with where each of their strings comes from. */
typedef struct {
    dana_buffer html;    /* bytes */
    dana_buffer json;    /* bytes; no value, or one */
    dana_buffer of_html; /* dana__origin */
    dana_buffer of_json;
    size_t prose; /* code points of texts in html that are no labels */
} dana__flight;

/* Begins an empty text. */
void dana__flight_start(dana__flight_rows *flight);

/* Frees what one holds. */
void dana__flight_clear(dana_arena *arena, dana__flight_rows *flight);

/* Returns whether a script pushes pieces of such a text. Looks at its beginning alone. */
bool dana__is_flight(dana_view script);

/*
 * Adds the pieces that a script pushes. source: the first byte of the source that the script lies
 * in. Linear. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__flight_add(dana_arena *arena, dana__flight_rows *flight,
                                           dana_view script, const char *source, dana_error *err);

/* Finds the rows of the whole text. Errors: as dana__flight_add. */
DANA_MUST_USE dana_status dana__flight_finish(dana_arena *arena, dana__flight_rows *flight,
                                              dana_error *err);

/* Returns the row of an id, NULL where there is none. */
dana__row *dana__flight_row(const dana__flight_rows *flight, uint32_t id);

/* Reads a hexadecimal number at p, of at most eight digits. Returns the position after it. */
const char *dana__read_row_id(const char *p, const char *end, uint32_t *out);

/* Returns the source bytes of a position, from a list of origins that is not empty. */
dana_span dana__origin_of(const dana_buffer *origins, uint32_t at);

#endif
