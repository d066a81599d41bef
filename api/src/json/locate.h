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
} api__scan;

/* What a step found. After API__SCAN_BROKEN `at` is where the text stops making sense. */
typedef enum { API__SCAN_FOUND, API__SCAN_CLOSED, API__SCAN_BROKEN } api__scan_step;

/* Starts a scan of a text. */
api__scan api__scan_begin(dana_view text);

/* Steps over white space and a bracket. Returns false where it is not there. */
bool api__scan_open(api__scan *scan, char bracket);

/* Steps over white space and a value, whose text (borrowed) is *value. */
api__scan_step api__scan_value(api__scan *scan, dana_view *value);

/* Steps over the next element of an array that is open, or its closing bracket. */
api__scan_step api__scan_element(api__scan *scan, dana_view *value);

/* Steps over the next member of an object that is open, or its closing brace. */
api__scan_step api__scan_member(api__scan *scan, dana_view *name, dana_view *value);

/* Returns whether nothing but white space is left. */
bool api__scan_at_end(api__scan *scan);

#endif
