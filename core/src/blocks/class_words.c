#include "blocks/class_words.h"

#include "base/ascii.h"
#include "blocks/marks.h"

#include <string.h>

/* ASCII letters in lower case; 0 for all other bytes. */
static const char lower_case[256] = {
    ['A'] = 'a', ['B'] = 'b', ['C'] = 'c', ['D'] = 'd', ['E'] = 'e', ['F'] = 'f', ['G'] = 'g',
    ['H'] = 'h', ['I'] = 'i', ['J'] = 'j', ['K'] = 'k', ['L'] = 'l', ['M'] = 'm', ['N'] = 'n',
    ['O'] = 'o', ['P'] = 'p', ['Q'] = 'q', ['R'] = 'r', ['S'] = 's', ['T'] = 't', ['U'] = 'u',
    ['V'] = 'v', ['W'] = 'w', ['X'] = 'x', ['Y'] = 'y', ['Z'] = 'z', ['a'] = 'a', ['b'] = 'b',
    ['c'] = 'c', ['d'] = 'd', ['e'] = 'e', ['f'] = 'f', ['g'] = 'g', ['h'] = 'h', ['i'] = 'i',
    ['j'] = 'j', ['k'] = 'k', ['l'] = 'l', ['m'] = 'm', ['n'] = 'n', ['o'] = 'o', ['p'] = 'p',
    ['q'] = 'q', ['r'] = 'r', ['s'] = 's', ['t'] = 't', ['u'] = 'u', ['v'] = 'v', ['w'] = 'w',
    ['x'] = 'x', ['y'] = 'y', ['z'] = 'z',
};

static char lower(char c)
{
    return lower_case[(unsigned char)c];
}

size_t dana__word_end(dana_view value, size_t at)
{
    do {
        at++;
    } while (at < value.length && lower(value.data[at]) != 0 &&
             !(value.data[at] < 'a' && value.data[at - 1] >= 'a'));
    return at;
}

size_t dana__next_word(dana_view value, size_t *at, char word[DANA__WORD_MAX])
{
    size_t start = *at;

    while (start < value.length) {
        if (lower(value.data[start]) == 0) {
            start++;
            continue;
        }
        size_t end = dana__word_end(value, start);

        if (end - start < DANA__WORD_MAX) {
            for (size_t i = start; i < end; i++) {
                word[i - start] = lower(value.data[i]);
            }
            word[end - start] = '\0';
            *at = end;
            return end - start;
        }
        start = end;
    }
    *at = value.length;
    return 0;
}

static bool is_alphanumeric(char c)
{
    return lower(c) != 0 || dana__is_digit(c);
}

/* Knuth: 2^32 by the golden ratio. */
#define SHAPE_PRIME 2654435769u

/* Letters that styled-components makes of a hash. */
#define STYLED_LEAST 5
#define STYLED_MOST  7

/* Whether `prefix` stands before byte `at` of a value, at the beginning of a name. */
static bool has_prefix(dana_view value, size_t at, const char *prefix)
{
    size_t length = strlen(prefix);

    return at >= length && memcmp(value.data + at - length, prefix, length) == 0 &&
           (at == length || dana__is_space(value.data[at - length - 1]));
}

/* Whether a run of letters and digits is a hash that a tool made: a letter follows a digit
 * ("ad9z0x"), or it is the name that Emotion ("css-navbox") or styled-components ("sc-navXk")
 * gives. */
static bool is_hash(dana_view value, size_t start, size_t end)
{
    bool capital = false;
    bool small = false;

    for (size_t i = start; i < end; i++) {
        if (i > start && lower(value.data[i]) != 0 && dana__is_digit(value.data[i - 1])) {
            return true;
        }
        capital |= value.data[i] >= 'A' && value.data[i] <= 'Z';
        small |= value.data[i] >= 'a' && value.data[i] <= 'z';
    }
    if (has_prefix(value, start, "css-")) {
        return true;
    }
    return capital && small && end - start >= STYLED_LEAST && end - start <= STYLED_MOST &&
           has_prefix(value, start, "sc-");
}

bool dana__is_in_hash(dana_view value, size_t end)
{
    size_t start = end;

    while (start > 0 && is_alphanumeric(value.data[start - 1])) {
        start--;
    }
    while (end < value.length && is_alphanumeric(value.data[end])) {
        end++;
    }
    return is_hash(value, start, end);
}

dana__said dana__read_class(dana_view value)
{
    char word[DANA__WORD_MAX];
    size_t at = 0;
    dana__said out = {0};

    for (size_t length = dana__next_word(value, &at, word); length > 0;
         length = dana__next_word(value, &at, word)) {
        uint32_t found = dana__word_marks(word, length);
        int8_t odds = 0;
        uint32_t key = dana__word_key(word, length);
        bool known = length > 1 && dana__find_word_odds(key, &odds);

        out.shape = (out.shape ^ key) * SHAPE_PRIME;

        if ((found == 0 && !known) || dana__is_in_hash(value, at)) {
            continue;
        }
        out.marks |= found;
        if (known) {
            dana__add_odds(&out.odds, odds);
        }
    }
    return out;
}
