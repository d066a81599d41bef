/* Fast kernels of the extractors against the literal algorithms of the thesis. */
#include "unit.h"

#include "extractors/lines/blur.h"
#include "extractors/lines/bte.h"
#include "extractors/lines/dsc.h"
#include "extractors/lines/mss.h"
#include "terms/porter.h"

#include <math.h>

#define TOKENS_MAX 700

static uint64_t random_state = 7;

static size_t random_below(size_t bound)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (size_t)((random_state * 0x2545F4914F6CDD1Du) >> 16) % bound;
}

/* Runs of tags and words, as in real pages. */
static size_t random_tokens(uint8_t tokens[], size_t count)
{
    uint8_t tag = 0;

    for (size_t i = 0; i < count; i++) {
        if (random_below(4) == 0) {
            tag = (uint8_t)random_below(2);
        }
        tokens[i] = tag;
    }
    return count;
}

/* Algorithm 5 as printed. */
static void literal_bte(const uint8_t b[], size_t n, size_t *first, size_t *last)
{
    long forward[TOKENS_MAX];
    long backward[TOKENS_MAX];
    long highest = 0;

    *first = 0;
    *last = n - 1;

    forward[0] = b[0];
    for (size_t i = 1; i < n; i++) {
        forward[i] = forward[i - 1] + b[i];
    }
    backward[n - 1] = b[n - 1];
    for (size_t j = n - 1; j-- > 0;) {
        backward[j] = backward[j + 1] + b[j];
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++) {
            long value = forward[i] + backward[j];

            for (size_t k = i; k <= j; k++) {
                value += 1 - b[k];
            }
            if (value > highest) {
                *first = i;
                *last = j;
                highest = value;
            }
        }
    }
}

static void bte_in_one_pass_is_algorithm_5(void **state)
{
    uint8_t tokens[TOKENS_MAX];

    (void)state;
    for (int round = 0; round < 3000; round++) {
        size_t n = random_tokens(tokens, 1 + random_below(40));
        dana__bte_pass pass = {0};
        size_t first = 0;
        size_t last = 0;

        for (size_t i = 0; i < n; i++) {
            dana__bte_add(&pass, tokens[i] != 0);
        }
        literal_bte(tokens, n, &first, &last);
        assert_int_equal(pass.first, first);
        assert_int_equal(pass.last, last);
    }
}

static void bte_by_hand(void **state)
{
    /* tag tag word word tag word word tag tag: from the tag before the words, which Algorithm 5
     * counts on both sides, to the last word: T = 2 + 2 + 4. Up to token 3 it is 2 + 3 + 2. */
    static const uint8_t tokens[] = {1, 1, 0, 0, 1, 0, 0, 1, 1};
    dana__bte_pass pass = {0};

    (void)state;
    for (size_t i = 0; i < sizeof(tokens); i++) {
        assert_int_equal(dana__bte_add(&pass, tokens[i] != 0), i == 0 || i == 3 || i == 6);
    }
    assert_int_equal(pass.first, 1);
    assert_int_equal(pass.last, 6);
}

/* Algorithm 6 as printed, with its vectors d and L; `prose`: the region ends as 3.3.1.2 says. */
static void literal_dsc(const uint8_t b[], size_t n, bool prose, uint8_t low[])
{
    long d[TOKENS_MAX];
    long w = 8;
    int history[2] = {0, 0};
    int steep[2] = {0, 0};
    int inside = 0;

    memset(low, 0, n);
    d[0] = b[0];
    for (size_t i = 1; i < n; i++) {
        d[i] = d[i - 1] + b[i];
    }
    if (n > 5000) {
        w = 50;
    } else if (n >= 200) {
        w = (long)ceil(0.00875 * (double)n + 6.25);
    }
    double total = (double)d[n - 1] / (double)n;

    for (long i = 0; i <= (long)n - 1 - w; i += w / 2) {
        double slope = (double)(d[i + w - 1] - d[i]) / (double)w;
        int flat = slope < 0.5 * total;

        if (inside == 0) {
            inside = flat && history[0] && history[1];
        } else if (prose ? slope > total && steep[0] && steep[1]
                         : !flat && !history[0] && !history[1]) {
            inside = 0;
        }
        for (long j = i; j <= i + w - 1; j++) {
            low[j] = (uint8_t)inside;
        }
        history[1] = history[0];
        history[0] = flat;
        steep[1] = steep[0];
        steep[0] = slope > total;
    }
}

