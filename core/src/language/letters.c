#include "language/letters.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <stdint.h>

/* The block of Arabic letters. */
#define ARABIC_FIRST 0x0620U
#define ARABIC_LAST  0x06FFU
/* Most letters of a row. */
#define OWN_MAX 20
/* Of so many letters of the script at least one is a language's own. */
#define LETTERS_PER_OWN ((size_t)50)

/* The tables of the detector have none of these languages: it finds Persian, Arabic or nothing.
 * distinct: so many of a row occur, as relatives have some of them. Uyghur has two letters that
 * Kazakh in this script has not; Azerbaijani writes a vowel as Sorani does. */
static const struct {
    const char *tag;
    unsigned distinct;
    uint16_t letters[OWN_MAX]; /* up to the first 0 */
} languages[] = {
    {"ps", 3, {0x67C, 0x681, 0x685, 0x689, 0x693, 0x696, 0x69A, 0x6AB, 0x6BC, 0x6CD, 0x6D0}},
    {"ckb", 3, {0x695, 0x6A4, 0x6B5, 0x6C6, 0x6CE}},
    {"sd", 3, {0x67A, 0x67B, 0x67D, 0x67F, 0x680, 0x683, 0x684, 0x687, 0x68A, 0x68C,
               0x68D, 0x68F, 0x699, 0x6A6, 0x6AA, 0x6B1, 0x6B3, 0x6BB, 0x6FD, 0x6FE}},
    {"ug", 4, {0x6AD, 0x6C7, 0x6C8, 0x6CB, 0x6D0}},
};

/* How often each letter of the block occurs; returns how many there are. other: letters of other
 * scripts. */
static size_t count_letters(dana_view text, uint16_t counts[], size_t *other)
{
    size_t letters = 0;

    *other = 0;
    for (size_t i = 0; i < text.length;) {
        size_t length;
        uint32_t letter = dana__utf8_decode(text.data + i, &length);

        if (letter >= ARABIC_FIRST && letter <= ARABIC_LAST) {
            counts[letter - ARABIC_FIRST]++;
            letters++;
        } else {
            *other += dana__is_letter(text.data[i]) || (letter >= 0xC0 && letter < 0x2000);
        }
        i += length;
    }
    return letters;
}

const char *dana__language_of_letters(dana_view text, int *share)
{
    uint16_t counts[ARABIC_LAST - ARABIC_FIRST + 1] = {0};
    size_t other;
    size_t letters = count_letters(text, counts, &other);
    size_t best = letters / LETTERS_PER_OWN;
    const char *found = NULL;

    *share = letters > 0 ? (int)(letters * 100 / (letters + other)) : 0;
    for (size_t i = 0; i < DANA__COUNT(languages); i++) {
        unsigned distinct = 0;
        size_t own = 0;

        for (size_t j = 0; j < OWN_MAX && languages[i].letters[j] != 0; j++) {
            uint16_t count = counts[languages[i].letters[j] - ARABIC_FIRST];

            distinct += count > 0;
            own += count;
        }
        if (distinct >= languages[i].distinct && own > best) {
            best = own;
            found = languages[i].tag;
        }
    }
    return found;
}
