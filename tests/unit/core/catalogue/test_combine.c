/* CombinE: its expressions, set operations on selections, and masked pages. */
#include "unit.h"

#include "catalogue/expression.h"
#include "dana/extract.h"
#include "text/span_sets.h"

#include <stdio.h>

static const dana_algorithm *combine(void)
{
    const dana_algorithm *found = dana_algorithm_find(DANA_KIND_CONTENT, "combine", 7);

    assert_non_null(found);
    return found;
}

/* Writes a program as "lqf mask cetd unmask join2/3". */
static void write_program(const dana__program *program, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    for (size_t i = 0; i < program->count; i++) {
        const dana__step *s = &program->steps[i];
        const char *gap = i > 0 ? " " : "";

        if (s->kind == DANA__STEP_RUN) {
            used += (size_t)snprintf(out + used, size - used, "%s%s", gap, s->algorithm->id);
        } else if (s->kind == DANA__STEP_JOIN) {
            used += (size_t)snprintf(out + used, size - used, "%sjoin%d/%d", gap, s->votes,
                                     s->count);
        } else {
            used += (size_t)snprintf(out + used, size - used, "%s%s", gap,
                                     s->kind == DANA__STEP_MASK ? "mask" : "unmask");
        }
    }
}

static void expressions_become_programs(void **state)
{
    static const char *const rows[][2] = {
        {"lqf", "lqf"},
        {"  union( lqf , cetd ) ", "lqf cetd join1/2"},
        {"intersection(lqf,cetd,fe)", "lqf cetd fe join3/3"},
        {"vote(addanag,cetd,lqf;2)", "addanag cetd lqf join2/3"},
        {"vote(lqf;1)", "lqf"},
        {"serial(lqf)", "lqf"},
        {"serial(lqf,cetd)", "lqf mask cetd unmask"},
        {"serial(lqf,cetd,fe)", "lqf mask cetd unmask mask fe unmask"},
        {"serial(lqf,union(cetd,fe))", "lqf mask cetd fe join1/2 unmask"},
        {"union(serial(lqf,cetd),serial(fe,kfe))",
         "lqf mask cetd unmask fe mask kfe unmask join1/2"},
        {"serial(lqf,serial(cetd,fe))", "lqf mask cetd mask fe unmask unmask"},
        {"union(lqf:threshold=25,cetd:density=text:threshold=body)", "lqf cetd join1/2"},
    };
    dana__program program;
    char text[300];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(dana__compile(rows[i][0], &program, &(dana_error){DANA_OK}), DANA_OK);
        write_program(&program, text, sizeof(text));
        assert_string_equal(text, rows[i][1]);
    }
}

static void parameters_reach_their_extractor(void **state)
{
    dana__program program;
    dana_params params;

    (void)state;
    assert_int_equal(dana__compile("serial(lqf:threshold=25,addanag:gap=auto:fill=true)", &program,
                                   &(dana_error){DANA_OK}),
                     DANA_OK);
    assert_int_equal(dana__step_params(&program.steps[0], &params, &(dana_error){DANA_OK}),
                     DANA_OK);
    assert_int_equal(params.values[0], 25);
    assert_int_equal(dana__step_params(&program.steps[2], &params, &(dana_error){DANA_OK}),
                     DANA_OK);
    assert_int_equal(params.values[dana_param_index(program.steps[2].algorithm, "gap")],
                     DANA_PARAM_AUTO);
    assert_int_equal(params.values[dana_param_index(program.steps[2].algorithm, "fill")], 1);
}