/* The windows as extract_dsc fills them. */
static void fill_windows(const uint8_t b[], size_t n, size_t size, dana__dsc_window windows[],
                         size_t count)
{
    uint32_t tags = 0;

    for (size_t i = 0; i < n; i++) {
        tags += b[i];
        for (size_t k = 0; k < count; k++) {
            if (i == k * (size / 2)) {
                windows[k].first = tags;
            }
            if (i == k * (size / 2) + size - 1) {
                windows[k].last = tags & INT32_MAX;
            }
        }
    }
}

static void dsc_by_windows_is_algorithm_6(void **state)
{
    uint8_t tokens[TOKENS_MAX];
    uint8_t low[TOKENS_MAX];
    dana__dsc_window windows[TOKENS_MAX];

    (void)state;
    for (int round = 0; round < 1000; round++) {
        size_t n = random_tokens(tokens, 1 + random_below(TOKENS_MAX));
        size_t size = dana__dsc_size(n);
        size_t count = dana__dsc_count(n, size);
        size_t tags = 0;

        for (size_t i = 0; i < n; i++) {
            tags += tokens[i];
        }
        dana__dsc_end end = round % 2 == 0 ? DANA__DSC_END_ALGORITHM : DANA__DSC_END_PROSE;

        fill_windows(tokens, n, size, windows, count);
        dana__dsc_judge(windows, count, size, tags, n, end);
        literal_dsc(tokens, n, end == DANA__DSC_END_PROSE, low);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(dana__dsc_is_low(windows, count, size, i), low[i]);
        }
    }
}

static void dsc_window_sizes(void **state)
{
    static const size_t rows[][2] = {{1, 8},     {199, 8},   {200, 8},   {500, 11},
                                     {4999, 50}, {5000, 50}, {5001, 50}, {100000, 50}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(dana__dsc_size(rows[i][0]), rows[i][1]);
    }
    assert_int_equal(dana__dsc_count(8, 8), 0);
    assert_int_equal(dana__dsc_count(9, 8), 1);
    assert_int_equal(dana__dsc_count(13, 8), 2);
}

/* One round of Algorithm 7 as printed; neighbours outside the page have no weight. */
static void literal_round(const double c[], double out[], size_t n, const double w[], size_t range)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0.0;
        double weights = 0.0;

        for (size_t j = 0; j <= 2 * range; j++) {
            if (i + j >= range && i + j - range < n) {
                sum += c[i + j - range] * w[j];
                weights += w[j];
            }
        }
        out[i] = sum / weights;
    }
}

static void literal_blur(const uint8_t tokens[], double c[], size_t n, unsigned range,
                         unsigned rounds)
{
    double w[2 * 64 + 1];
    double next[TOKENS_MAX];
    double sigma = range / 3.0;

    for (size_t j = 0; j <= 2 * range; j++) {
        double x = (double)j - range;

        w[j] = exp(-x * x / (2.0 * sigma * sigma));
    }
    for (size_t i = 0; i < n; i++) {
        c[i] = tokens[i];
    }
    for (unsigned k = 0; k < rounds; k++) {
        literal_round(c, next, n, w, range);
        memcpy(c, next, n * sizeof(*c));
    }
}

