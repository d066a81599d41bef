/* Trees asked of many rows at once, against the plain walk of one row through one tree after the
 * other: every kind of machine, sizes of tables and numbers of rows. */
#include "forest/forest.h"
#include "forest/kernel.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#define FEATURES       40
#define SHARED         9
#define MOST_TREES     700
#define MOST_ASKED     24
#define MOST_CONDITION ((size_t)FEATURES * MOST_ASKED)

/* Trees and rows that are made by lot. */
typedef struct {
    dana__asked asked[FEATURES];
    float thresholds[MOST_CONDITION];
    uint16_t feature_of[MOST_CONDITION];
    dana__tree trees[MOST_TREES];
    dana__forest forest;
    float rows[DANA__FOREST_ROWS][FEATURES];
} lot;

static uint64_t state_of_lot;

static uint32_t draw(uint32_t below)
{
    state_of_lot = state_of_lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_lot >> 33) % below;
}

/* Small whole numbers, so that values and thresholds are often equal, and wild ones. */
static float draw_value(size_t feature)
{
    static const float wild[] = {-0.0f, 0.0f, 1e-38f, -1e30f, 1e30f, 0.1f};

    if (feature % 3 == 0) {
        return (float)draw(7) - 3.0f;
    }
    return feature % 3 == 1 ? (float)draw(1000) / 999.0f : wild[draw(6)];
}

static int ascending(const void *a, const void *b)
{
    float x = *(const float *)a;
    float y = *(const float *)b;

    return (x > y) - (x < y);
}

/* Thresholds of some of the features, ascending and without equals. */
static void draw_conditions(lot *l)
{
    size_t asked = 0;
    size_t end = 0;

    for (size_t f = 0; f < FEATURES; f++) {
        size_t first = end;
        size_t count = draw(4) > 0 ? 1 + draw(MOST_ASKED) : 0;
        float found[MOST_ASKED];

        for (size_t i = 0; i < count; i++) {
            found[i] = draw_value(f);
        }
        qsort(found, count, sizeof(*found), ascending);
        for (size_t i = 0; i < count; i++) {
            if (end == first || found[i] > l->thresholds[end - 1]) {
                l->feature_of[end] = (uint16_t)f;
                l->thresholds[end++] = found[i];
            }
        }
        if (end > first) {
            l->asked[asked++] = (dana__asked){(uint16_t)f, (uint16_t)end};
        }
    }
    l->forest = (dana__forest){.asked = l->asked,
                               .asked_count = asked,
                               .thresholds = l->thresholds,
                               .condition_count = end,
                               .trees = l->trees};
}

static lot *draw_lot(uint64_t seed, size_t trees, int leaf_most)
{
    lot *l = calloc(1, sizeof(*l));

    assert_non_null(l);
    state_of_lot = seed;
    draw_conditions(l);
    for (size_t t = 0; t < trees; t++) {
        for (size_t k = 0; k < DANA__TREE_NODES; k++) {
            l->trees[t].condition[k] = (uint16_t)draw((uint32_t)l->forest.condition_count);
        }
        for (size_t k = 0; k < DANA__TREE_LEAFS; k++) {
            l->trees[t].leaf[k] = (int16_t)((int)draw(2 * (uint32_t)leaf_most + 1) - leaf_most);
        }
    }
    l->forest.tree_count = trees;
    l->forest.leaf_most = leaf_most;
    for (size_t r = 0; r < DANA__FOREST_ROWS; r++) {
        for (size_t f = 0; f < FEATURES; f++) {
            l->rows[r][f] = f < SHARED && r > 0 ? l->rows[0][f] : draw_value(f);
        }
    }
    return l;
}

/* The oracle. */
static int32_t plain_sum(const lot *l, const float *row)
{
    int32_t sum = 0;

    for (size_t t = 0; t < l->forest.tree_count; t++) {
        size_t node = 0;

        while (node < DANA__TREE_NODES) {
            uint16_t condition = l->trees[t].condition[node];

            node = 2 * node + (row[l->feature_of[condition]] > l->thresholds[condition] ? 2 : 1);
        }
        sum += l->trees[t].leaf[node - DANA__TREE_NODES];
    }
    return sum;
}

