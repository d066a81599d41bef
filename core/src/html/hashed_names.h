/*
 * Names in class values that tools make of hashes: their letters are no words.
 */
#ifndef DANA_HTML_HASHED_NAMES_H
#define DANA_HTML_HASHED_NAMES_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>

/* A run of letters and digits: the words in it are none where a tool made a hash of it. */
typedef struct {
    size_t start;
    size_t end;
    bool is_hash;
} dana__name_run;

/* Returns the run around the bytes [start, end) of a value. */
dana__name_run dana__find_name_run(dana_view value, size_t start, size_t end);

/* Returns whether a prefix stands before byte `at` of a value, at the beginning of a name. */
bool dana__has_name_prefix(dana_view value, size_t at, const char *prefix);

#endif
