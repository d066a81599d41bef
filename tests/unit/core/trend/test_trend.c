#include "unit.h"

#include "dana/plot.h"
#include "dana/trend.h"
#include "trend/period.h"

#include <math.h>
#include <stdio.h>

#define V(text) ((dana_view){text, sizeof(text) - 1})
#define CAP     ((size_t)1 << 24)

static void assert_close(double actual, double expected)
{
    assert_true(fabs(actual - expected) < 1e-12);
}

static const char *label_of(const char *date, dana_period period)
{
    static char label[16];
    uint32_t number;

    if (dana__period_of((dana_view){date, strlen(date)}, period, &number, &(dana_error){DANA_OK}) !=
        DANA_OK) {
        return "refused";
    }
    dana__period_label(period, number, label);
    return label;
}

static void dates_fall_into_periods(void **state)
{
    (void)state;
    assert_string_equal(label_of("2010-05-03", DANA_PERIOD_DAY), "2010-05-03");
    assert_string_equal(label_of("2012-02-29T23:59:59Z", DANA_PERIOD_DAY), "2012-02-29");
    assert_string_equal(label_of("9999-12-31", DANA_PERIOD_DAY), "9999-12-31");
    assert_string_equal(label_of("0001-01-01", DANA_PERIOD_DAY), "0001-01-01");
    /* examples of ISO 8601 for the ends of years */
    assert_string_equal(label_of("2005-01-01", DANA_PERIOD_WEEK), "2004-W53");
    assert_string_equal(label_of("2008-12-29", DANA_PERIOD_WEEK), "2009-W01");
    assert_string_equal(label_of("2010-01-03", DANA_PERIOD_WEEK), "2009-W53");
    assert_string_equal(label_of("2010-12", DANA_PERIOD_MONTH), "2010-12");
    assert_string_equal(label_of("2010-12-31", DANA_PERIOD_YEAR), "2010");
    assert_string_equal(label_of("2010", DANA_PERIOD_YEAR), "2010");
    static const char *const wrong[] = {"",           "10",         "2010-13",  "2010-02-29",
                                        "2010-00-01", "2010-01-00", "2010-1-1", "2010-01-01x",
                                        "2010-01T",   "0000",       "2010-01-"};

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        assert_string_equal(label_of(wrong[i], DANA_PERIOD_YEAR), "refused");
    }
    assert_string_equal(label_of("2010", DANA_PERIOD_MONTH), "refused");
    assert_string_equal(label_of("2010-01", DANA_PERIOD_WEEK), "refused");
}

/* Calculated by hand. Query 0: gene flow, mutation, mutation; query 1: gene. */
static void cosines_are_averaged(void **state)
{
    const dana_view first[] = {V("Gene  Flow"), V("mutation"), V("Mutation")};
    const dana_view second[] = {V("gene")};
    const dana_trend_query queries[] = {{first, 3}, {second, 1}};
    dana_arena *arena = dana_arena_new(CAP, NULL);
    dana_trend *trend;
    const dana_trend_period *periods;
    size_t count;

    (void)state;
    assert_int_equal(
        dana_trend_new(arena, queries, 2, DANA_PERIOD_YEAR, DANA_TREND_WORDS, &trend, NULL),
        DANA_OK);
    assert_int_equal(dana_trend_add(trend, V("2001-03-04"), V("nothing of it"), NULL), DANA_OK);
    assert_int_equal(dana_trend_add(trend, V("2000"), V("gene flow, mutation; gene pool"), NULL),
                     DANA_OK);
    assert_int_equal(dana_trend_add(trend, V("2001"), V("Mutation!"), NULL), DANA_OK);
    assert_int_equal(dana_trend_add(trend, V("2001"), V("flow gene"), NULL), DANA_OK);
    assert_int_equal(dana_trend_periods(trend, &periods, &count, NULL), DANA_OK);
    assert_int_equal(count, 2);
    assert_string_equal(periods[0].label, "2000");
    assert_int_equal(periods[0].documents, 1);
    /* (1, 2) . (1, 1) / (sqrt 5 sqrt 2) */
    assert_close(periods[0].means[0], 3.0 / sqrt(10.0));
    assert_close(periods[0].means[1], 1.0);
    assert_string_equal(periods[1].label, "2001");
    assert_int_equal(periods[1].documents, 3);
    /* 0, 2 / sqrt 5, 0: "flow gene" is not "gene flow" */
    assert_close(periods[1].means[0], 2.0 / sqrt(5.0) / 3.0);
    assert_close(periods[1].means[1], 1.0 / 3.0);
    dana_arena_free(arena);
}

