#include "blocks/class_words.h"

#include "blocks/marks.h"

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
