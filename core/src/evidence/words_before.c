#include "evidence/words_before.h"

#include "base/ascii.h"

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
    bool is_bare; /* a preposition alone, with which many labels end */
} before_rule;

/* The byte of a text by which rows are told apart, whatever its case. */
#define FOLDED(c) ((unsigned char)((unsigned char)(c) | 0x20))

/* Where rows stand that begin, or end, with two bytes; those between names by the outer one. */
#define BUCKET(kind, outer, inner)                                                                 \
    ((unsigned char)((kind) == DANA__BETWEEN_NAMES ? FOLDED(outer)                                 \
                                                   : FOLDED(outer) * 31u + FOLDED(inner)))

/* The place of two bytes. */
#define PAIRS              8192
#define PAIR(outer, inner) (((unsigned)FOLDED(outer) << 5 ^ FOLDED(inner)) & (PAIRS - 1))

#define ROW_OF(said, sort, bare)                                                                   \
    {                                                                                              \
        .words = (said), .length = sizeof(said) - 1, .kind = (sort), .first = FOLDED((said)[0]),   \
        .last = FOLDED((said)[sizeof(said) - 2]), .is_bare = (bare)                                \
    }
#define ROW(words, sort) ROW_OF(words, sort, false)
#define NAME(words)      ROW(words, DANA__BEFORE_NAME)
#define BARE(words)      ROW_OF(words, DANA__BEFORE_NAME, true)
#define CHANGE(words)    ROW(words, DANA__BEFORE_CHANGE)
#define DATE(words)      ROW(words, DANA__BEFORE_DATE)
#define BETWEEN(words)   ROW(words, DANA__BETWEEN_NAMES)
#define OTHER(words)     ROW(words, DANA__BEFORE_OTHERS)

static const before_rule before_rules[] = {
#include "evidence/words_before.def"

#include "evidence/words_before_forms.inc"
};

/* The rows of each kind by their first two bytes, and by their last two, as chains: row numbers
 * from 1, 0 ends one. Of what stands between names, some rows have but one byte. Made by
 * core/tools/words_before.py, as the other forms of its rows are. */
typedef struct {
    uint16_t first[DANA__BEFORE_KINDS][256];
    uint16_t last[DANA__BEFORE_KINDS][256];
    uint8_t first_kinds[PAIRS]; /* what rows two bytes begin: bits, but of those between names */
    uint8_t last_kinds[PAIRS];
    uint16_t first_next[DANA__COUNT(before_rules) + 1];
    uint16_t last_next[DANA__COUNT(before_rules) + 1];
} before_index;

#include "evidence/words_before_index.inc"

_Static_assert(DANA__COUNT(before_rules) == BEFORE_ROWS, "the index is of other rows");

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

/* The first row of a kind that a text may begin with; 0: there is none. */
static size_t first_row(dana_view text, dana__before kind)
{
    char second = text.length > 1 ? text.data[1] : '\0';

    return indexed.first[kind][BUCKET(kind, text.data[0], second)];
}

/* The first row of a kind that a text may end with. */
static size_t last_row(dana_view text, dana__before kind)
{
    const char *end = text.data + text.length;
    char before = text.length > 1 ? end[-2] : '\0';

    return indexed.last[kind][BUCKET(kind, end[-1], before)];
}

