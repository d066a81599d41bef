/*
 * Words of class and id values, and what the learned step knows of them: how far an element that is
 * called so is from content. The table holds checks of hashes, no words.
 */
#ifndef DANA_EXTRACTORS_AUTO_WORDS_H
#define DANA_EXTRACTORS_AUTO_WORDS_H

#include "dana/view.h"

#include <stddef.h>
#include <stdint.h>

/* Room for a word: longer ones are passed over. */
#define DANA__WORD_MAX 16

/* Odds are logarithms in units of one 24th, -127 to 127; 0 is what is not known. */
#define DANA__ODDS_SCALE 24

/* What the words of an element tell. */
typedef struct {
    uint32_t marks; /* 1u << dana__mark of the words that rules name */
    int8_t low;     /* lowest odds of its words, at most 0 */
    int8_t high;    /* highest odds, at least 0 */
} dana__word_signs;

/*
 * Finds the next word of a value from *at on, in small letters: a run of ASCII letters, which also
 * ends before a capital that follows a small letter. Words of one letter, and of DANA__WORD_MAX
 * and more, are passed over. Returns its length, 0 at the end; *at is then behind it.
 */
size_t dana__next_word(dana_view value, size_t *at, char word[DANA__WORD_MAX]);

/* Returns the hash (FNV-1a, 32 bits) by which the table knows a word in small letters. */
uint32_t dana__hash_word(const char *word, size_t length);

/* Returns the odds of a word with this hash: log(p / (1 - p)) * DANA__ODDS_SCALE. */
int8_t dana__odds_of(uint32_t hash);

/* Adds what the words of a class or id value tell to *signs. */
void dana__read_words(dana_view value, dana__word_signs *signs);

#endif
