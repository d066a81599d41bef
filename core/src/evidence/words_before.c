#include "evidence/words_before.h"

#include "base/ascii.h"
#include "base/bytes16.h"

#include <string.h>
#include <strings.h>

/* Words that stand before names and dates on pages of many languages, as their bylines have them;
 * of those that fit the longest counts. */
typedef struct {
    const char *words;
    uint8_t length;
    uint8_t kind;        /* dana__before */
    unsigned char first; /* its first and last bytes, folded: most rows are refused by one */
    unsigned char last;
    uint8_t first_bucket; /* where its chains begin */
    uint8_t last_bucket;
    uint16_t begins_bit;
    uint16_t ends_bit;
} before_rule;

/* The byte of a text by which rows are told apart, whatever its case. */
#define FOLDED(c) ((unsigned char)((unsigned char)(c) | 0x20))

/* Where rows stand that begin, or end, with two bytes; those between names by the outer one. */
#define BUCKET(kind, outer, inner)                                                                 \
    ((unsigned char)((kind) == DANA__BETWEEN_NAMES ? FOLDED(outer)                                 \
                                                   : FOLDED(outer) * 31u + FOLDED(inner)))

/* The bit of two bytes of rows of any kind but those between names. */
#define BIT(outer, inner) (((unsigned)FOLDED(outer) << 5 ^ FOLDED(inner)) & 8191)

/* The byte before the last one of a row; of one byte, that one. */
#define BEFORE_LAST(said) (said)[sizeof(said) > 2 ? sizeof(said) - 3 : 0]

#define ROW(said, sort)                                                                            \
    {                                                                                              \
        .words = (said), .length = sizeof(said) - 1, .kind = (sort), .first = FOLDED((said)[0]),   \
        .last = FOLDED((said)[sizeof(said) - 2]),                                                  \
        .first_bucket = BUCKET(sort, (said)[0], (said)[1]),                                        \
        .last_bucket = BUCKET(sort, (said)[sizeof(said) - 2], BEFORE_LAST(said)),                  \
        .begins_bit = BIT((said)[0], (said)[1]),                                                   \
        .ends_bit = BIT((said)[sizeof(said) - 2], BEFORE_LAST(said))                               \
    }
#define NAME(words)    ROW(words, DANA__BEFORE_NAME)
#define CHANGE(words)  ROW(words, DANA__BEFORE_CHANGE)
#define DATE(words)    ROW(words, DANA__BEFORE_DATE)
#define BETWEEN(words) ROW(words, DANA__BETWEEN_NAMES)
#define OTHER(words)   ROW(words, DANA__BEFORE_OTHERS)

static const before_rule before_rules[] = {
#include "evidence/words_before.def"
};

/* The first and the last bytes of all rows again, side by side: for those who ask but once. */
#undef ROW
#define ROW(said, sort) FOLDED((said)[0])
static const unsigned char first_bytes[] = {
#include "evidence/words_before.def"
};
#undef ROW
#define ROW(said, sort) FOLDED((said)[sizeof(said) - 2])
static const unsigned char last_bytes[] = {
#include "evidence/words_before.def"
};

/* The first row behind `row` with a byte at one end, by number; 0: there is none. */
static size_t row_with(const unsigned char *bytes, unsigned char byte, size_t row)
{
    const char *all = (const char *)bytes;

    for (size_t at = row; at < DANA__COUNT(before_rules); at += DANA__STEP) {
        size_t left = DANA__COUNT(before_rules) - at;
        unsigned same = dana__bits16(dana__equal16(dana__load_part16(all + at, left), (char)byte));

        if (same != 0) {
            return at + dana__first16(same) + 1;
        }
    }
    return 0;
}

/* Whether a letter or digit stands at `at`: then a word goes on. Of what is not ASCII, the marks of
 * East Asian typography (U+3000 to U+303F, U+FF00 to U+FFEF) part words. */
static bool goes_on(dana_view text, size_t at)
{
    if (at >= text.length) {
        return false;
    }
    unsigned char c = (unsigned char)text.data[at];
    unsigned char next = at + 1 < text.length ? (unsigned char)text.data[at + 1] : 0;

    if ((c == 0xEF && next >= 0xBC) || (c == 0xE3 && next == 0x80)) {
        return false;
    }
    bool apostrophe = c == '\'' && dana__is_letter((char)next); /* "author's" */

    return dana__is_letter(text.data[at]) || c >= 0xC3 || (c >= '0' && c <= '9') || apostrophe;
}

/* Whether words of a kind may end at `at`: Chinese and Japanese set no space between words and a
 * date. */
static bool ends_word(dana_view text, size_t at, dana__before kind)
{
    bool before_number = kind == DANA__BEFORE_DATE && at < text.length &&
                         dana__is_digit(text.data[at]);

    return before_number || (unsigned char)text.data[at - 1] < 0x80 || !goes_on(text, at);
}

/* Length of marks and spaces at `at`: a colon, a dash, an ellipsis of either width. */
static size_t marks_at(dana_view text, size_t at)
{
    size_t i = at;

    while (i < text.length && strchr(" :-|", text.data[i]) != NULL && text.data[i] != '\0') {
        i++;
    }
    if (text.length - i >= 3 && memcmp(text.data + i, "\xEF\xBC\x9A", 3) == 0) {
        i += 3; /* the fullwidth colon */
    }
    while (i < text.length && text.data[i] == ' ') {
        i++;
    }
    return i - at;
}

