#include "dana/algorithm.h"
#include "dana/extract.h"
#include "unit.h"

static const dana_algorithm *content(const char *id)
{
    const dana_algorithm *found = dana_algorithm_find(DANA_KIND_CONTENT, id, strlen(id));

    assert_non_null(found);
    return found;
}

static void ids_are_found_and_unique(void **state)
{
    (void)state;
    for (size_t i = 0; i < dana_algorithm_count(); i++) {
        const dana_algorithm *a = dana_algorithm_at(i);

        assert_ptr_equal(dana_algorithm_find(a->kind, a->id, strlen(a->id)), a);
        assert_non_null(a->title);
        assert_true(strlen(a->citation) > 10);
        assert_true(a->revision >= 1);
        assert_true(a->param_count <= DANA_PARAMS_MAX);
    }
    assert_null(dana_algorithm_at(dana_algorithm_count()));
    assert_null(dana_algorithm_find(DANA_KIND_CONTENT, "dan", 3));
    assert_null(dana_algorithm_find(DANA_KIND_CONTENT, "titlefinder", 11));
    assert_string_equal(dana_algorithm_default(DANA_KIND_CONTENT)->id, "auto");
    assert_string_equal(dana_algorithm_default(DANA_KIND_HEADLINE)->id, "titlerank");
}

static void what_is_not_built_says_why(void **state)
{
    (void)state;
    assert_true(dana_algorithm_absent_count() >= 3);
    for (size_t i = 0; i < dana_algorithm_absent_count(); i++) {
        const dana_algorithm_absent *a = dana_algorithm_absent_at(i);

        assert_null(dana_algorithm_find(DANA_KIND_CONTENT, a->id, strlen(a->id)));
        assert_true(strlen(a->title) > 2);
        assert_true(strlen(a->citation) > 10);
        assert_true(strlen(a->why) > 20);
    }
    assert_null(dana_algorithm_absent_at(dana_algorithm_absent_count()));
}

static void what_was_completed_says_how(void **state)
{
    (void)state;
    for (size_t i = 0; i < dana_algorithm_count(); i++) {
        const dana_algorithm *a = dana_algorithm_at(i);

        assert_true(a->fidelity != DANA_FIDELITY_COMPLETED || strlen(a->notes) > 20);
    }
}

static void every_parameter_is_declared_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < dana_algorithm_count(); i++) {
        const dana_algorithm *a = dana_algorithm_at(i);

        for (size_t p = 0; p < a->param_count; p++) {
            const dana_param *param = &a->params[p];

            assert_int_equal(dana_param_index(a, param->name), p);
            assert_non_null(param->unit);
            assert_true(strlen(param->doc) > 10);
            assert_true(param->type != DANA_PARAM_CHOICE || param->choices != NULL);
            assert_true(param->type != DANA_PARAM_TEXT || param->default_text != NULL);
            assert_true(
                param->type != DANA_PARAM_INTEGER ||
                (param->minimum <= param->default_value && param->default_value <= param->maximum));
        }
    }
}

static void defaults_are_those_of_the_papers(void **state)
{
    static const struct {
        const char *id;
        int gap;
    } rows[] = {{"r2l", 8}, {"dana", 20}, {"danag", 20}, {"addanag", 20}};
    dana_params params;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const dana_algorithm *a = content(rows[i].id);

        dana_params_defaults(a, &params);
        assert_int_equal(params.values[dana_param_index(a, "gap")], rows[i].gap);
    }
    const dana_algorithm *addanag = content("addanag");

    dana_params_defaults(addanag, &params);
    assert_int_equal(params.values[dana_param_index(addanag, "filter")], 3);
}

static void values_are_read_from_text(void **state)
{
    const dana_algorithm *a = content("dana");
    dana_params params;

    (void)state;
    dana_params_defaults(a, &params);
    assert_int_equal(dana_params_set_text(a, &params, "gap", "12", NULL), DANA_OK);
    assert_int_equal(params.values[dana_param_index(a, "gap")], 12);
    assert_int_equal(dana_params_set_text(a, &params, "gap", "auto", NULL), DANA_OK);
    assert_int_equal(params.values[dana_param_index(a, "gap")], DANA_PARAM_AUTO);
    assert_int_equal(dana_params_set_text(a, &params, "lines", "source", NULL), DANA_OK);
    assert_int_equal(params.values[dana_param_index(a, "lines")], DANA_LINES_SOURCE);
    assert_int_equal(dana_params_set_text(a, &params, "fill", "true", NULL), DANA_OK);
    assert_int_equal(params.values[dana_param_index(a, "fill")], 1);
    assert_int_equal(dana_params_set_integer(a, &params, "gap", 7, NULL), DANA_OK);
    assert_int_equal(dana_params_set_integer(a, &params, "fill", 0, NULL), DANA_OK);
    assert_int_equal(params.values[dana_param_index(a, "gap")], 7);
}

