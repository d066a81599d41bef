/*
 * Tokens of text/words.h, many at once.
 */
#ifndef DANA_TEXT_READ_WORDS_H
#define DANA_TEXT_READ_WORDS_H

#include "text/words.h"

/* Reads at most `room` tokens, the same as dana__next_token. Returns their number; fewer than
 * `room` at the text's end. */
size_t dana__next_tokens(dana__token_reader *reader, uint64_t *tokens, size_t room);

#endif
