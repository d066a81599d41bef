/*
 * Functions that are called where they stand, and return values: what programs write so that equal
 * values stand once.
 */
#ifndef DANA_DATA_READ_FUNCTIONS_H
#define DANA_DATA_READ_FUNCTIONS_H

#include "dana/view.h"

#include <stdbool.h>

/* The head of such a function: (function(a,b){return {...}}(1,2)), ((a,b)=>({...}))(1,2). */
typedef struct {
    dana_view parameters; /* "a,b" */
    const char *value;    /* where what it returns begins: an object or a list */
} dana__function;

/* Reads the head of a function at p. Returns false where there is none. Looks at some 32 KB at
 * most. */
bool dana__read_function(const char *p, const char *end, dana__function *out);

#endif
