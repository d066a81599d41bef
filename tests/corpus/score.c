#include "corpus.h"
#include "dana/evaluate.h"

#include <stdlib.h>

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
