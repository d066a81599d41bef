#include "unit.h"

#include "dana/evaluate.h"

#define ARENA_CAP ((size_t)1 << 26)

#define FIRST     "Rain came back to the valley on Monday after nine dry weeks"
#define SECOND    "Farmers who had waited since the end of August went out to sow"
#define LAST      "The next front is due on Friday and brings snow to the hills"

/* A text as a view. */
#define VIEW(text) ((dana_view){(text), strlen(text)})

static dana_edges edges_of(const char *text, const char *gold)
{
    dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
    dana_edges edges;

    assert_int_equal(dana_evaluate_edges(arena, VIEW(text), VIEW(gold), &edges, NULL), DANA_OK);
    dana_arena_free(arena);
    return edges;
}

static void assert_edges(const char *text, const char *gold, bool first_missing, bool last_missing,
                         bool goes_on)
{
    dana_edges edges = edges_of(text, gold);

    assert_int_equal(edges.first_missing, first_missing);
    assert_int_equal(edges.last_missing, last_missing);
    assert_int_equal(edges.goes_on, goes_on);
}

static void paragraphs_that_are_missing_are_told(void **state)
{
    static const char gold[] = FIRST "\n" SECOND "\n" LAST "\n";

    (void)state;
    assert_edges(gold, gold, false, false, false);
    assert_edges(SECOND "\n" LAST, gold, true, false, false);
    assert_edges(FIRST " " SECOND, gold, false, true, false);
    assert_edges("", gold, true, true, false);
    /* The half of a paragraph is enough, with other lines than the gold standard's. */
    assert_edges("Rain came back to the valley on\nMonday\nafter " LAST, gold, false, false, false);
}

/* A headline and a signature are no paragraphs, unless there is nothing else. */
static void short_lines_are_no_paragraphs(void **state)
{
    (void)state;
    assert_edges(FIRST "\n" LAST, "Rain returns\n" FIRST "\n" LAST "\nJo Doe\n", false, false,
                 false);
    assert_edges("Rain returns", "Rain returns\nJo Doe\n", false, true, false);
    assert_edges("anything", "\n \n", false, false, false);
}

static void a_text_that_goes_on_is_told(void **state)
{
    static const char gold[] = FIRST "\n" SECOND "\n";

    (void)state;
    assert_edges(FIRST "\n" SECOND "\nRead also: one two three four five six seven", gold, false,
                 false, false);
    assert_edges(FIRST "\n" SECOND "\nRead also: one two three four five six seven eight", gold,
                 false, false, true);
    /* Words in between are not behind the end, nor are those before the beginning. */
    assert_edges("a b c d e f g h i j k l\n" FIRST "\nm n o p q r s t u v w x y z\n" SECOND, gold,
                 false, false, false);
    /* Four words of the gold standard in what follows do not move the end. */
    assert_edges(FIRST "\n" SECOND
                       "\nWe knew in spring that nobody, so he said, had waited since the end.",
                 gold, false, false, true);
}

static void chinese_and_japanese_count_by_characters(void **state)
{
    static const char gold[] =
        "\u6628\u5929\u4e0b\u96e8\u4e86\uff0c\u519c\u6c11\u5f88\u9ad8\u5174"
        "\u3002\n\u661f\u671f\u4e94\u4f1a\u4e0b\u96ea\uff0c\u5c71\u4e0a\u66f4\u51b7\u3002\n";
    static const char first[] = "\u6628\u5929\u4e0b\u96e8\u4e86\u519c\u6c11\u5f88\u9ad8\u5174";
    dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
    dana_score words;
    dana_score units;

    (void)state;
    assert_edges(first, gold, false, true, false);
    assert_int_equal(
        dana_evaluate(arena, DANA_MEASURE_WORDS, VIEW(first), VIEW(gold), &words, NULL), DANA_OK);
    assert_int_equal(
        dana_evaluate(arena, DANA_MEASURE_UNITS, VIEW(first), VIEW(gold), &units, NULL), DANA_OK);
    assert_true(words.f1 < 0.01 && units.precision > 0.999 && units.recall > 0.49);
    /* Latin words beside them are words. */
    assert_int_equal(dana_evaluate(arena, DANA_MEASURE_UNITS, VIEW("\u5c71top\u4e0a"),
                                   VIEW("top \u4e0a"), &units, NULL),
                     DANA_OK);
    assert_true(units.recall > 0.999 && units.precision > 0.66 && units.precision < 0.67);
    dana_arena_free(arena);
}

static void snippets_are_found_without_white_space(void **state)
{
    static const char text[] = "Rain\nreturns to the\u00a0valley";

    (void)state;
    assert_true(dana_has_snippet(VIEW(text), VIEW("returns  to the valley")));
    assert_true(dana_has_snippet(VIEW(text), VIEW("inret")));
    assert_false(dana_has_snippet(VIEW(text), VIEW("Returns to")));
    assert_false(dana_has_snippet(VIEW(text), VIEW("valley of")));
    assert_false(dana_has_snippet(VIEW(text), VIEW(" \n")));
    assert_false(dana_has_snippet(VIEW(""), VIEW("rain")));
}

static void a_small_cap_is_an_error(void **state)
{
    dana_status status = DANA_TOO_COMPLEX;

    (void)state;
    for (size_t cap = 500; status != DANA_OK; cap += 500) {
        dana_arena *arena = dana_arena_new(cap, NULL);
        dana_edges edges;

        assert_true(cap < 1000000);
        status = dana_evaluate_edges(arena, VIEW(FIRST " " LAST), VIEW(FIRST "\n" SECOND), &edges,
                                     NULL);
        assert_true(status == DANA_OK || status == DANA_TOO_COMPLEX);
        dana_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paragraphs_that_are_missing_are_told),
        cmocka_unit_test(short_lines_are_no_paragraphs),
        cmocka_unit_test(a_text_that_goes_on_is_told),
        cmocka_unit_test(chinese_and_japanese_count_by_characters),
        cmocka_unit_test(snippets_are_found_without_white_space),
        cmocka_unit_test(a_small_cap_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