static size_t fast_blur(const uint8_t tokens[], double c[], size_t n, unsigned range,
                        unsigned rounds)
{
    dana_arena *arena = dana_arena_new(1 << 20, NULL);
    dana__blur blur;
    uint32_t out;
    size_t count = 0;

    assert_int_equal(
        dana__blur_make(&blur, dana__blur_variance(range) * rounds, arena, &(dana_error){DANA_OK}),
        DANA_OK);
    for (size_t i = 0; i < n; i++) {
        if (dana__blur_push(&blur, tokens[i] * DANA__BLUR_ONE, &out)) {
            assert_int_equal(i, dana__blur_delay(&blur) + count);
            c[count++] = (double)out / DANA__BLUR_ONE;
        }
    }
    while (dana__blur_drain(&blur, n, &out)) {
        c[count++] = (double)out / DANA__BLUR_ONE;
    }
    dana_arena_free(arena);
    return count;
}

/* Measured: at most 0.024 where the whole reach of the blur lies on the page, so that the literal
 * form and four means differ only in shape; 0.072 near its ends, where neighbours are missing. */
static void four_means_are_near_the_literal_blur(void **state)
{
    static const unsigned ranges[] = {5, 18, 25, 40};
    uint8_t tokens[TOKENS_MAX];
    double literal[TOKENS_MAX];
    double fast[TOKENS_MAX];
    double worst = 0.0;
    double worst_inside = 0.0;

    (void)state;
    for (int round = 0; round < 40; round++) {
        size_t n = random_tokens(tokens, round % 4 == 0 ? 1 + random_below(60) : TOKENS_MAX);
        unsigned range = ranges[random_below(4)];
        unsigned rounds = dana__blur_rounds(10);
        size_t reach = range * 4;

        assert_int_equal(fast_blur(tokens, fast, n, range, rounds), n);
        literal_blur(tokens, literal, n, range, rounds);
        for (size_t i = 0; i < n; i++) {
            double error = fabs(fast[i] - literal[i]);

            worst = fmax(worst, error);
            if (i >= reach && i + reach < n) {
                worst_inside = fmax(worst_inside, error);
            }
        }
    }
    print_message("largest error of the fast blur: %.4f, inside the page %.4f\n", worst,
                  worst_inside);
    assert_true(worst_inside < 0.03);
    assert_true(worst < 0.1);
}

/* 0.121 / k: 13 rounds for 1 %; in the last round an edge really changes by less than that. */
static void blurring_stops_at_its_criterion(void **state)
{
    uint8_t tokens[TOKENS_MAX];
    double before[TOKENS_MAX];
    double after[TOKENS_MAX];
    double change = 0.0;

    (void)state;
    for (size_t i = 0; i < TOKENS_MAX; i++) {
        tokens[i] = i >= TOKENS_MAX / 2;
    }
    assert_int_equal(dana__blur_rounds(10), 13);
    assert_int_equal(dana__blur_rounds(1000), 1);
    literal_blur(tokens, before, TOKENS_MAX, 18, 12);
    literal_blur(tokens, after, TOKENS_MAX, 18, 13);
    for (size_t i = 0; i < TOKENS_MAX; i++) {
        change = fmax(change, fabs(after[i] - before[i]));
    }
    assert_true(change < 0.01);
    assert_true(change > 0.008);
}

/* Thesis 3.3.1.4: of (4, -5, 3, -5, 1, 2, -2, 2, -2, 1, 5) it is the last seven, with sum 7. */
static void mss_finds_the_maximum_of_the_thesis(void **state)
{
    static const double scores[] = {4, -5, 3, -5, 1, 2, -2, 2, -2, 1, 5};
    dana__mss_maximum maximum = {0};

    (void)state;
    for (size_t i = 0; i < sizeof(scores) / sizeof(scores[0]); i++) {
        assert_int_equal(dana__mss_add(&maximum, scores[i]), i == 0 || i == 10);
    }
    assert_int_equal(maximum.first, 4);
    assert_int_equal(maximum.last, 10);
    assert_true(maximum.best == 7.0);
}

