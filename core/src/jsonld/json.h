/*
 * A tolerant reader of JSON: what pages hold in scripts is often not quite JSON. It hands out the
 * members one by one and allocates nothing.
 */
#ifndef DANA_JSONLD_JSON_H
#define DANA_JSONLD_JSON_H

#include "dana/arena.h"
#include "dana/view.h"

#include <stdbool.h>
#include <stdint.h>

/* Objects and arrays that may be open at once; what lies deeper is passed over. */
#define DANA__JSON_DEPTH_MAX 64

typedef enum {
    DANA__JSON_END, /* the text's end, wherever it comes */
    DANA__JSON_OPEN_OBJECT,
    DANA__JSON_OPEN_ARRAY,
    DANA__JSON_CLOSE, /* of the innermost object or array */
    DANA__JSON_STRING,
    DANA__JSON_OTHER, /* a number, true, false, null, or a bare word */
} dana__json_kind;

/* An event. key: raw name of the member, data NULL in arrays and at the top; for a CLOSE no key.
 * text: STRING the raw characters between the quotes, OTHER the characters. */
typedef struct {
    dana__json_kind kind;
    dana_view key;
    dana_view text;
} dana__json_event;

/* The reader's state. */
typedef struct {
    const char *p;
    const char *end;
    uint64_t objects; /* bit d: the container at depth d is an object */
    size_t depth;
    size_t passed; /* containers open beyond the limit */
} dana__json;

/* Begins to read a text (valid UTF-8, borrowed). */
void dana__json_start(dana__json *json, dana_view text);

/*
 * Reads the next event. Comments (JavaScript's, of 512 bytes at most, and HTML's), CDATA marks,
 * stray commas, control characters in strings and missing closing marks are passed over; a
 * quotation mark inside a string ends it only where a comma, a colon, a closing bracket or the next
 * string follows. A whole text takes linear time.
 */
void dana__json_next(dana__json *json, dana__json_event *event);

#endif
