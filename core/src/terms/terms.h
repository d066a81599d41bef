/*
 * Terms of a vector space: tokens, less the stop words and as stems where wanted (thesis 2.1.4.2,
 * 2.1.4.3).
 */
#ifndef DANA_TERMS_TERMS_H
#define DANA_TERMS_TERMS_H

#include "dana/arena.h"
#include "text/words.h"

/* The stop words of English as tokens, ascending. count 0: none. */
typedef struct {
    const uint64_t *tokens;
    size_t count;
} dana__stop_words;

/* Makes the stop words of English. *out is borrowed from the arena. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__make_stop_words(dana_arena *arena, dana__stop_words *out,
                                                dana_error *err);

/* How tokens become terms. All zero: each token is one. */
typedef struct {
    dana__stop_words stop_words; /* left out */
    bool stems;                  /* words of ASCII letters are stemmed by Porter's algorithm */
} dana__term_rules;

/* A reader of terms. */
typedef struct {
    dana__token_reader tokens;
    const dana__term_rules *rules;
} dana__term_reader;

/* Starts to read the text [p, end), references and all. The rules are borrowed. */
void dana__read_terms(dana__term_reader *reader, const dana__term_rules *rules, const char *p,
                      const char *end);

/* Reads the next term; false at the end. Stop words are compared before words are stemmed. */
bool dana__next_term(dana__term_reader *reader, uint64_t *term);

#endif
