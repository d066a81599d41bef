#include "dates/words.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "text/arabic.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>

/* Names of months: CLDR's languages by use, written down from the calendars of those languages. */
static const dana__date_word words[] = {
#include "dates/words.def"
};

#include "dates/words_index.inc"

/* Whether a mark is a vowel, by which short months differ: of Thai, of the scripts of India, whose
 * blocks are laid out alike, of Sinhala. */
static bool is_vowel_mark(UChar32 c)
{
    UChar32 of_block = c & 0x7F;
    bool is_indian = c >= 0x0900 && c < 0x0D80 && of_block >= 0x3E && of_block <= 0x4C;

    return is_indian || (c >= 0x0DCF && c <= 0x0DDF) || (c >= 0x0E31 && c <= 0x0E3A);
}

/* Joiners and the tatweel have no meaning. */
static bool is_ignored(UChar32 c)
{
    return c == 0x200C || c == 0x200D || c == 0x0640 ||
           (u_charType(c) == U_NON_SPACING_MARK && !is_vowel_mark(c));
}

/* Whether a letter is written with a nukta: it may be one character or two. */
static bool has_nukta(UChar32 mark)
{
    return mark == 0x093C || mark == 0x09BC || mark == 0x0A3C;
}

/* Letters with accents, Latin to Arabic, and with a nukta become their base. */
static UChar32 base_letter(const UNormalizer2 *nfd, UChar32 c)
{
    UErrorCode error = U_ZERO_ERROR;
    UChar parts[4];

    if (c >= 0x0900 && c < 0x0A80) {
        bool is_two = unorm2_getRawDecomposition(nfd, c, parts, 4, &error) == 2 &&
                      has_nukta(parts[1]);

        return is_two ? parts[0] : c;
    }
    while (((c >= 0xC0 && c < 0x700) || (c >= 0x1E00 && c < 0x2000)) &&
           unorm2_getRawDecomposition(nfd, c, parts, 4, &error) > 0 && U_SUCCESS(error)) {
        c = parts[0];
    }
    return c;
}

static UChar32 fold(const UNormalizer2 *nfd, UChar32 c)
{
    c = u_tolower(c);
    if (nfd != NULL) {
        c = base_letter(nfd, c);
    }
    switch (c) {
    case 0x0131:
        return 'i';
    case 0xA0:
        return ' ';
    default:
        return (UChar32)dana__arabic_letter((uint32_t)c);
    }
}

size_t dana__fold_word(dana_view word, char out[DANA__FOLD_MAX])
{
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfd = unorm2_getNFDInstance(&error);
    size_t length = 0;

    if (U_FAILURE(error)) {
        nfd = NULL;
    }
    for (size_t i = 0; i < word.length;) {
        size_t step;
        UChar32 c = (UChar32)dana__utf8_decode(word.data + i, &step);

        i += step;
        if (is_ignored(c)) {
            continue;
        }
        if (length + 4 > DANA__FOLD_MAX) {
            return 0;
        }
        length += dana__utf8_encode((uint32_t)fold(nfd, c), out + length);
    }
    return length;
}

static const dana__date_word *find_folded(const char *text, size_t length)
{
    uint32_t key = DANA__HASH32_EMPTY;

    for (size_t i = 0; i < length; i++) {
        key = dana__hash32(key, text[i]);
    }
    for (size_t i = key % WORD_SLOTS; word_rows[i] != 0; i = (i + 1) % WORD_SLOTS) {
        const dana__date_word *word = &words[word_rows[i] - 1];

        if (length < sizeof(word->text) && memcmp(word->text, text, length) == 0 &&
            word->text[length] == '\0') {
            return word;
        }
    }
    return NULL;
}

const dana__date_word *dana__find_date_word(dana_view word)
{
    static const char in[] = "\xD7\x91"; /* the Hebrew particle "in", written onto the month */
    static const char month[] = "\xD9\x85\xD8\xA7\xD9\x87"; /* "month", behind a Persian one */
    char folded[DANA__FOLD_MAX];
    size_t length = dana__fold_word(word, folded);

    if (length == 0) {
        return NULL;
    }
    const dana__date_word *found = find_folded(folded, length);

    if (found == NULL && length > 4 && memcmp(folded, in, 2) == 0) {
        found = find_folded(folded + 2, length - 2);
    }
    if (found == NULL && length > 6 && memcmp(folded + length - 6, month, 6) == 0) {
        found = find_folded(folded, length - 6);
    }
    return found;
}
