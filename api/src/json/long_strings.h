/*
 * JSON text without its long strings: each value that is one is taken out, and a placeholder stands
 * for it in the rest, which is small and which jansson reads. Where a string is not well formed
 * only what is wrong with it and what follows is left of it, so that the rest is refused for the
 * same reason.
 */
#ifndef API_JSON_LONG_STRINGS_H
#define API_JSON_LONG_STRINGS_H

#include "json/buffer.h"
#include "json/strings.h"

#include <jansson.h>

/*
 * A string of this many bytes, as it is written, is long. A placeholder says as much in as many, so
 * that no other string of the rest can be taken for one.
 */
#define API__LONG_BYTES ((size_t)64)

/* A long string, or the begin of one that is not well formed. */
typedef struct {
    dana_view raw;     /* as it is written, without quotes; borrowed */
    dana_view text;    /* what it says; of one that is not well formed nothing */
    size_t rest_after; /* what is left of it ends here in the rest */
} api__long_string;

/* Text that was split. Zeroed it is empty; to be cleared with api__long_strings_clear. */
typedef struct {
    dana_view rest;           /* the text itself where it has no long strings */
    api__buffer written;      /* what the rest is otherwise */
    api__buffer strings;      /* of api__long_string, in their order */
    api__string_memory texts; /* of those with escapes */
    bool lone;                /* in them surrogates without a partner became U+FFFD */
    bool failed;              /* memory ran out */
} api__long_strings;

/* Splits text; `out` is zeroed, and borrows from it. */
void api__long_strings_split(dana_view text, api__long_strings *out);

/* Returns how many there are. */
size_t api__long_strings_count(const api__long_strings *split);

/* Returns the one that a value of the rest stands for; NULL where it stands for itself. */
const api__long_string *api__long_string_of(const api__long_strings *split, const json_t *value);

/* Moves an error of the rest to where it is in the text. */
void api__long_strings_locate(const api__long_strings *split, json_error_t *error);

/* Frees what it owns. */
void api__long_strings_clear(api__long_strings *split);

#endif
