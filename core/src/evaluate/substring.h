/*
 * The longest common run of two sequences.
 */
#ifndef DANA_EVALUATE_SUBSTRING_H
#define DANA_EVALUATE_SUBSTRING_H

#include "evaluate/sequence.h"

/*
 * Sets *length to the length of the longest run of elements that both sequences hold: a binary
 * search over lengths, with rolling hashes whose hits are verified. Time n log^2 n.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__common_run(dana_arena *arena, const dana__sequences *s,
                                           size_t *length, dana_error *err);

#endif