size_t dana__words_before(dana_view text, dana__before kind)
{
    size_t longest = 0;

    if (text.length == 0) {
        return 0;
    }
    unsigned char first = FOLDED(text.data[0]);

    for (size_t row = first_row(text, kind); row > 0; row = indexed.first_next[row]) {
        const before_rule *rule = &before_rules[row - 1];
        size_t length = rule->length;

        if (rule->first == first && length > longest && text.length >= length &&
            rule->last == FOLDED(text.data[length - 1]) &&
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

static bool ends_with_kind(dana_view text, dana__before kind)
{
    unsigned char last = FOLDED(text.data[text.length - 1]);

    for (size_t row = last_row(text, kind); row > 0; row = indexed.last_next[row]) {
        if (before_rules[row - 1].last == last && ends_with_row(text, &before_rules[row - 1])) {
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

/* Whether a text without the word at its end is a date, or no word: "12 May", "Anna Lee |". Any
 * participle may stand there, "Founded", of which few name an author. */
static bool is_no_participle(dana_view text)
{
    size_t last = text.length;

    while (last > 0 && text.data[last - 1] == ' ') {
        last--;
    }
    for (size_t i = 0; i < last; i++) {
        if (dana__is_digit(text.data[i])) {
            return true;
        }
    }
    size_t at = last;

    while (at > 1 && ((unsigned char)text.data[at - 1] & 0xC0) == 0x80) {
        at--;
    }
    unsigned char lead = at > 0 ? (unsigned char)text.data[at - 1] : 0;
    bool is_mark = lead == 0xC2 || lead == 0xE2; /* of the middle dot, of dashes and bullets */

    return is_mark || (lead < 0x80 && !dana__is_letter((char)lead)) ||
           dana__words_before(text, DANA__BEFORE_DATE) > 0;
}

bool dana__ends_as_byline(dana_view text)
{
    text = without_colon(text);
    if (text.length == 0 || ends_with_kind(text, DANA__BEFORE_OTHERS)) {
        return false;
    }
    for (size_t row = last_row(text, DANA__BEFORE_NAME); row > 0; row = indexed.last_next[row]) {
        const before_rule *rule = &before_rules[row - 1];

        if (rule->length < text.length && ends_with_row(text, rule) &&
            (!rule->is_bare ||
             is_no_participle((dana_view){text.data, text.length - rule->length}))) {
            return true;
        }
    }
    return false;
}

dana__before_chance dana__chance_of_before(dana_view text)
{
    dana_view cut = without_colon(text);
    dana__before_chance chance = {0, 0};

    if (text.length > 0) {
        char second = text.length > 1 ? text.data[1] : '\0';

        chance.begins = indexed.first_kinds[PAIR(text.data[0], second)];
    }
    if (cut.length > 0) {
        char before = cut.length > 1 ? cut.data[cut.length - 2] : '\0';

        chance.ends = indexed.last_kinds[PAIR(cut.data[cut.length - 1], before)];
    }
    return chance;
}

bool dana__ends_with_words(dana_view text, dana__before kind)
{
    text = without_colon(text);
    return text.length > 0 && ends_with_kind(text, kind) &&
           (kind != DANA__BEFORE_NAME || !ends_with_kind(text, DANA__BEFORE_OTHERS));
}

size_t dana__word_behind(const char *at, const char *end)
{
    static const char *const words[] = {" by ",   " von ",  " par ",   " por ",
                                        " door ", " توسط ", " بواسطة "};

    for (size_t i = 0; i < DANA__COUNT(words); i++) {
        size_t length = strlen(words[i]);

        if (FOLDED(at[1]) == FOLDED(words[i][1]) && (size_t)(end - at) > length &&
            strncasecmp(at, words[i], length) == 0) {
            return length;
        }
    }
    return 0;
}

dana_view dana__without_mark(dana_view text)
{
    static const char *const marks[] = {
        "| ", "- ", "/ ", "\xC2\xB7 ", "\xE2\x80\xA2 ", "\xE2\x80\x93 ", "\xE2\x80\x94 "};
    unsigned char first = text.length > 0 ? (unsigned char)text.data[0] : 'a';

    if (dana__is_alphanumeric((char)first) || (first >= 0x80 && first != 0xC2 && first != 0xE2)) {
        return text;
    }
    for (size_t i = 0; i < DANA__COUNT(marks); i++) {
        if (dana__begins(text, marks[i])) {
            size_t length = strlen(marks[i]);

            return (dana_view){text.data + length, text.length - length};
        }
    }
    return text;
}

dana_view dana__without_comma(dana_view text)
{
    const char *end = text.data + text.length;

    if (text.length > 2 && end[-1] == ',') {
        text.length--;
    } else if (text.length > 2 && memcmp(end - 2, "\xD8\x8C", 2) == 0) {
        text.length -= 2;
    }
    return text;
}

bool dana__tells_change(dana_view text)
{
    const char *end = text.data + text.length;
    const char *open = text.length > 0 ? memchr(text.data, '(', text.length) : NULL;

    return dana__words_before(dana__without_mark(text), DANA__BEFORE_CHANGE) > 0 ||
           (open != NULL &&
            dana__words_before(dana__between(open + 1, end), DANA__BEFORE_CHANGE) > 0);
}
