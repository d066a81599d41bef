/*
 * Two texts as sequences of small numbers: equal words, or equal characters, get equal numbers.
 */
#ifndef DANA_EVALUATE_SEQUENCE_H
#define DANA_EVALUATE_SEQUENCE_H

#include "dana/arena.h"
#include "dana/view.h"

#include <stdbool.h>

/* What a sequence is made of. */
typedef enum {
    DANA__BY_WORDS,
    DANA__BY_CHARACTERS,
    DANA__BY_UNITS /* words; of Chinese and Japanese, characters */
} dana__unit_kind;

/* Numbers below `alphabet`, of the text and of the gold standard. In the arena. */
typedef struct {
    uint32_t *text;
    size_t text_length;
    uint32_t *gold;
    size_t gold_length;
    size_t alphabet;
} dana__sequences;

/*
 * Makes the sequences of two texts. Words are identified by a 64-bit hash of their lower-cased
 * characters. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__make_sequences(dana_arena *arena, dana__unit_kind kind,
                                               dana_view text, dana_view gold, dana__sequences *out,
                                               dana_error *err);

/*
 * Returns the hashes of the runs of `width` elements, sorted, in the arena, and how many there are.
 * NULL: memory ran out. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
uint64_t *dana__sorted_runs(dana_arena *arena, const uint32_t *elements, size_t length,
                            size_t width, size_t *count, dana_error *err);

/* Returns the hash of the run of `width` elements that begins at `first`. */
uint64_t dana__hash_run(const uint32_t *first, size_t width);

#endif
