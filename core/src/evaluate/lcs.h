/*
 * The longest common subsequence.
 */
#ifndef DANA_EVALUATE_LCS_H
#define DANA_EVALUATE_LCS_H

#include "evaluate/sequence.h"

/*
 * Returns the length of the longest common subsequence. masks: `alphabet` zeroed words, zeroed
 * again afterwards; carries: gold_length bits of zeroed words.
 * Bit-parallel (Crochemore et al. 2001; Hyyroe 2004), 64 elements of the text at a time, so that
 * memory stays linear.
 */
size_t dana__lcs_length(const dana__sequences *s, uint64_t *masks, uint64_t *carries);

#endif
