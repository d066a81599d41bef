#include "base/utf8.h"
#include "corpus.h"
#include "dana/evaluate.h"

#include <stdlib.h>
#include <unicode/uchar.h>

#define ARENA_CAP ((size_t)1 << 30)

double corpus_word_f1(dana_view text, dana_view gold, double *precision, double *recall)
{
    dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
    dana_score score = {0.0, 0.0, 0.0};

    if (arena == NULL ||
        dana_evaluate(arena, DANA_MEASURE_WORDS, text, gold, &score, NULL) != DANA_OK) {
        abort();
    }
    dana_arena_free(arena);
    if (precision != NULL) {
        *precision = score.precision;
    }
    if (recall != NULL) {
        *recall = score.recall;
    }
    return score.f1;
}

/* Returns the next character of a text, lower-cased, a white-space run as one space; -1: end. */
static UChar32 next_folded(dana_view text, size_t *position)
{
    size_t length;
    bool space = false;

    while (*position < text.length) {
        UChar32 c = (UChar32)dana__utf8_decode(text.data + *position, &length);

        if (!u_isUWhiteSpace(c)) {
            if (space) {
                return ' ';
            }
            *position += length;
            return u_tolower(c);
        }
        space = *position > 0;
        *position += length;
    }
    return -1;
}

bool corpus_same_text(dana_view a, dana_view b)
{
    size_t i = 0;
    size_t j = 0;
    UChar32 x;
    UChar32 y;

    do {
        x = next_folded(a, &i);
        y = next_folded(b, &j);
    } while (x == y && x >= 0);
    return x == y;
}
