/*
 * Texts that begin alike: one text in two forms.
 */
#ifndef DANA_DATA_TWINS_H
#define DANA_DATA_TWINS_H

#include "dana/view.h"

#include <stdbool.h>
#include <stdint.h>

/* Beginnings that are kept. */
#define DANA__TWINS_MAX 256

/* A table of hashes of beginnings; zero: empty. */
typedef struct {
    uint64_t slots[DANA__TWINS_MAX];
} dana__twins;

/* Returns a hash of the first letters of a text, its tags left out; 0: it has not as many. */
uint64_t dana__beginning_of(dana_view text);

/* Notes a beginning. Returns whether it is there already. */
bool dana__is_twin(dana__twins *twins, uint64_t hash);

#endif