static void wrong_values_are_refused_and_change_nothing(void **state)
{
    static const char *const rows[][2] = {
        {"gap", "0"},   {"gap", "1000001"}, {"gap", "-1"},      {"gap", ""},
        {"gap", "12x"}, {"gap", "1e3"},     {"lines", "words"}, {"lines", ""},
        {"fill", "1"},  {"fill", "yes"},    {"s1", "0"},        {"gap", "99999999999999999999"},
    };
    const dana_algorithm *a = content("r2l");
    dana_params params;
    dana_params before;
    dana_error err;

    (void)state;
    dana_params_defaults(a, &params);
    before = params;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(dana_params_set_text(a, &params, rows[i][0], rows[i][1], &err),
                         DANA_INVALID_PARAM);
        assert_non_null(strstr(err.message, rows[i][0]));
    }
    assert_int_equal(dana_params_set_text(a, &params, "metric", "tf", &err), DANA_UNKNOWN_PARAM);
    assert_int_equal(dana_params_set_integer(a, &params, "gap", -1, &err), DANA_INVALID_PARAM);
    assert_int_equal(dana_params_set_integer(a, &params, "gap", 1LL << 40, &err),
                     DANA_INVALID_PARAM);
    assert_int_equal(dana_params_set_integer(a, &params, "lines", 1, &err), DANA_INVALID_PARAM);
    assert_non_null(strstr(err.message, "\"block\", \"start\", \"source\""));
    assert_memory_equal(&params, &before, sizeof(params));
}

static void statuses_have_categories(void **state)
{
    (void)state;
    for (int i = 0; i < DANA_STATUS_COUNT; i++) {
        assert_true(i == DANA_OK || dana_status_category((dana_status)i) != DANA_CATEGORY_NONE);
    }
    assert_int_equal(dana_status_category((dana_status)1000), DANA_CATEGORY_INTERNAL);
}

static uint32_t warnings_of(const char *id, const char *html)
{
    dana_page *page;
    dana_result result;
    dana_error err;

    assert_int_equal(dana_page_open(html, strlen(html), 0, NULL, &page, &err), DANA_OK);
    assert_int_equal(dana_extract(page, content(id), NULL, &result, &err), DANA_OK);
    dana_page_close(page);
    return result.warnings;
}

#define APP   "<script src=/app.js></script>"
#define TEXT  "The page that you look for is not there any more. Go back to the start, or search."
#define BLANK "                                                                                "
#define WIDE  BLANK BLANK BLANK BLANK BLANK BLANK BLANK BLANK BLANK BLANK BLANK BLANK BLANK
#define HUGE  "<!--" WIDE WIDE "-->"

static void a_shell_needs_rendering(void **state)
{
    static const struct {
        const char *html;
        bool shell;
    } rows[] = {
        {"<div id=root></div>" APP, true},
        {"<div id=\"app\"> <!-- --> <div class=spinner></div></div>" APP, true},
        {"<app-root></app-root>" APP, true},
        {"<header><a href=/>Home</a> <a href=/b>Blog</a></header><div id=__next></div>" APP, true},
        {"<div class=x></div><script type=module>start()</script>", true},
        {"<noscript>You need to enable JavaScript to run this app.</noscript><div id=x></div>" APP,
         true},
        {"<p>Please enable JavaScript.</p>" APP, true},
        {"<link rel=preload as=script href=/a.js><form><input></form>", true},
        {HUGE "<nav><a href=/>Start</a></nav>" APP, true},
        {"<div id=__next></div><script type=\"application/json\">{}</script>", true},
        {"", false},
        {"<div id=root></div>", false},
        {"<p></p>", false},
        {"<p>Hello.</p>" APP, false},
        {"<h1>404</h1><p>" TEXT "</p>" APP, false},
        {HUGE "<h1>Not found</h1><p>Nothing is here.</p>" APP, false},
        {"<img src=/soon.png>" APP, false},
        {"<p>" TEXT "</p><noscript><img src=/count.gif></noscript>" APP, false},
        {"<div id=root><p>" TEXT "</p></div>" APP, false},
        {"<div id=root></div><p>" TEXT TEXT TEXT TEXT TEXT TEXT "</p>" APP, false},
        {"<div id=x></div><script type=\"application/ld+json\">{}</script>", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (size_t k = 0; k < 2; k++) {
            uint32_t warnings = warnings_of(k == 0 ? "auto" : "r2l", rows[i].html);

            if ((warnings >> DANA_WARNING_NEEDS_RENDERING & 1u) != rows[i].shell) {
                fail_msg("%s", rows[i].html);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_found_and_unique),
        cmocka_unit_test(what_is_not_built_says_why),
        cmocka_unit_test(what_was_completed_says_how),
        cmocka_unit_test(every_parameter_is_declared_whole),
        cmocka_unit_test(defaults_are_those_of_the_papers),
        cmocka_unit_test(values_are_read_from_text),
        cmocka_unit_test(wrong_values_are_refused_and_change_nothing),
        cmocka_unit_test(statuses_have_categories),
        cmocka_unit_test(a_shell_needs_rendering),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
