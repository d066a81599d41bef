#include "blocks/class_words.h"

#include "extractors/auto/rules.h"

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

/* Passes a word, which begins at p, and writes as much of it as there is room for. */
static const char *pass_word(const char *p, const char *end, char word[DANA__WORD_MAX])
{
    size_t length = 0;

    do {
        if (length < DANA__WORD_MAX) {
            word[length++] = lower(*p);
        }
        p++;
    } while (p < end && lower(*p) != 0 && !(*p < 'a' && p[-1] >= 'a'));
    return p;
}

size_t dana__next_word(dana_view value, size_t *at, char word[DANA__WORD_MAX])
{
    const char *p = value.data + *at;
    const char *end = value.data + value.length;

    while (p < end) {
        if (lower(*p) == 0) {
            p++;
            continue;
        }
        const char *start = p;

        p = pass_word(p, end, word);
        if (p - start >= 2 && p - start < DANA__WORD_MAX) {
            *at = (size_t)(p - value.data);
            return (size_t)(p - start);
        }
    }
    *at = value.length;
    return 0;
}

uint32_t dana__class_marks(dana_view value)
{
    char word[DANA__WORD_MAX];
    size_t at = 0;
    uint32_t marks = 0;

    for (size_t length = dana__next_word(value, &at, word); length > 0;
         length = dana__next_word(value, &at, word)) {
        marks |= dana__word_marks(word, length);
    }
    return marks;
}
