#include "blocks/word_odds.h"

#include "base/hash.h"
#include "blocks/word_odds_table.inc"

uint32_t dana__word_key(const char *word, size_t length)
{
    uint32_t key = DANA__HASH32_EMPTY;

    for (size_t i = 0; i < length; i++) {
        key = dana__hash32(key, word[i]);
    }
    return key;
}

bool dana__find_word_odds(uint32_t key, int8_t *odds)
{
    for (size_t i = key % WORD_SLOTS; word_keys[i] != 0; i = (i + 1) % WORD_SLOTS) {
        if (word_keys[i] == key) {
            *odds = word_odds[i];
            return true;
        }
    }
    return false;
}

void dana__join_odds(dana__word_odds *to, const dana__word_odds *more)
{
    if (more->count == 0 || to->count + more->count > DANA__ODDS_WORDS_MAX) {
        return;
    }
    to->low = to->count == 0 || more->low < to->low ? more->low : to->low;
    to->high = to->count == 0 || more->high > to->high ? more->high : to->high;
    to->sum = (int16_t)(to->sum + more->sum);
    to->count = (uint16_t)(to->count + more->count);
}