/* How often the words of a keyword occur in a row in a text of two-character words. */
static unsigned count_runs(const char *text, const char *keyword)
{
    unsigned count = 0;
    size_t length = strlen(keyword);

    for (size_t at = 0; at + length <= strlen(text); at += 2) {
        count += memcmp(text + at, keyword, length) == 0 &&
                 (text[at + length] == ' ' || text[at + length] == '\0');
    }
    return count;
}

/* Keywords with equal beginnings, that overlap, and that are in two queries. */
static void keywords_share_words(void **state)
{
    static const char *const keywords[2][4] = {{"a", "a b", "a b a", "b a"},
                                               {"a b", "b", "b b", "a b a b"}};
    static const char text[] = "a b a b b a a b a c a b";
    dana_view views[2][4];
    dana_trend_query queries[2];
    dana_arena *arena = dana_arena_new(CAP, NULL);
    dana_trend *trend;
    const dana_trend_period *periods;
    size_t count;

    (void)state;
    for (size_t q = 0; q < 2; q++) {
        for (size_t k = 0; k < 4; k++) {
            views[q][k] = (dana_view){keywords[q][k], strlen(keywords[q][k])};
        }
        queries[q] = (dana_trend_query){views[q], 4};
    }
    assert_int_equal(
        dana_trend_new(arena, queries, 2, DANA_PERIOD_YEAR, DANA_TREND_WORDS, &trend, NULL),
        DANA_OK);
    assert_int_equal(dana_trend_add(trend, V("2001"), V(text), NULL), DANA_OK);
    assert_int_equal(dana_trend_add(trend, V("2002"), V(text), NULL), DANA_OK);
    assert_int_equal(dana_trend_periods(trend, &periods, &count, NULL), DANA_OK);
    for (size_t q = 0; q < 2; q++) {
        double dot = 0.0;
        double square = 0.0;

        for (size_t k = 0; k < 4; k++) {
            double found = count_runs(text, keywords[q][k]);

            dot += found;
            square += found * found;
        }
        assert_close(periods[0].means[q], dot / sqrt(4.0 * square));
        assert_close(periods[1].means[q], dot / sqrt(4.0 * square));
    }
    dana_arena_free(arena);
}

#define HOSTILE_LENGTH ((size_t)8 << 20)

/* All keywords begin with the only word of a long text: work for each pair would exceed the test's
 * time limit. */
static void keywords_that_begin_alike_stay_linear(void **state)
{
    static char words[DANA_TREND_KEYWORDS_MAX][12];
    static dana_view keywords[DANA_TREND_KEYWORDS_MAX];
    const dana_trend_query query = {keywords, DANA_TREND_KEYWORDS_MAX};
    dana_arena *arena = dana_arena_new((size_t)1 << 28, NULL);
    dana_trend *trend;
    const dana_trend_period *periods;
    size_t count;
    char *text = malloc(HOSTILE_LENGTH);

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < HOSTILE_LENGTH; i++) {
        text[i] = i % 2 == 0 ? 'a' : ' ';
    }
    for (size_t i = 0; i < DANA_TREND_KEYWORDS_MAX; i++) {
        int length = snprintf(words[i], sizeof(words[i]), "a %zu", i);

        keywords[i] = (dana_view){words[i], (size_t)length};
    }
    assert_int_equal(
        dana_trend_new(arena, &query, 1, DANA_PERIOD_YEAR, DANA_TREND_WORDS, &trend, NULL),
        DANA_OK);
    assert_int_equal(dana_trend_add(trend, V("2001"), (dana_view){text, HOSTILE_LENGTH}, NULL),
                     DANA_OK);
    assert_int_equal(dana_trend_periods(trend, &periods, &count, NULL), DANA_OK);
    assert_int_equal(count, 1);
    assert_close(periods[0].means[0], 0.0);
    free(text);
    dana_arena_free(arena);
}

/* The value of a query's keyword in a document of one text. */
static double score_of(dana_trend_terms terms, const char *keyword, const char *text)
{
    const dana_view keywords[] = {{keyword, strlen(keyword)}};
    const dana_trend_query query = {keywords, 1};
    dana_arena *arena = dana_arena_new(CAP, NULL);
    dana_trend *trend;
    const dana_trend_period *periods;
    size_t count;

    assert_int_equal(dana_trend_new(arena, &query, 1, DANA_PERIOD_YEAR, terms, &trend, NULL),
                     DANA_OK);
    assert_int_equal(dana_trend_add(trend, V("2001"), (dana_view){text, strlen(text)}, NULL),
                     DANA_OK);
    assert_int_equal(dana_trend_periods(trend, &periods, &count, NULL), DANA_OK);
    double mean = periods[0].means[0];

    dana_arena_free(arena);
    return mean;
}