static void mss_finds_what_all_pairs_find(void **state)
{
    double scores[60];

    (void)state;
    for (int round = 0; round < 2000; round++) {
        dana__mss_maximum maximum = {0};
        size_t n = 1 + random_below(60);
        double best = -INFINITY;

        for (size_t i = 0; i < n; i++) {
            scores[i] = (double)random_below(21) - 10.0;
            dana__mss_add(&maximum, scores[i]);
        }
        for (size_t i = 0; i < n; i++) {
            double sum = 0.0;

            for (size_t j = i; j < n; j++) {
                sum += scores[j];
                best = fmax(best, sum);
            }
        }
        double found = 0.0;

        for (size_t i = maximum.first; i <= maximum.last; i++) {
            found += scores[i];
        }
        assert_true(maximum.best == best);
        assert_true(found == best);
    }
}

/* The examples of Porter's paper. */
static const char *const stems[][2] = {
    {"caresses", "caress"},
    {"ponies", "poni"},
    {"ties", "ti"},
    {"cats", "cat"},
    {"feed", "feed"},
    {"agreed", "agre"},
    {"plastered", "plaster"},
    {"bled", "bled"},
    {"motoring", "motor"},
    {"sing", "sing"},
    {"conflated", "conflat"},
    {"troubled", "troubl"},
    {"sized", "size"},
    {"hopping", "hop"},
    {"tanned", "tan"},
    {"falling", "fall"},
    {"hissing", "hiss"},
    {"fizzed", "fizz"},
    {"failing", "fail"},
    {"filing", "file"},
    {"happy", "happi"},
    {"sky", "sky"},
    {"relational", "relat"},
    {"conditional", "condit"},
    {"rational", "ration"},
    {"digitizer", "digit"},
    {"conformably", "conform"},
    {"radically", "radic"},
    {"vietnamization", "vietnam"},
    {"operator", "oper"},
    {"feudalism", "feudal"},
    {"decisiveness", "decis"},
    {"hopefulness", "hope"},
    {"callousness", "callous"},
    {"formality", "formal"},
    {"sensitivity", "sensit"},
    {"sensibility", "sensibl"},
    {"triplicate", "triplic"},
    {"formative", "form"},
    {"electrical", "electr"},
    {"goodness", "good"},
    {"revival", "reviv"},
    {"allowance", "allow"},
    {"airliner", "airlin"},
    {"adjustable", "adjust"},
    {"replacement", "replac"},
    {"adoption", "adopt"},
    {"communism", "commun"},
    {"activate", "activ"},
    {"homologous", "homolog"},
    {"bowdlerize", "bowdler"},
    {"probate", "probat"},
    {"rate", "rate"},
    {"cease", "ceas"},
    {"controlled", "control"},
    {"rolling", "roll"},
    {"as", "as"},
    {"yyyy", "yyyi"},
    {"s", "s"},
};

/* All steps in turn. */
static void words_are_stemmed_as_porter_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(stems) / sizeof(stems[0]); i++) {
        char word[32];
        size_t length = strlen(stems[i][0]);

        memcpy(word, stems[i][0], length);
        length = dana__porter_stem(word, length);
        word[length] = '\0';
        assert_string_equal(word, stems[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bte_in_one_pass_is_algorithm_5),
        cmocka_unit_test(bte_by_hand),
        cmocka_unit_test(dsc_by_windows_is_algorithm_6),
        cmocka_unit_test(dsc_window_sizes),
        cmocka_unit_test(four_means_are_near_the_literal_blur),
        cmocka_unit_test(blurring_stops_at_its_criterion),
        cmocka_unit_test(mss_finds_the_maximum_of_the_thesis),
        cmocka_unit_test(mss_finds_what_all_pairs_find),
        cmocka_unit_test(words_are_stemmed_as_porter_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
