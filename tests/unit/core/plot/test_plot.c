#include "dana/extract.h"
#include "unit.h"

#include "common.h"
#include "dana/plot.h"
#include "plot/panel.h"
#include "plot/svg.h"

#include <stdio.h>

/* Draws the profile of a page for some algorithms; an owned, NUL-terminated copy. */
static char *draw(const char *html, size_t length, const char *const *ids)
{
    dana_page *page;
    dana_plot *plot;
    dana_view svg;

    assert_int_equal(dana_page_open(html, length, 0, NULL, &page, NULL), DANA_OK);
    assert_int_equal(dana_plot_new(page, &plot, NULL), DANA_OK);
    for (; *ids != NULL; ids++) {
        const dana_algorithm *a = dana_algorithm_find(DANA_KIND_CONTENT, *ids, strlen(*ids));
        dana_result result;

        assert_int_equal(dana_extract(page, a, NULL, &result, NULL), DANA_OK);
        assert_int_equal(dana_plot_add(plot, &result, NULL), DANA_OK);
    }
    assert_int_equal(dana_plot_draw(plot, &svg, NULL), DANA_OK);
    char *copy = strndup(svg.data, svg.length);

    dana_page_close(page);
    return copy;
}

static const char small[] = "<ul><li><a href='/abcdefgh'>a</a><li><a href='/abcdefgh'>b</a></ul>"
                            "<p>some words that are the content of this page"
                            "<p>and some more of them, without tags";

static void panels_stand_under_each_other(void **state)
{
    static const char *const ids[] = {"danag", "r2l", "dana", NULL};
    char *svg = draw(small, strlen(small), ids);

    (void)state;
    assert_non_null(strstr(svg, "role=\"img\""));
    assert_non_null(strstr(svg, "<title id=\"plot-title\">Content and code of each line</title>"));
    assert_non_null(strstr(svg, "DANAg: 2 of 5 lines selected, 1 regions"));
    assert_non_null(strstr(svg, "R2L: 0 of 5 lines selected, 0 regions"));
    assert_int_equal(occurrences(svg, "<g>"), 3);
    assert_int_equal(occurrences(svg, "class=\"curve\" d"), 4); /* one in the legend */
    assert_int_equal(occurrences(svg, "line of the page"), 1);
    assert_non_null(strstr(svg, ">1</text>")); /* lines begin with 1, whatever the step */
    assert_non_null(strstr(svg, ">5</text>"));
    assert_int_equal(occurrences(svg, ">0</text>"), 3); /* each panel's height begins with 0 */
    assert_non_null(strstr(svg, "prefers-color-scheme:dark"));
    free(svg);
}

/* Where a shape begins to leave the line of zero: "class" of a path "M110 ZERO" goes to x. */
static unsigned first_step(const char *svg, const char *class)
{
    char begin[60];
    unsigned left;
    unsigned zero;
    unsigned at = 0;

    snprintf(begin, sizeof(begin), "<path class=\"%s\" d=\"M", class);
    const char *path = strstr(svg, begin);

    assert_non_null(path);
    assert_int_equal(sscanf(path + strlen(begin), "%u %uH%uV", &left, &zero, &at), 3);
    return at;
}

static void bars_begin_with_the_first_line(void **state)
{
    static const char *const ids[] = {"danag", NULL};
    char *first = draw("<p>words\n", 9, ids);
    char *second = draw("<br><br>\n<p>words\n", 18, ids);

    (void)state;
    assert_int_equal(first_step(first, "content"), DANA__PLOT_LEFT);
    assert_int_equal(first_step(first, "code"), DANA__PLOT_LEFT);
    assert_true(first_step(second, "content") > DANA__PLOT_LEFT);
    free(first);
    free(second);
}

static void pages_without_lines_are_drawn(void **state)
{
    static const char *const ids[] = {"danag", NULL};
    char *svg = draw("", 0, ids);

    (void)state;
    assert_non_null(strstr(svg, "0 of 0 lines selected"));
    assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
    free(svg);
}

