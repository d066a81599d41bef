#include "dana/evaluate.h"

#include "base/error.h"
#include "evaluate/lcs.h"
#include "evaluate/sequence.h"
#include "evaluate/substring.h"
#include "text/words.h"

#include <string.h>

#define SHINGLE_WORDS 4
#define WORD_BITS     64

static const char *const measure_names[DANA_MEASURE_COUNT] = {
    [DANA_MEASURE_LCS] = "lcs",
    [DANA_MEASURE_WORDS] = "words",
    [DANA_MEASURE_SHINGLES] = "shingles",
    [DANA_MEASURE_LC_SEQUENCE] = "lc_sequence",
    [DANA_MEASURE_LC_STRING] = "lc_string",
    [DANA_MEASURE_UNITS] = "units",
};

const char *dana_measure_name(dana_measure measure)
{
    return measure_names[measure];
}

/* The score of an overlap (thesis, formula 4.1): `common` of `found` and of `wanted`. */
static dana_score score_overlap(size_t common, size_t found, size_t wanted)
{
    dana_score score = {0.0, 0.0, 0.0};

    if (found == 0 && wanted == 0) {
        return (dana_score){1.0, 1.0, 1.0};
    }
    if (common > 0) {
        score.precision = (double)common / (double)found;
        score.recall = (double)common / (double)wanted;
        score.f1 = 2.0 * score.precision * score.recall / (score.precision + score.recall);
    }
    return score;
}

static dana_status common_subsequence(dana_arena *arena, const dana__sequences *s, size_t *common,
                                      dana_error *err)
{
    uint64_t *masks = dana_arena_zeroed(arena, s->alphabet, sizeof(*masks), err);
    uint64_t *carries = dana_arena_zeroed(arena, s->gold_length / WORD_BITS + 1, sizeof(*carries),
                                          err);

    if (masks == NULL || carries == NULL) {
        return err->status;
    }
    *common = dana__lcs_length(s, masks, carries);
    return DANA_OK;
}

static size_t common_of(const uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count)
{
    size_t common = 0;
    size_t i = 0;
    size_t j = 0;

    while (i < a_count && j < b_count) {
        common += a[i] == b[j];
        size_t next = i + (a[i] <= b[j]);

        j += b[j] <= a[i];
        i = next;
    }
    return common;
}

/* Multiset overlap of runs of `width` words. */
static dana_status score_runs(dana_arena *arena, const dana__sequences *s, size_t width,
                              dana_score *out, dana_error *err)
{
    size_t found;
    size_t wanted;
    uint64_t *text = dana__sorted_runs(arena, s->text, s->text_length, width, &found, err);
    uint64_t *gold = dana__sorted_runs(arena, s->gold, s->gold_length, width, &wanted, err);

    if (text == NULL || gold == NULL) {
        return err->status;
    }
    *out = score_overlap(common_of(text, found, gold, wanted), found, wanted);
    return DANA_OK;
}

/* What a measure counts. */
static dana__unit_kind unit_kind(dana_measure measure)
{
    switch (measure) {
    case DANA_MEASURE_LC_SEQUENCE:
    case DANA_MEASURE_LC_STRING:
        return DANA__BY_CHARACTERS;
    case DANA_MEASURE_UNITS:
        return DANA__BY_UNITS;
    default:
        return DANA__BY_WORDS;
    }
}

dana_status dana_evaluate(dana_arena *arena, dana_measure measure, dana_view text, dana_view gold,
                          dana_score *out, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana__sequences s;
    size_t common = 0;
    dana_status status = dana__make_sequences(arena, unit_kind(measure), text, gold, &s, why);

    if (status != DANA_OK) {
        return status;
    }
    if (measure == DANA_MEASURE_WORDS || measure == DANA_MEASURE_SHINGLES ||
        measure == DANA_MEASURE_UNITS) {
        size_t width = measure == DANA_MEASURE_SHINGLES ? SHINGLE_WORDS : 1;

        return score_runs(arena, &s, width, out, why);
    }
    status = measure == DANA_MEASURE_LC_STRING ? dana__common_run(arena, &s, &common, why)
                                               : common_subsequence(arena, &s, &common, why);
    if (status == DANA_OK) {
        *out = score_overlap(common, s.text_length, s.gold_length);
    }
    return status;
}