static void stems_are_compared_where_wanted(void **state)
{
    (void)state;
    assert_close(score_of(DANA_TREND_WORDS, "farmers", "A farmer is farming"), 0.0);
    assert_close(score_of(DANA_TREND_STEMS, "farmers",
                          "The FARMER\xE2\x80\x93"
                          "farming"),
                 1.0);
    /* Stop words are gone on both sides. */
    assert_close(score_of(DANA_TREND_WORDS, "flows of genes", "a flow of the gene"), 0.0);
    assert_close(score_of(DANA_TREND_STEMS, "flows of genes", "a flow of the gene"), 1.0);
    /* Words with other letters or digits, and references, stay as they are. */
    assert_close(score_of(DANA_TREND_STEMS, "caf\xC3\xA9s", "caf\xC3\xA9"), 0.0);
    assert_close(score_of(DANA_TREND_STEMS, "b2bs", "b2bs b2b"), 1.0);
    assert_close(score_of(DANA_TREND_STEMS, "b2b", "b2bs"), 0.0);
    assert_string_equal(dana_trend_terms_name(DANA_TREND_STEMS), "stems");
    assert_null(dana_trend_terms_name(DANA_TREND_TERMS_COUNT));
}

static void bad_queries_are_refused(void **state)
{
    const dana_view stop_words[] = {V("the And of")};
    const dana_trend_query only_stop_words = {stop_words, 1};
    const dana_view none[] = {V("fine"), V("?!")};
    const dana_view longest[] = {V("a b c d e f g h i")};
    const dana_trend_query queries[] = {{none, 1}, {none, 2}};
    const dana_trend_query too_long[] = {{longest, 1}};
    dana_arena *arena = dana_arena_new(CAP, NULL);
    dana_trend *trend;
    dana_error err;

    (void)state;
    assert_int_equal(
        dana_trend_new(arena, queries, 2, DANA_PERIOD_DAY, DANA_TREND_WORDS, &trend, &err),
        DANA_INVALID_PARAM);
    assert_int_equal(err.position, 1);
    assert_int_equal(
        dana_trend_new(arena, too_long, 1, DANA_PERIOD_DAY, DANA_TREND_WORDS, &trend, &err),
        DANA_INVALID_PARAM);
    assert_int_equal(
        dana_trend_new(arena, &only_stop_words, 1, DANA_PERIOD_DAY, DANA_TREND_WORDS, &trend, &err),
        DANA_OK);
    assert_int_equal(
        dana_trend_new(arena, &only_stop_words, 1, DANA_PERIOD_DAY, DANA_TREND_STEMS, &trend, &err),
        DANA_INVALID_PARAM);
    assert_string_equal(err.message, "a keyword has only stop words");
    assert_int_equal(
        dana_trend_new(arena, NULL, 0, DANA_PERIOD_DAY, DANA_TREND_WORDS, &trend, &err), DANA_OK);
    dana_arena_free(arena);
}

static void charts_are_drawn(void **state)
{
    const dana_view labels[] = {V("2000"), V("2001"), V("2<2")};
    static const double a[] = {0.5, -1.0, 0.25};
    static const double b[] = {0.0, 0.125, 0.9996};
    const dana_curve curves[] = {{V("Biodiversity & more"), a}, {V("Gen\xEF\xBF\xBEome"), b}};
    const dana_chart chart = {V("Trends"), V("year"), V("similarity"), labels, 3, curves, 2};
    dana_arena *arena = dana_arena_new(CAP, NULL);
    dana_view svg;

    (void)state;
    assert_int_equal(dana_plot_curves(arena, &chart, &svg, NULL), DANA_OK);
    char *text = strndup(svg.data, svg.length);

    assert_non_null(strstr(text, "Biodiversity &amp; more: highest 0.500 at 2000."));
    /* XML has no U+FFFE. */
    assert_non_null(strstr(text, "Gen ome: highest 0.999 at 2&lt;2."));
    assert_non_null(strstr(text, "role=\"img\""));
    free(text);
    assert_int_equal(dana_plot_bars(arena, &chart, &svg, NULL), DANA_OK);
    text = strndup(svg.data, svg.length);
    assert_non_null(strstr(text, ">none<"));
    assert_non_null(strstr(text, ">1.000<"));
    assert_non_null(strstr(text, ">0.125<"));
    free(text);
    dana_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_fall_into_periods),
        cmocka_unit_test(cosines_are_averaged),
        cmocka_unit_test(keywords_share_words),
        cmocka_unit_test(keywords_that_begin_alike_stay_linear),
        cmocka_unit_test(stems_are_compared_where_wanted),
        cmocka_unit_test(bad_queries_are_refused),
        cmocka_unit_test(charts_are_drawn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
