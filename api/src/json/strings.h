/*
 * Strings of JSON text: where they end, whether they are well formed, and what they say. Many bytes
 * a step, where jansson's lexer takes them one by one.
 */
#ifndef API_JSON_STRINGS_H
#define API_JSON_STRINGS_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>

/* Room behind what is unescaped: bytes are moved in blocks. */
#define API__STRING_SLACK 16

/* Memory for strings that are unescaped. Zeroed it is none yet. */
typedef struct {
    char *data; /* owned */
    size_t used;
    size_t capacity;
} api__string_memory;

/* What a string is. */
typedef enum {
    API__STRING_CLOSED,
    API__STRING_BROKEN, /* not well formed, or it does not end */
    API__STRING_NO_MEMORY
} api__string_status;

/* A string that was read. */
typedef struct {
    const char *stop; /* its closing quote; of a broken one the first character or escape that is
                         wrong, or the end */
    dana_view text;   /* of a closed one: what it says; a part of the text where nothing is escaped,
                         else of the memory, behind what is used */
    bool lone;        /* escapes of surrogates without a partner became U+FFFD */
} api__string;

/*
 * Reads the string whose first character is at `at`; texts end at `end`. Where it has escapes,
 * memory is allocated that is enough for all strings between `at` and `end`, unless that was done;
 * a caller who keeps the text adds its length to memory->used. The text is UTF-8.
 */
api__string_status api__read_string(const char *at, const char *end, api__string_memory *memory,
                                    api__string *out);

/*
 * Returns the first quote, backslash or control character at or after `at`, or the end. *high is
 * set where a byte beyond ASCII may stand before it.
 */
const char *api__find_special(const char *at, const char *end, bool *high);

#endif
