#include "unit.h"

#include "request/runs.h"

#define RUNS_MAX 3

static dana_status read_runs(const char *list, bool headlines_too, api__run *runs, size_t *count,
                             dana_error *err)
{
    return api__runs_read((dana_view){list, strlen(list)}, headlines_too, runs, RUNS_MAX, count,
                          err);
}

static int value_of(const api__run *run, const char *name)
{
    return run->params.values[dana_param_index(run->algorithm, name)];
}

static void lists_are_read(void **state)
{
    api__run runs[RUNS_MAX];
    size_t count;
    dana_error err;

    (void)state;
    assert_int_equal(
        read_runs("danag:gap=5,fill=true,r2l,titlefinder:metric=osm", true, runs, &count, &err),
        DANA_OK);
    assert_int_equal(count, 3);
    assert_string_equal(runs[0].algorithm->id, "danag");
    assert_string_equal(runs[0].label, "danag:gap=5,fill=true");
    assert_int_equal(value_of(&runs[0], "gap"), 5);
    assert_int_equal(value_of(&runs[0], "fill"), 1);
    assert_string_equal(runs[1].label, "r2l");
    assert_int_equal(value_of(&runs[2], "metric"), 2);
}

static void names_and_values_hold_no_nul(void **state)
{
    static const char *const lists[] = {"danag:fill=true\0x", "danag:fill\0x=true"};
    api__run runs[RUNS_MAX];
    size_t count;
    dana_error err;

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(
            api__runs_read((dana_view){lists[i], 17}, false, runs, RUNS_MAX, &count, &err),
            DANA_INVALID_PARAM);
        assert_int_equal(err.position, 6);
    }
}

static void what_is_wrong_has_a_place(void **state)
{
    static const struct {
        const char *list;
        dana_status status;
        size_t position;
    } cases[] = {
        {"", DANA_UNKNOWN_ALGORITHM, 0},
        {"danag,", DANA_UNKNOWN_ALGORITHM, 6},
        {"danag,nosuch", DANA_UNKNOWN_ALGORITHM, 6},
        {"gap=5", DANA_UNKNOWN_ALGORITHM, 0},
        {"danag:gap=0", DANA_INVALID_PARAM, 6},
        {"danag:gap", DANA_INVALID_PARAM, 6},
        {"danag:gap=5,nosuch=1", DANA_UNKNOWN_PARAM, 12},
        {"danag,r2l,dana,danag", DANA_INVALID_PARAM, 15},
        {"titlefinder", DANA_UNKNOWN_ALGORITHM, 0},
        {"vote(a,b;2),danag", DANA_UNKNOWN_ALGORITHM, 0},
    };
    api__run runs[RUNS_MAX];
    size_t count;
    dana_error err;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(read_runs(cases[i].list, false, runs, &count, &err), cases[i].status);
        assert_int_equal(err.position, cases[i].position);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_read),
        cmocka_unit_test(names_and_values_hold_no_nul),
        cmocka_unit_test(what_is_wrong_has_a_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
