#include "unit.h"

#include "dana/evaluate.h"
#include "evaluate/lcs.h"
#include "evaluate/sequence.h"
#include "evaluate/substring.h"

#include <stdio.h>

#define ARENA_CAP ((size_t)1 << 28)

static dana_score score_of(dana_measure measure, const char *text, const char *gold)
{
    dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
    dana_score score;

    assert_int_equal(dana_evaluate(arena, measure, (dana_view){text, strlen(text)},
                                   (dana_view){gold, strlen(gold)}, &score, NULL),
                     DANA_OK);
    dana_arena_free(arena);
    return score;
}

static void assert_close(double actual, double expected)
{
    assert_true(actual > expected - 1e-9 && actual < expected + 1e-9);
}

/* The example of the Density paper: LCString " jumps over the brown ", LCSequence "the jumps over
 * the brown "; here both are without white space. */
static void the_papers_example(void **state)
{
    static const char a[] = "the dog jumps over the brown fox";
    static const char b[] = "the fox jumps over the brown dog";

    (void)state;
    assert_close(score_of(DANA_MEASURE_LC_STRING, a, b).f1, 17.0 / 26.0);
    /* "thejumpsoverthebrown" and the o of dog and fox */
    assert_close(score_of(DANA_MEASURE_LC_SEQUENCE, a, b).f1, 22.0 / 26.0);
    assert_close(score_of(DANA_MEASURE_LCS, a, b).f1, 5.0 / 7.0);
    assert_close(score_of(DANA_MEASURE_WORDS, a, b).f1, 1.0);
    assert_close(score_of(DANA_MEASURE_SHINGLES, a, b).f1, 1.0 / 4.0);
}

static void precision_and_recall_are_told_apart(void **state)
{
    dana_score score = score_of(DANA_MEASURE_WORDS, "One two, THREE four", "three two");

    (void)state;
    assert_close(score.precision, 0.5);
    assert_close(score.recall, 1.0);
    assert_close(score.f1, 2.0 / 3.0);
    assert_close(score_of(DANA_MEASURE_WORDS, "a a a b", "a a c").f1, 4.0 / 7.0);
}

static void empty_texts_have_a_score(void **state)
{
    (void)state;
    for (int m = 0; m < DANA_MEASURE_COUNT; m++) {
        assert_non_null(dana_measure_name((dana_measure)m));
        assert_close(score_of((dana_measure)m, "", "").f1, 1.0);
        assert_close(score_of((dana_measure)m, "", "one two three four").f1, 0.0);
        assert_close(score_of((dana_measure)m, "one two three four", "").f1, 0.0);
        assert_close(score_of((dana_measure)m, "one two three four", "one two three four").f1, 1.0);
    }
}

static uint32_t seed = 7;

static uint32_t next_random(uint32_t bound)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 16) % bound;
}

/* The slow references: the tables of dynamic programming. */
static size_t slow_subsequence(const dana__sequences *s)
{
    size_t columns = s->gold_length + 1;
    size_t *table = calloc((s->text_length + 1) * columns, sizeof(size_t));

    for (size_t i = 1; i <= s->text_length; i++) {
        for (size_t j = 1; j <= s->gold_length; j++) {
            size_t up = table[(i - 1) * columns + j];
            size_t left = table[i * columns + j - 1];
            bool same = s->text[i - 1] == s->gold[j - 1];

            table[i * columns + j] = same        ? table[(i - 1) * columns + j - 1] + 1
                                     : up > left ? up
                                                 : left;
        }
    }
    size_t length = table[s->text_length * columns + s->gold_length];

    free(table);
    return length;
}

static size_t slow_run(const dana__sequences *s)
{
    size_t longest = 0;

    for (size_t i = 0; i < s->text_length; i++) {
        for (size_t j = 0; j < s->gold_length; j++) {
            size_t k = 0;

            while (i + k < s->text_length && j + k < s->gold_length &&
                   s->text[i + k] == s->gold[j + k]) {
                k++;
            }
            longest = k > longest ? k : longest;
        }
    }
    return longest;
}

static void fast_lengths_equal_the_slow_ones(void **state)
{
    uint32_t text[400];
    uint32_t gold[400];

    (void)state;
    for (int round = 0; round < 300; round++) {
        uint64_t masks[300] = {0};
        uint64_t carries[8] = {0};
        uint32_t alphabet = 1 + next_random(round % 3 == 0 ? 300 : 6);
        dana__sequences s = {.text = text,
                             .text_length = next_random(400),
                             .gold = gold,
                             .gold_length = next_random(400),
                             .alphabet = alphabet};
        dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
        size_t run;

        for (size_t i = 0; i < 400; i++) {
            text[i] = next_random(alphabet);
            gold[i] = next_random(3) == 0 ? next_random(alphabet) : text[i];
        }
        assert_int_equal(dana__lcs_length(&s, masks, carries), slow_subsequence(&s));
        assert_int_equal(dana__common_run(arena, &s, &run, &(dana_error){DANA_OK}), DANA_OK);
        assert_int_equal(run, slow_run(&s));
        dana_arena_free(arena);
    }
}

/* Two texts of 50 000 words: a slow method would exceed the test's time limit. */
static void long_texts_are_compared_in_time(void **state)
{
    const size_t words = 50000;
    char *text = malloc(words * 6 + 1);
    char *gold = malloc(words * 6 + 1);

    (void)state;
    for (size_t i = 0; i < words; i++) {
        snprintf(text + i * 6, 7, "%05u ", (unsigned)next_random(3000));
        memcpy(gold + i * 6, text + i * 6, 7);
        if (next_random(10) == 0) {
            snprintf(gold + i * 6, 7, "%05u ", (unsigned)next_random(3000));
        }
    }
    for (int m = 0; m <= DANA_MEASURE_SHINGLES; m++) {
        dana_score score = score_of((dana_measure)m, text, gold);

        assert_true(score.f1 > 0.5 && score.f1 < 1.0);
    }
    free(text);
    free(gold);
}

static void a_small_cap_is_an_error(void **state)
{
    char text[4000];

    (void)state;
    for (size_t i = 0; i < sizeof(text); i++) {
        text[i] = i % 3 == 2 ? ' ' : (char)('a' + next_random(20));
    }
    for (int m = 0; m < DANA_MEASURE_COUNT; m++) {
        dana_status status = DANA_TOO_COMPLEX;

        for (size_t cap = 1000; status != DANA_OK; cap += 1000) {
            dana_arena *arena = dana_arena_new(cap, NULL);
            dana_score score;

            status = dana_evaluate(arena, (dana_measure)m, (dana_view){text, sizeof(text)},
                                   (dana_view){text, sizeof(text)}, &score, NULL);
            assert_true(status == DANA_OK || status == DANA_TOO_COMPLEX);
            dana_arena_free(arena);
            assert_true(cap < 1000000);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_example),
        cmocka_unit_test(precision_and_recall_are_told_apart),
        cmocka_unit_test(empty_texts_have_a_score),
        cmocka_unit_test(fast_lengths_equal_the_slow_ones),
        cmocka_unit_test(long_texts_are_compared_in_time),
        cmocka_unit_test(a_small_cap_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
