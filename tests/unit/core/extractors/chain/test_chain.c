/* Viterbi's algorithm against all labellings of short chains, and on long ones; the features that
 * blocks have. */
#include "unit.h"

#include "blocks/read_blocks.h"
#include "blocks/word_odds.h"
#include "extractors/chain/features.h"
#include "page/page.h"
#include "support.h"

#include "extractors/chain/viterbi.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define SHORT_CHAIN 11
#define LONG_CHAIN  100000

static uint64_t random_state = 11;

/* From -4 to 4 in quarters, so that sums are exact and many are equal. */
static float random_potential(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (float)((int)(random_state >> 58) - 32) / 8.0f;
}

static void fill(dana__chain_step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (unsigned k = 0; k < 4; k++) {
            steps[i].step[k / 2][k % 2] = random_potential();
        }
    }
}

/* The sum of a labelling; label i is bit i. */
static double sum_of(const dana__chain_step *steps, size_t count, unsigned labels)
{
    double sum = 0.0;
    unsigned from = 0;

    for (size_t i = 0; i < count; i++) {
        unsigned to = labels >> i & 1u;

        sum += (double)steps[i].step[from][to];
        from = to;
    }
    return sum;
}

static double best_of_all(const dana__chain_step *steps, size_t count)
{
    double best = -INFINITY;

    for (unsigned labels = 0; labels < 1u << count; labels++) {
        best = fmax(best, sum_of(steps, count, labels));
    }
    return best;
}

static void no_labelling_is_better(void **state)
{
    dana__chain_step steps[SHORT_CHAIN];
    uint8_t from[SHORT_CHAIN];
    uint8_t labels[SHORT_CHAIN];

    (void)state;
    for (int round = 0; round < 300; round++) {
        size_t count = (size_t)round % (SHORT_CHAIN + 1);
        unsigned found = 0;

        fill(steps, count);
        double sum = dana__viterbi(steps, count, from, labels);

        for (size_t i = 0; i < count; i++) {
            assert_in_range(labels[i], 0, 1);
            found |= (unsigned)labels[i] << i;
        }
        assert_float_equal(sum, sum_of(steps, count, found), 0.0);
        assert_float_equal(sum, best_of_all(steps, count), 0.0);
    }
}

static void the_first_step_comes_from_label_0(void **state)
{
    const dana__chain_step steps[] = {{{{0.0f, 1.0f}, {100.0f, 100.0f}}}};
    uint8_t from[1];
    uint8_t labels[1];

    (void)state;
    assert_float_equal(dana__viterbi(steps, 1, from, labels), 1.0, 0.0);
    assert_int_equal(labels[0], 1);
}

static void of_equal_sums_label_0_is_taken(void **state)
{
    const dana__chain_step steps[3] = {{{{0.0f, 0.0f}, {0.0f, 0.0f}}}};
    uint8_t from[3];
    uint8_t labels[3] = {9, 9, 9};

    (void)state;
    dana__viterbi(steps, 3, from, labels);
    assert_int_equal(labels[0] + labels[1] + labels[2], 0);
}

/* Products of so many probabilities are 0; sums of their logarithms are not. */
static void long_chains_have_finite_sums(void **state)
{
    dana__chain_step *steps = calloc(LONG_CHAIN, sizeof(*steps));
    uint8_t *bytes = calloc(2, LONG_CHAIN);

    (void)state;
    assert_true(steps != NULL && bytes != NULL);
    for (size_t i = 0; i < LONG_CHAIN; i++) {
        bool odd = i % 2 != 0;

        steps[i] = (dana__chain_step){{{odd ? -20.0f : -10.0f, odd ? -10.0f : -20.0f},
                                       {odd ? -20.0f : -10.0f, odd ? -10.0f : -20.0f}}};
    }
    assert_float_equal(dana__viterbi(steps, LONG_CHAIN, bytes, bytes + LONG_CHAIN),
                       -10.0 * LONG_CHAIN, 0.0);
    for (size_t i = 0; i < LONG_CHAIN; i++) {
        assert_int_equal(bytes[LONG_CHAIN + i], i % 2);
    }
    free(bytes);
    free(steps);
}

/* Reads the features of the blocks of a page, at most `most` of them. Returns how many it has. */
static size_t measure(dana_page *page, dana__knows_word *known, dana__chain_features *out,
                      size_t most)
{
    static const dana_scan_options options = {.lines = DANA_LINES_BLOCK};
    const dana_scan *scan;
    dana__blocks blocks;
    dana__chain_page chain;
    dana_error err;

    assert_int_equal(dana_scan_page(page, &options, &scan, &err), DANA_OK);
    assert_int_equal(dana__read_blocks(page, false, 0, &blocks, &err), DANA_OK);
    assert_int_equal(dana__chain_start(&chain, page, &blocks, known, &err), DANA_OK);
    for (size_t i = 0; i < blocks.block_count && i < most; i++) {
        dana__chain_measure(&chain, i, &out[i]);
    }
    dana__chain_end(&chain);
    return blocks.block_count;
}

static bool has_on(const dana__chain_features *f, size_t feature)
{
    for (size_t i = 0; i < f->on_count; i++) {
        if (f->on[i] == feature) {
            return true;
        }
    }
    return false;
}

static bool has_step(const dana__chain_features *f, size_t feature)
{
    for (size_t i = 0; i < f->step_count; i++) {
        if (f->steps[i] == feature) {
            return true;
        }
    }
    return false;
}

