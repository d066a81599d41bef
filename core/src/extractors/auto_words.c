#include "extractors/auto_words.h"

#include "extractors/auto_rules.h"

#include <stdbool.h>

/* Slots of the table of odds, a power of two; a word's slot is the hash's lower bits, or the first
 * one behind it that is free; its check are the upper ones. Odds of 0 mark a free slot. */
#define WORD_SLOTS 4096

#include "extractors/auto_words_table.inc"

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_letter(char c)
{
    return (unsigned char)((c | 0x20) - 'a') < 26;
}

static size_t word_length(const char *p, size_t left)
{
    size_t length = 1;

    while (length < left && is_letter(p[length]) &&
           !(is_upper(p[length]) && !is_upper(p[length - 1]))) {
        length++;
    }
    return length;
}

size_t dana__next_word(dana_view value, size_t *at, char word[DANA__WORD_MAX])
{
    while (*at < value.length) {
        const char *p = value.data + *at;

        if (!is_letter(*p)) {
            ++*at;
            continue;
        }
        size_t length = word_length(p, value.length - *at);

        *at += length;
        if (length >= 2 && length < DANA__WORD_MAX) {
            for (size_t k = 0; k < length; k++) {
                word[k] = (char)(p[k] | 0x20);
            }
            return length;
        }
    }
    return 0;
}

uint32_t dana__hash_word(const char *word, size_t length)
{
    uint32_t hash = 0x811C9DC5u;

    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)word[i]) * 0x01000193u;
    }
    return hash;
}

int8_t dana__odds_of(uint32_t hash)
{
    uint16_t check = (uint16_t)(hash >> 16);

    for (size_t slot = hash % WORD_SLOTS; word_odds[slot] != 0; slot = (slot + 1) % WORD_SLOTS) {
        if (word_checks[slot] == check) {
            return word_odds[slot];
        }
    }
    return 0;
}

void dana__read_words(dana_view value, dana__word_signs *signs)
{
    char word[DANA__WORD_MAX];
    size_t at = 0;

    for (size_t length = dana__next_word(value, &at, word); length > 0;
         length = dana__next_word(value, &at, word)) {
        int8_t odds = dana__odds_of(dana__hash_word(word, length));

        signs->marks |= dana__word_marks(word, length);
        signs->low = odds < signs->low ? odds : signs->low;
        signs->high = odds > signs->high ? odds : signs->high;
    }
}
