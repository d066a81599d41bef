/*
 * Blurring a long sequence of zeros and ones as it passes by: many rounds of a Gaussian filter at
 * the price of four sums per value.
 */
#ifndef DANA_EXTRACTORS_LINES_BLUR_H
#define DANA_EXTRACTORS_LINES_BLUR_H

#include "dana/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* A value of 1. */
#define DANA__BLUR_ONE 65536u

/* Moving means, one after the other. */
#define DANA__BLUR_BOXES 4

/* One moving mean over `width` values (odd). */
typedef struct {
    uint32_t *ring; /* the last `width` values */
    uint32_t width;
    uint32_t slot;    /* where the next value goes */
    uint32_t count;   /* values in the window */
    uint64_t sum;     /* of them */
    uint64_t inverse; /* 2^32 / width, rounded up */
    size_t in;        /* values taken, and missing ones after the end */
    size_t out;       /* values given */
} dana__blur_box;

/* A filter of four boxes. */
typedef struct {
    dana__blur_box boxes[DANA__BLUR_BOXES];
    size_t stage; /* the box that is being emptied */
} dana__blur;

/* Returns the variance of the truncated Gaussian weights w[-range..range] with sigma range / 3. */
double dana__blur_variance(unsigned range);

/*
 * Returns after how many rounds of a Gaussian filter no value at a border of long runs of code and
 * content changes by more than `stop` thousandths in a round. Such a border is an error function of
 * deviation sigma sqrt(k) after k rounds, and its largest change in a round is 0.121 / k (half of
 * the largest value of x phi(x)).
 */
unsigned dana__blur_rounds(unsigned stop);

/*
 * Makes a filter of a given variance; memory comes from the arena, some 14 sqrt(variance) values.
 * Neighbours that do not exist have no weight. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__blur_make(dana__blur *blur, double variance, dana_arena *arena,
                                          dana_error *err);

/* Returns how many values go in before the first comes out. */
size_t dana__blur_delay(const dana__blur *blur);

/* Takes the next value. Returns true where an output is ready: they come in the order of inputs. */
bool dana__blur_push(dana__blur *blur, uint32_t value, uint32_t *out);

/* Gives the outputs that are left once all values are in. False: no more. `total` values went in.
 */
bool dana__blur_drain(dana__blur *blur, size_t total, uint32_t *out);

#endif
