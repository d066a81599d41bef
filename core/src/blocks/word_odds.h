/*
 * What class words tell of an element, learnt from the training pages instead of listed by hand:
 * the odds that text in elements with the word is content.
 */
#ifndef DANA_BLOCKS_WORD_ODDS_H
#define DANA_BLOCKS_WORD_ODDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The known words of an element. Odds are logarithms in steps of 1/24, positive for content; all
 * zero: none is known. */
typedef struct {
    int16_t sum;
    uint16_t count;
    int8_t low;
    int8_t high;
} dana__word_odds;

/* Returns the key of a word in small letters: FNV-1a, 32 bits. */
uint32_t dana__word_key(const char *word, size_t length);

/* Finds a word's odds. Returns false where it is not known. */
bool dana__find_word_odds(uint32_t key, int8_t *odds);

/* Words of an element that count at most. */
#define DANA__ODDS_WORDS_MAX 200

/* Adds a word's odds to those of its element. */
static inline void dana__add_odds(dana__word_odds *to, int8_t odds)
{
    if (to->count == DANA__ODDS_WORDS_MAX) {
        return;
    }
    to->low = to->count == 0 || odds < to->low ? odds : to->low;
    to->high = to->count == 0 || odds > to->high ? odds : to->high;
    to->sum = (int16_t)(to->sum + odds);
    to->count++;
}

/* Adds the odds of a further value of the same element. */
void dana__join_odds(dana__word_odds *to, const dana__word_odds *more);

#endif