static size_t count_word(const dana__chain_features *f, uint32_t word)
{
    size_t count = 0;

    for (size_t i = 0; i < f->word_count; i++) {
        count += f->words[i] == word;
    }
    return count;
}

#define BLOCK(group) offsetof(dana__chain_block_layout, group)
#define STEP(group)  offsetof(dana__chain_step_layout, group)

static const char small_page[] =
    "<title>Ferry sails again</title><div class='menu top'><ul><li><a "
    "href=/news>Home</a></ul></div>"
    "<div id=text><h1>Ferry sails again</h1><p>The ferry sails from Monday, it was said.</div>";

static void blocks_have_their_features(void **state)
{
    dana__chain_features f[3];
    dana_page *page = open_page(small_page);

    (void)state;
    assert_int_equal(measure(page, NULL, f, 3), 3);
    assert_true(has_on(&f[0], BLOCK(links) + DANA__SHARE_CLASSES - 1));
    assert_true(has_on(&f[0], BLOCK(inside) + DANA__KIND_LIST));
    assert_true(has_on(&f[0], BLOCK(parent) + DANA__KIND_ITEM));
    assert_true(has_on(&f[0], BLOCK(headline) + DANA__PLACE_JUST_BEFORE));
    assert_true(has_on(&f[1], BLOCK(heading) + 1));
    assert_true(has_on(&f[1], BLOCK(headline) + DANA__PLACE_AT));
    assert_true(has_on(&f[1], BLOCK(title) + DANA__SHARE_CLASSES - 1));
    assert_true(has_on(&f[2], BLOCK(links)));
    assert_true(has_on(&f[2], BLOCK(begins) + DANA__CHARACTER_UPPER));
    assert_true(has_on(&f[2], BLOCK(ends) + DANA__CHARACTER_STOP));
    assert_true(has_on(&f[2], BLOCK(before_heading)));
    assert_true(has_on(&f[2], BLOCK(marks) + 2));
    assert_false(has_on(&f[2], BLOCK(after_heading)));
    dana_page_close(page);
}

static void steps_tell_how_blocks_follow(void **state)
{
    dana__chain_features f[3];
    dana_page *page = open_page(small_page);

    (void)state;
    measure(page, NULL, f, 3);
    assert_int_equal(f[0].step_count, 1);
    assert_int_equal(f[0].steps[0], STEP(first));
    assert_true(has_step(&f[1], STEP(to_heading)));
    assert_true(has_step(&f[1], STEP(link_change) + 2)); /* from a link to none */
    assert_true(has_step(&f[1], STEP(relation) + DANA__RELATION_FAR));
    assert_true(has_step(&f[2], STEP(from_heading)));
    assert_true(has_step(&f[2], STEP(relation) + DANA__RELATION_SIBLING));
    dana_page_close(page);
}

static bool knows_menu(uint32_t hash)
{
    return hash == dana__word_key("menu", 4);
}

static void names_count_by_how_near_they_are(void **state)
{
    uint32_t menu = dana__word_key("menu", 4);
    uint32_t top = dana__word_key("top", 3);
    dana__chain_features f[3];
    dana_page *page = open_page(small_page);

    (void)state;
    measure(page, NULL, f, 3); /* the div is the third element around the link's text */
    assert_int_equal(count_word(&f[0], dana__around_name(menu)), 1);
    assert_int_equal(count_word(&f[0], dana__near_name(menu)), 0);
    assert_int_equal(count_word(&f[0], dana__around_name(top)), 1);
    assert_int_equal(count_word(&f[1], dana__around_name(menu)), 0);
    assert_int_equal(count_word(&f[1], dana__near_name(dana__word_key("text", 4))), 1);
    measure(page, knows_menu, f, 3);
    assert_int_equal(count_word(&f[0], dana__around_name(menu)), 1);
    assert_int_equal(count_word(&f[0], dana__around_name(top)), 0);
    dana_page_close(page);
}

/* Deep pages, long class values and long words have no more features than there is room for. */
static void features_are_bounded(void **state)
{
    static const char piece[] =
        "<div class='aa bb cc dd ee ff gg hh'><section><ul><li><table><tr><td>";
    char *deep = repeated(piece, 80 * strlen(piece));
    size_t length = 80 * strlen(piece);
    char *html = repeated("x ", length + 200);
    dana__chain_features f;

    (void)state;
    memcpy(html, deep, length);
    dana_page *page;

    assert_int_equal(dana_page_open(html, length + 200, 0, NULL, &page, NULL), DANA_OK);

    assert_true(measure(page, NULL, &f, 1) > 0);
    assert_in_range(f.on_count, 1, DANA__CHAIN_ON_MAX);
    assert_in_range(f.step_count, 1, DANA__CHAIN_STEPS_MAX);
    assert_in_range(f.word_count, 1, DANA__CHAIN_WORDS_MAX);
    dana_page_close(page);
    free(html);
    free(deep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_labelling_is_better),
        cmocka_unit_test(the_first_step_comes_from_label_0),
        cmocka_unit_test(of_equal_sums_label_0_is_taken),
        cmocka_unit_test(long_chains_have_finite_sums),
        cmocka_unit_test(blocks_have_their_features),
        cmocka_unit_test(steps_tell_how_blocks_follow),
        cmocka_unit_test(names_count_by_how_near_they_are),
        cmocka_unit_test(features_are_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
