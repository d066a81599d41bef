/*
 * A few short texts that are looked for at once, in one pass.
 */
#ifndef DANA_BASE_NEEDLES_H
#define DANA_BASE_NEEDLES_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most texts. */
#define DANA__NEEDLES_MAX 64

/* Texts of two bytes and more by their first two, as chains: numbers from 1, 0 ends one. The texts
 * are borrowed. */
typedef struct {
    const char *const *texts;
    uint8_t buckets[256];
    uint8_t next[DANA__NEEDLES_MAX + 1];
    uint8_t lengths[DANA__NEEDLES_MAX + 1];
} dana__needles;

/* Makes an index of at most DANA__NEEDLES_MAX texts. */
void dana__needles_index(dana__needles *out, const char *const *texts, size_t count);

/* Returns whether one of the texts stands in a haystack, as it is written. */
bool dana__needles_in(const dana__needles *needles, dana_view haystack);

#endif
