/*
 * The words of one text, a title, looked for in many others.
 */
#ifndef DANA_MEASURE_WORD_SET_H
#define DANA_MEASURE_WORD_SET_H

#include "wide/letters.h"

/* Tokens of the text that are looked for; those after them are left. */
#define DANA__SET_TOKENS 64

/* Tokens, each at its position in their text. */
typedef struct {
    uint64_t tokens[DANA__SET_TOKENS];
    size_t count;
    uint8_t first[64]; /* by their first six bits: 1 + the last token that has them */
    uint8_t next_same[DANA__SET_TOKENS]; /* of each token, the one before it that has its bits */
    uint32_t seconds[32]; /* by the lowest five bits of the first letter of words: those of their
                             second letters; all where a word may have any */
    dana__letters_of *letters_of;
} dana__word_set;

/* Reads the tokens of the text [p, end) as those of a set. */
void dana__make_word_set(const char *p, const char *end, dana__word_set *out);

/*
 * Adds the positions of the set's tokens that the text [p, end) has to *matched, a bit each.
 * Returns the text's tokens. Bytes up to `readable` may be read. Linear.
 */
size_t dana__match_words(const dana__word_set *set, const char *p, const char *end,
                         const char *readable, uint64_t *matched);

#endif
