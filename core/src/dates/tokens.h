/*
 * A text as numbers, words and punctuation: the input of the date reader.
 */
#ifndef DANA_DATES_TOKENS_H
#define DANA_DATES_TOKENS_H

#include "dates/words.h"

#include <stdbool.h>
#include <stdint.h>

/* Most tokens of a text, and most bytes of it that are read. */
#define DANA__TOKENS_MAX    40
#define DANA__DATE_TEXT_MAX 600

typedef enum {
    DANA__TOKEN_END,
    DANA__TOKEN_NUMBER,
    DANA__TOKEN_WORD,
    DANA__TOKEN_PUNCTUATION
} dana__token_kind;

/* A token. Numbers of more than 18 digits count as punctuation. */
typedef struct {
    dana__token_kind kind;
    bool space_before;
    bool persian;                /* NUMBER: in the digits of Persian and Urdu */
    unsigned digits;             /* NUMBER */
    int64_t value;               /* NUMBER; PUNCTUATION: its code point */
    dana_span span;              /* bytes of the text */
    const dana__date_word *word; /* WORD: its row, found by dana__token_word; NULL: not looked up */
} dana__token;

/* The tokens of a text; tokens[count] is an END. */
typedef struct {
    dana_view text;
    dana__token tokens[DANA__TOKENS_MAX + 1];
    size_t count;
} dana__tokens;

/* Splits a text (valid UTF-8). Decimal digits of every script are numbers. Returns whether there is
 * a number at all. */
bool dana__split_tokens(dana_view text, dana__tokens *out);

/* Returns what a token means in dates; DANA__WORD_NONE for other words. */
dana__word_kind dana__token_word(dana__tokens *tokens, size_t index);

#endif
