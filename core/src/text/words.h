/*
 * Tokens of TitleFinder: words as hashes (thesis 5.3.1, 5.3.2).
 */
#ifndef DANA_TEXT_WORDS_H
#define DANA_TEXT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The hash of no characters, from which that of a token begins. */
#define DANA__TOKEN_EMPTY UINT64_C(0x9AE16A3B2F90404F)

/* Returns a token's hash with eight more bytes added; the last ones may be fewer, with zeros after
 * them: no character is 0. Odd, so that a word of up to eight letters has a hash of its own. */
static inline uint64_t dana__add_to_token(uint64_t hash, uint64_t bytes)
{
    hash = (hash ^ bytes) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

/*
 * Reads tokens from source text. Quotes, comma and colon are deleted, everything that is no letter
 * or digit (dana__is_of_word) separates, letters are lower-cased; of Chinese and Japanese text each
 * pair of characters is a token. A token is a hash of 64 bits.
 */
typedef struct {
    const char *p;
    const char *end;
    uint32_t held;   /* a code point read too far, 0: none */
    uint32_t cjk;    /* the last character of a run without spaces, 0: none */
    bool cjk_paired; /* it was part of a pair */
} dana__token_reader;

/* Starts to read the text [p, end), references and all. */
void dana__read_tokens(dana__token_reader *reader, const char *p, const char *end);

/* Reads the next token; false at the end. */
bool dana__next_token(dana__token_reader *reader, uint64_t *token);

/* Returns the token that two characters make of a script that parts no words; second 0: one alone.
 */
uint64_t dana__pair_token(uint32_t first, uint32_t second);

/* Returns whether a code point is deleted before words are split: ' " , : and typographic quotes.
 */
bool dana__is_deleted(uint32_t c);

/* Returns whether a code point is of a script that parts no words: Han, Hiragana, Katakana. */
bool dana__is_cjk(uint32_t c);

/* Returns whether a code point is a letter or digit, or a sign of a vowel of a script of South Asia
 * that parts words by spaces (Devanagari to Sinhala): that one is none of ICU's letters. */
bool dana__is_of_word(uint32_t c);

/* Sorts values in place, ascending, in O(n log n). */
void dana__sort_tokens(uint64_t *values, size_t count);

/* Returns the place of a value in sorted ones, NULL: it is none of them. Takes log n. */
const uint64_t *dana__find_token(const uint64_t *values, size_t count, uint64_t value);

#endif
