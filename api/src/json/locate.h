/*
 * Where values stand in JSON text, without parsing them: strings are skipped and brackets counted.
 * A value that was found may still be no JSON; whoever parses it finds out.
 */
#ifndef API_JSON_LOCATE_H
#define API_JSON_LOCATE_H

#include "dana/view.h"

#include <stdbool.h>

/* What is left of a text, and whether an element or member went before. */
typedef struct {
    const char *at;
    const char *end;
    bool separate; /* a comma must come before the next one */
} api__locator;

/* What a step found. After API__LOCATE_BROKEN `at` is where the text stops making sense. */
typedef enum { API__LOCATE_FOUND, API__LOCATE_CLOSED, API__LOCATE_BROKEN } api__locate_step;

/* Starts at the begin of a text. */
api__locator api__locate_begin(dana_view text);

/* Steps over white space and a bracket. Returns false where it is not there. */
bool api__locate_open(api__locator *locator, char bracket);

/* Steps over white space and a value, whose text (borrowed) is *value. */
api__locate_step api__locate_value(api__locator *locator, dana_view *value);

/* Steps over the next element of an array that is open, or its closing bracket. */
api__locate_step api__locate_element(api__locator *locator, dana_view *value);

/* Steps over the next member of an object that is open, or its closing brace. */
api__locate_step api__locate_member(api__locator *locator, dana_view *name, dana_view *value);

/* Returns whether nothing but white space is left. */
bool api__locate_at_end(api__locator *locator);

#endif
