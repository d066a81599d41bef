/*
 * Values of JavaScript as scripts of pages write them: JSON, and object literals with bare names,
 * strings in any quotation marks, calls around values. Handed out member by member; nothing is
 * allocated. What json.h reads is written by people and often broken; this is written by programs,
 * so a string ends at its mark.
 */
#ifndef DANA_DATA_READ_VALUES_H
#define DANA_DATA_READ_VALUES_H

#include "dana/view.h"
#include "jsonld/json.h"

#include <stdbool.h>

/* The reader's state. */
typedef struct {
    const char *p;
    const char *end;
    size_t open;   /* objects and arrays that are open */
    size_t parens; /* parentheses that are open */
    bool is_list;  /* values separated by commas, up to a closing parenthesis, not just one */
    bool ended;
    dana_view pending; /* the name of a member whose value follows; data NULL: none */
} dana__values;

/* Begins to read the value that stands at the beginning of a text (valid UTF-8, borrowed). */
void dana__values_start(dana__values *values, dana_view text);

/* Begins to read values up to the parenthesis that closes them, the text after its opening one. */
void dana__values_start_list(dana__values *values, dana_view text);

/*
 * Reads the next event; DANA__JSON_END at the value's end, or the text's. values->p is then the
 * position after it. A whole value takes linear time.
 */
void dana__values_next(dana__values *values, dana__json_event *event);

/* Returns whether a byte begins a string of JavaScript. */
bool dana__is_quote(char c);

/* Passes white space and comments. Returns the position after them. */
const char *dana__skip_blank(const char *p, const char *end);

#endif