static void compare_sums(const lot *l, dana__asking *asking, size_t rows)
{
    int32_t sums[DANA__FOREST_ROWS];

    for (size_t r = 0; r < rows; r++) {
        for (size_t f = SHARED; f < FEATURES; f++) {
            asking->columns[dana__column(f, SHARED) + r] = l->rows[r][f];
        }
    }
    dana__ask_rows(asking, rows, sums);
    for (size_t r = 0; r < rows; r++) {
        assert_int_equal(sums[r], plain_sum(l, l->rows[r]));
    }
}

static void compare_with_kernel(const lot *l, const dana__forest_kernel *kernel)
{
    static const size_t rows[] = {1, 31, 32, 33, 64, 65, 100, 127, DANA__FOREST_ROWS};
    dana_arena *arena = dana_arena_new((size_t)1 << 24, NULL);
    dana__asking asking;

    assert_int_equal(
        dana__start_asking(arena, &l->forest, FEATURES, SHARED, l->rows[0], &asking, NULL),
        DANA_OK);
    asking.kernel = kernel != NULL ? kernel : asking.kernel;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        compare_sums(l, &asking, rows[i]);
    }
    dana__end_asking(arena, &asking);
    dana_arena_free(arena);
}

static void compare_with_all(const lot *l)
{
    compare_with_kernel(l, NULL);
    compare_with_kernel(l, &dana__forest_portable);
#ifdef DANA__FOREST_WIDE
    static const dana__forest_kernel *const wide[] = {&dana__forest_avx2, &dana__forest_avx512};

    for (size_t i = 0; i < 2; i++) {
        if (dana__can_run(wide[i])) {
            compare_with_kernel(l, wide[i]);
        }
    }
#endif
}

static void sums_are_those_of_the_plain_walk(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        lot *l = draw_lot(seed, 1 + seed * 5, 900);

        compare_with_all(l);
        free(l);
    }
}

/* Sums of 16 bits are full after a few trees. */
static void great_leaves_do_not_overflow(void **state)
{
    static const int most[] = {1, 1023, 20000, INT16_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof(most) / sizeof(most[0]); i++) {
        lot *l = draw_lot(100 + i, 80, most[i]);

        compare_with_all(l);
        free(l);
    }
}

static void many_trees_are_added_up(void **state)
{
    lot *l = draw_lot(7, MOST_TREES, 979);

    (void)state;
    compare_with_kernel(l, NULL);
    free(l);
}

static void a_page_whose_rows_share_everything(void **state)
{
    lot *l = draw_lot(9, 50, 300);
    dana_arena *arena = dana_arena_new((size_t)1 << 24, NULL);
    dana__asking asking;
    int32_t sums[DANA__FOREST_ROWS];

    (void)state;
    assert_int_equal(
        dana__start_asking(arena, &l->forest, FEATURES, FEATURES, l->rows[3], &asking, NULL),
        DANA_OK);
    dana__ask_rows(&asking, 2, sums);
    assert_int_equal(sums[0], plain_sum(l, l->rows[3]));
    assert_int_equal(sums[1], sums[0]);
    dana__end_asking(arena, &asking);
    dana_arena_free(arena);
    free(l);
}

static void too_little_memory_is_an_error(void **state)
{
    lot *l = draw_lot(9, 50, 300);
    dana_arena *arena = dana_arena_new(16 * 1024, NULL);
    dana__asking asking;
    dana_error err;

    (void)state;
    assert_int_equal(
        dana__start_asking(arena, &l->forest, FEATURES, SHARED, l->rows[0], &asking, &err),
        DANA_TOO_COMPLEX);
    dana__end_asking(arena, &asking);
    dana_arena_free(arena);
    free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_the_plain_walk),
        cmocka_unit_test(great_leaves_do_not_overflow),
        cmocka_unit_test(many_trees_are_added_up),
        cmocka_unit_test(a_page_whose_rows_share_everything),
        cmocka_unit_test(too_little_memory_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