/* The chain of rows of a kind that a text may begin with. */
static size_t first_row(const dana__before_index *index, dana_view text, dana__before kind)
{
    if (index == NULL) {
        return row_with(first_bytes, FOLDED(text.data[0]), 0);
    }
    char second = text.length > 1 ? text.data[1] : '\0';

    return index->first[kind][BUCKET(kind, text.data[0], second)];
}

/* The chain of rows of a kind that a text may end with. */
static size_t last_row(const dana__before_index *index, dana_view text, dana__before kind)
{
    const char *end = text.data + text.length;

    if (index == NULL) {
        return row_with(last_bytes, FOLDED(end[-1]), 0);
    }
    char before = text.length > 1 ? end[-2] : '\0';

    return index->last[kind][BUCKET(kind, end[-1], before)];
}

static void set_bit(uint32_t bits[256], unsigned bit)
{
    bits[bit / 32] |= UINT32_C(1) << bit % 32;
}

static bool has_bit(const uint32_t bits[256], unsigned bit)
{
    return (bits[bit / 32] >> bit % 32 & 1) != 0;
}

_Static_assert(DANA__COUNT(before_rules) < DANA__BEFORE_ROWS_MAX, "rows have no room");

void dana__index_words_before(dana__before_index *out)
{
    memset(out, 0, sizeof(*out));
    for (size_t row = DANA__COUNT(before_rules); row > 0; row--) {
        const before_rule *rule = &before_rules[row - 1];
        uint16_t *first = &out->first[rule->kind][rule->first_bucket];
        uint16_t *last = &out->last[rule->kind][rule->last_bucket];

        if (rule->kind != DANA__BETWEEN_NAMES) {
            set_bit(out->begins, rule->begins_bit);
            set_bit(out->ends, rule->ends_bit);
        }
        out->next_first[row] = *first;
        out->next_last[row] = *last;
        *first = (uint16_t)row;
        *last = (uint16_t)row;
    }
}

size_t dana__words_before(const dana__before_index *index, dana_view text, dana__before kind)
{
    const uint16_t *next = index != NULL ? index->next_first : NULL;
    size_t longest = 0;

    if (text.length == 0) {
        return 0;
    }
    unsigned char first = FOLDED(text.data[0]);

    for (size_t row = first_row(index, text, kind); row > 0;
         row = next != NULL ? next[row] : row_with(first_bytes, first, row)) {
        const before_rule *rule = &before_rules[row - 1];
        size_t length = rule->length;

        if (rule->first == first && rule->kind == kind && length > longest &&
            text.length >= length && rule->last == FOLDED(text.data[length - 1]) &&
            strncasecmp(text.data, rule->words, length) == 0 &&
            (!goes_on(text, length) || !dana__is_letter(text.data[length - 1]))) {
            longest = length;
        }
    }
    if (longest == 0 || !ends_word(text, longest, kind)) {
        return 0;
    }
    return longest + marks_at(text, longest);
}

/* Whether a text ends with the words of a row, and something stands before them: it need not before
 * those of others. */
static bool ends_with_row(dana_view text, const before_rule *rule)
{
    size_t length = rule->length;
    bool whole = text.length == length && rule->kind == DANA__BEFORE_OTHERS;

    return (whole || text.length > length) &&
           (whole || text.data[text.length - length - 1] == ' ') &&
           strncasecmp(text.data + text.length - length, rule->words, length) == 0;
}

static bool ends_with_kind(const dana__before_index *index, dana_view text, dana__before kind)
{
    const uint16_t *next = index != NULL ? index->next_last : NULL;
    unsigned char last = FOLDED(text.data[text.length - 1]);

    for (size_t row = last_row(index, text, kind); row > 0;
         row = next != NULL ? next[row] : row_with(last_bytes, last, row)) {
        if (before_rules[row - 1].last == last && before_rules[row - 1].kind == kind &&
            ends_with_row(text, &before_rules[row - 1])) {
            return true;
        }
    }
    return false;
}

/* Returns a text without spaces and colons at its end. */
static dana_view without_colon(dana_view text)
{
    while (text.length > 0 &&
           (text.data[text.length - 1] == ' ' || text.data[text.length - 1] == ':')) {
        text.length--;
    }
    return text;
}

dana__before_chance dana__chance_of_before(const dana__before_index *index, dana_view text)
{
    dana_view cut = without_colon(text);
    dana__before_chance chance = {false, false};

    if (text.length > 0) {
        char second = text.length > 1 ? text.data[1] : '\0';

        chance.begins = has_bit(index->begins, BIT(text.data[0], second));
    }
    if (cut.length > 0) {
        char before = cut.length > 1 ? cut.data[cut.length - 2] : '\0';

        chance.ends = has_bit(index->ends, BIT(cut.data[cut.length - 1], before));
    }
    return chance;
}

bool dana__ends_with_words(const dana__before_index *index, dana_view text, dana__before kind)
{
    text = without_colon(text);
    return text.length > 0 && ends_with_kind(index, text, kind) &&
           (kind != DANA__BEFORE_NAME || !ends_with_kind(index, text, DANA__BEFORE_OTHERS));
}
