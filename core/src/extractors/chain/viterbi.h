/*
 * Viterbi's algorithm over a chain of two labels.
 */
#ifndef DANA_EXTRACTORS_CHAIN_VITERBI_H
#define DANA_EXTRACTORS_CHAIN_VITERBI_H

#include <stddef.h>
#include <stdint.h>

/* The log potential of a step: step[from][to]. The chain comes from label 0. */
typedef struct {
    float step[2][2];
} dana__chain_step;

/*
 * Finds the labels of greatest sum of steps, in time and memory linear in count. Of equal sums
 * label 0 is taken. `from` is room for count bytes, as labels is. The sums are of the logarithms,
 * so that chains of any length have finite ones. Returns the sum.
 */
double dana__viterbi(const dana__chain_step *steps, size_t count, uint8_t *from, uint8_t *labels);

#endif