static void mistakes_are_found_where_they_are(void **state)
{
    static const struct {
        const char *text;
        size_t position;
    } rows[] = {
        {"", 0},
        {"   ", 3},
        {"nope", 0},
        {"union(lqf,nope)", 10},
        {"combine", 0},
        {"titlefinder", 0},
        {"union", 5},
        {"union lqf", 6},
        {"union(", 6},
        {"union()", 6},
        {"union(lqf", 9},
        {"union(lqf,)", 10},
        {"union(lqf,cetd", 14},
        {"union(lqf,cetd;1)", 14},
        {"union(lqf,cetd))", 15},
        {"lqf,cetd", 3},
        {"lqf cetd", 4},
        {"vote(lqf,cetd)", 13},
        {"vote(lqf,cetd;)", 14},
        {"vote(lqf,cetd;0)", 14},
        {"vote(lqf,cetd;3)", 14},
        {"vote(lqf,cetd;99999999999999999999)", 14},
        {"vote(lqf,cetd;2", 15},
        {"vote(lqf,cetd;2,fe)", 15},
        {"lqf:threshold", 4},
        {"lqf:threshold=101", 4},
        {"union(cetd,lqf:gap=1)", 15},
        {"(lqf)", 0},
        {"union(union(union(union(union(union(union(lqf)))))))", 36},
        {"union(lqf,lqf,lqf,lqf,lqf,lqf,lqf,lqf,lqf,lqf,lqf,lqf,lqf)", 54},
        {"\xC3\xA9", 0},
    };
    dana_error err;
    dana__program program;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char place[40];
        assert_int_equal(dana__compile(rows[i].text, &program, &err), DANA_INVALID_PARAM);
        assert_int_equal(err.position, rows[i].position);
        snprintf(place, sizeof(place), "position %zu", rows[i].position);
        assert_non_null(strstr(err.message, place));
    }
}

static void the_longest_program_fits(void **state)
{
    char text[400] = "serial(";
    dana__program program;

    (void)state;
    for (int i = 0; i < DANA__EXPRESSION_RUNS; i += 2) {
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "%sunion(lqf,fe)",
                 i > 0 ? "," : "");
    }
    snprintf(text + strlen(text), sizeof(text) - strlen(text), ")");
    assert_int_equal(dana__compile(text, &program, &(dana_error){DANA_OK}), DANA_OK);
    assert_int_equal(program.runs, DANA__EXPRESSION_RUNS);
    assert_true(program.count <= DANA__EXPRESSION_STEPS);
}

static void check_join(const dana_selection *given, size_t count, size_t votes, const char *wanted)
{
    dana_page *page;
    dana_selection joined;
    dana_error err;
    char text[200] = "";

    assert_int_equal(dana_page_open("", 0, 0, NULL, &page, NULL), DANA_OK);
    assert_int_equal(dana__join_selections(page, given, count, votes, &joined, &err), DANA_OK);
    for (size_t i = 0; i < joined.count; i++) {
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%u-%u", i > 0 ? " " : "",
                 joined.spans[i].start, joined.spans[i].end);
    }
    assert_string_equal(text, wanted);
    dana_page_close(page);
}

static void selections_are_joined_by_votes(void **state)
{
    static const dana_span a[] = {{0, 10}, {20, 30}, {40, 50}};
    static const dana_span b[] = {{5, 25}, {50, 60}};
    static const dana_span c[] = {{8, 9}, {22, 45}};
    const dana_selection all[] = {{a, 3}, {b, 2}, {c, 2}};
    const dana_selection none[] = {{a, 3}, {NULL, 0}};

    (void)state;
    check_join(all, 3, 1, "0-60");
    check_join(all, 3, 2, "5-10 20-30 40-45");
    check_join(all, 3, 3, "8-9 22-25");
    check_join(all, 2, 1, "0-30 40-60");
    check_join(all, 2, 2, "5-10 20-25");
    check_join(all, 1, 1, "0-10 20-30 40-50");
    check_join(none, 2, 1, "0-10 20-30 40-50");
    check_join(none, 2, 2, "");
    check_join(none + 1, 1, 1, "");
}

#define PAGE                                                                                       \
    "<body><ul><li><a href=/>Home</a></li><li><a href=/n>News</a></li></ul>"                       \
    "<div><p>The first paragraph has words.</p><p>The second one has more of those.</p></div>"     \
    "<div><p>A last short one.</p></div></body>"

static void check_text(const char *expression, const char *wanted)
{
    dana_page *page;
    dana_params params;
    dana_result result;
    dana_view text;

    dana_params_defaults(combine(), &params);
    assert_int_equal(dana_params_set_text(combine(), &params, "expression", expression, NULL),
                     DANA_OK);
    assert_int_equal(dana_page_open(PAGE, strlen(PAGE), 0, NULL, &page, NULL), DANA_OK);
    assert_int_equal(dana_extract(page, combine(), &params, &result, NULL), DANA_OK);
    assert_int_equal(dana_render_text(page, &result, &text, NULL), DANA_OK);
    assert_int_equal(text.length, strlen(wanted));
    assert_memory_equal(text.data, wanted, text.length);
    assert_true(result.profile.line_count > 0);
    assert_null(result.profile.smoothed);
    assert_ptr_equal(dana_page_source(page).data, PAGE);
    dana_page_close(page);
}

