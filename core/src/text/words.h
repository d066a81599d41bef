/*
 * Tokens of TitleFinder: words as hashes (thesis 5.3.1, 5.3.2).
 */
#ifndef DANA_TEXT_WORDS_H
#define DANA_TEXT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reads tokens from source text. Quotes, comma and colon are deleted, everything that is no letter
 * or digit separates, letters are lower-cased; of Chinese and Japanese text each pair of characters
 * is a token. A token is its 64-bit FNV-1a hash.
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

/* Returns whether a code point is of a script that parts no words: Han, Hiragana, Katakana. */
bool dana__is_cjk(uint32_t c);

/* Sorts values in place, ascending, in O(n log n). */
void dana__sort_tokens(uint64_t *values, size_t count);

#endif
