/*
 * Whether two texts say the same headline, by their words.
 */
#ifndef DANA_TITLE_HEADING_WORDS_H
#define DANA_TITLE_HEADING_WORDS_H

#include "dana/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Tokens of a headline that are compared. */
#define DANA__TOKENS_MAX 32

/* The tokens of a text. */
typedef struct {
    uint64_t tokens[DANA__TOKENS_MAX];
    size_t count;
    size_t ends[DANA__TOKENS_MAX]; /* where they end in the text */
} dana__words;

/* Reads the tokens of a text, as many as are compared. */
void dana__read_words(dana_view text, dana__words *out);

/* Returns whether as many tokens are the same. */
bool dana__same_tokens(const uint64_t *a, const uint64_t *b, size_t count);

/* Returns whether a text says what the headline says, whose tokens are `wanted`: the same words,
 * but for the name of a site; a heading of the first order may differ by some, or say more. */
bool dana__says_headline(dana_view text, bool is_first_order, dana_view headline,
                         const dana__words *wanted);

#endif