#define PARAGRAPHS                                                                                 \
    "The first paragraph has words.\nThe second one has more of those.\nA last short one."

/* lqf and cetd keep the paragraphs, fe the longest, crunch all. */
static void pipelines_work_on_pages(void **state)
{
    (void)state;
    check_text("crunch", "Home\nNews\n" PARAGRAPHS);
    check_text("cetd", PARAGRAPHS);
    check_text("union(fe,lqf)", PARAGRAPHS);
    check_text("intersection(crunch,fe,lqf)", "The second one has more of those.");
    check_text("vote(crunch,fe,lqf;2)", PARAGRAPHS);
    check_text("vote(crunch,fe,lqf;3)", "The second one has more of those.");
    check_text("serial(cetd,crunch)", PARAGRAPHS);
    check_text("serial(crunch,lqf)", PARAGRAPHS);
    check_text("serial(lqf,serial(crunch,fe))", "The second one has more of those.");
    check_text("serial(lqf:threshold=0,cetd,fe)", "The second one has more of those.");
    check_text("serial(intersection(fe,crunch:text_links=true),cetd)",
               "The second one has more of those.");
    check_text("intersection(serial(fe,lqf),cetd)", "The second one has more of those.");
}

static void bad_expressions_are_refused_as_parameters(void **state)
{
    char text[400];
    dana_params params;
    dana_params before;
    dana_error err;

    (void)state;
    dana_params_defaults(combine(), &params);
    before = params;
    assert_int_equal(dana_params_set_text(combine(), &params, "expression", "vote(lqf)", &err),
                     DANA_INVALID_PARAM);
    assert_int_equal(err.position, 8);
    memset(text, ' ', sizeof(text));
    memcpy(text, "lqf", 3);
    text[DANA_PARAM_TEXT_MAX + 1] = '\0';
    assert_int_equal(dana_params_set_text(combine(), &params, "expression", text, &err),
                     DANA_INVALID_PARAM);
    assert_int_equal(dana_params_set_integer(combine(), &params, "expression", 0, &err),
                     DANA_INVALID_PARAM);
    assert_memory_equal(&params, &before, sizeof(params));
    text[DANA_PARAM_TEXT_MAX] = '\0';
    assert_int_equal(dana_params_set_text(combine(), &params, "expression", text, &err), DANA_OK);
}

/* The named settings are the thesis's four heuristics. They work if all of their extractors exist.
 */
static void named_settings_are_expressions(void **state)
{
    static const char *const names[] = {"combine-serial", "combine-union", "combine-intersection",
                                        "combine-vote-2", "combine-vote-3"};
    bool all = dana_algorithm_find(DANA_KIND_CONTENT, "dsc", 3) != NULL &&
               dana_algorithm_find(DANA_KIND_CONTENT, "bte", 3) != NULL &&
               dana_algorithm_find(DANA_KIND_CONTENT, "accb", 4) != NULL;
    dana_params params;
    dana_error err;

    (void)state;
    dana_params_defaults(combine(), &params);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        dana_status status = dana_params_set_text(combine(), &params, "expression", names[i], &err);

        assert_int_equal(status, all ? DANA_OK : DANA_INVALID_PARAM);
        /* Without them the error is about an extractor inside, not about the name. */
        assert_true(all || err.position > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_become_programs),
        cmocka_unit_test(parameters_reach_their_extractor),
        cmocka_unit_test(mistakes_are_found_where_they_are),
        cmocka_unit_test(the_longest_program_fits),
        cmocka_unit_test(selections_are_joined_by_votes),
        cmocka_unit_test(pipelines_work_on_pages),
        cmocka_unit_test(bad_expressions_are_refused_as_parameters),
        cmocka_unit_test(named_settings_are_expressions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