/* One line in 20 000 with content: its column must be as high as that of a single line. */
static void peaks_survive_many_lines(void **state)
{
    static const char *const ids[] = {"danag", NULL};
    static const char line[] = "<p>x";
    static const char peak[] = "<p>a peak of fifty characters, give or take a few";
    size_t lines = 20000;
    char *html = malloc(lines * 4 + sizeof(peak));
    char *with;
    char *without;

    (void)state;
    for (size_t i = 0; i < lines; i++) {
        memcpy(html + i * 4, line, 4);
    }
    without = draw(html, lines * 4, ids);
    memcpy(html + lines * 4, peak, sizeof(peak));
    with = draw(html, lines * 4 + strlen(peak), ids);
    assert_non_null(strstr(with, "20001 lines"));
    /* The peak sets the scale of content: its y is the top of the plot, 96 + 50. */
    assert_non_null(strstr(with, "H1175V146H1180"));
    assert_true(strlen(with) < 32 * 1024);
    assert_null(strstr(without, "20001 lines"));
    free(with);
    free(without);
    free(html);
}

static void text_is_escaped(void **state)
{
    dana_arena *arena = dana_arena_new(1 << 20, NULL);
    dana_error err;
    dana__svg svg;
    static const char hard[] = "a<b>&\"c\x01\xD8\xB3";

    (void)state;
    dana__svg_init(&svg, arena, &err);
    dana__svg_escape(&svg, (dana_view){hard, sizeof(hard) - 1});
    dana__svg_decimal(&svg, -5, 2);
    dana__svg_decimal(&svg, 1234, 1);
    dana__svg_number(&svg, 0);
    dana__svg_number(&svg, INT64_MIN);
    static const char expected[] = "a&lt;b&gt;&amp;&quot;c \xD8\xB3-0.05123.40-9223372036854775808";

    assert_int_equal(svg.buffer.length, sizeof(expected) - 1);
    assert_memory_equal(svg.buffer.data, expected, sizeof(expected) - 1);
    dana_arena_free(arena);
}

static void steps_are_round(void **state)
{
    (void)state;
    assert_int_equal(dana__axis_step(1, 4), 1);
    assert_int_equal(dana__axis_step(9, 4), 2);
    assert_int_equal(dana__axis_step(10, 4), 5);
    assert_int_equal(dana__axis_step(1273, 8), 200);
    assert_true(dana__axis_step(INT64_MAX, 1) > 0);
}

/* A limit that is too small for the picture is an error; a picture is never cut. */
static void full_memory_is_an_error(void **state)
{
    const dana_algorithm *a = dana_algorithm_default(DANA_KIND_CONTENT);
    size_t refused = 0;
    bool done = false;

    (void)state;
    for (size_t cap = 4096; !done; cap += 4096) {
        dana_page *page;
        dana_plot *plot;
        dana_result result;
        dana_view svg;
        dana_error err;

        done = dana_page_open(small, strlen(small), cap, NULL, &page, &err) == DANA_OK &&
               dana_extract(page, a, NULL, &result, &err) == DANA_OK &&
               dana_plot_new(page, &plot, &err) == DANA_OK &&
               dana_plot_add(plot, &result, &err) == DANA_OK &&
               dana_plot_draw(plot, &svg, &err) == DANA_OK;
        if (!done) {
            assert_int_equal(err.status, DANA_TOO_COMPLEX);
            refused++;
        }
        dana_page_close(page);
    }
    assert_true(refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panels_stand_under_each_other),
        cmocka_unit_test(bars_begin_with_the_first_line),
        cmocka_unit_test(pages_without_lines_are_drawn),
        cmocka_unit_test(peaks_survive_many_lines),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(steps_are_round),
        cmocka_unit_test(full_memory_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
