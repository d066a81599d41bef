#include "unit.h"

#include "dana/extract.h"
#include "dana/headline.h"
#include "support.h"

static const dana_algorithm *content(const char *id)
{
    return dana_algorithm_find(DANA_KIND_CONTENT, id, strlen(id));
}

static void a_bom_is_text(void **state)
{
    dana_page *page = open_page("\xEF\xBB\xBF<p>text</p>");
    dana_result result;

    (void)state;
    assert_int_equal(dana_page_source(page).length, 14);
    assert_int_equal(dana_extract(page, content("danag"), NULL, &result, NULL), DANA_OK);
    assert_int_equal(result.profile.lines[0].start, 0);
    dana_page_close(page);
}

static void bad_sources_are_refused(void **state)
{
    dana_page *page;
    dana_error err;
    char *large = calloc(1, DANA_SOURCE_MAX + 1);

    (void)state;
    assert_int_equal(dana_page_open("<p>\xFF", 4, 0, NULL, &page, &err), DANA_INVALID_UTF8);
    assert_int_equal(err.position, 3);
    assert_null(page);
    memset(large, 'x', DANA_SOURCE_MAX + 1);
    assert_int_equal(dana_page_open(large, DANA_SOURCE_MAX + 1, 0, NULL, &page, &err),
                     DANA_TOO_LARGE);
    assert_int_equal(dana_page_open(large, DANA_SOURCE_MAX, 0, NULL, &page, &err), DANA_OK);
    dana_page_close(page);
    free(large);
    assert_int_equal(dana_page_open(NULL, 0, 0, NULL, &page, &err), DANA_OK);
    dana_page_close(page);
    dana_page_close(NULL);
}

static void units_say_what_lies_around_them(void **state)
{
    static const char html[] = "<h2>Head</h2> <p>a<b> b</b>c <a href=x>d</a></p>";
    dana_page *page = open_page(html);
    const dana_scan *scan;
    dana_scan_options options = {0};

    (void)state;
    assert_int_equal(dana_scan_page(page, &options, &scan, NULL), DANA_OK);
    assert_int_equal(scan->unit_count, 5);
    assert_int_equal(scan->units[0].heading, 2);
    assert_int_equal(scan->units[0].start, 4);
    assert_int_equal(scan->units[0].length, 4);
    assert_int_equal(scan->units[1].heading, 0);
    assert_true(scan->units[1].break_before);
    assert_true(scan->units[2].space_before);
    assert_false(scan->units[2].break_before);
    assert_false(scan->units[3].space_before);
    assert_true(scan->units[4].space_before);
    assert_true(scan->units[4].in_anchor);
    assert_int_equal(scan->anchor_count, 1);
    assert_int_equal(scan->anchors[0].text_length, 1);
    assert_int_equal(scan->anchors[0].start_length, 10);
    assert_memory_equal(html + scan->anchors[0].end, "</a>", 4);
    dana_page_close(page);
}

static void a_scan_is_kept_for_equal_options(void **state)
{
    dana_page *page = open_page("<p>some text</p><div>more of it</div>");
    const dana_scan *scan;
    const dana_line *lines;
    dana_scan_options options = {0};

    (void)state;
    assert_int_equal(dana_scan_page(page, &options, &scan, NULL), DANA_OK);
    lines = scan->lines;
    assert_int_equal(dana_scan_page(page, &options, &scan, NULL), DANA_OK);
    assert_ptr_equal(scan->lines, lines);
    options.lines = DANA_LINES_SOURCE;
    assert_int_equal(dana_scan_page(page, &options, &scan, NULL), DANA_OK);
    assert_int_equal(scan->line_count, 1);
    dana_page_close(page);
}

static void attributes_are_found(void **state)
{
    static const char tag[] = "<html LANG = 'ar' dir=rtl data-x lang=\"en\">";
    dana_view view = {tag, sizeof(tag) - 1};
    dana_view value;

    (void)state;
    assert_true(dana_tag_attribute(view, "lang", &value));
    assert_int_equal(value.length, 2);
    assert_memory_equal(value.data, "ar", 2);
    assert_true(dana_tag_attribute(view, "dir", &value));
    assert_memory_equal(value.data, "rtl", 3);
    assert_true(dana_tag_attribute(view, "data-x", &value));
    assert_int_equal(value.length, 0);
    assert_false(dana_tag_attribute(view, "html", &value));
    assert_false(dana_tag_attribute((dana_view){"<p", 2}, "lang", &value));
}

static void marks_of_the_page_are_kept(void **state)
{
    static const char html[] = "<html lang=fa><title>A &amp; B</title><body dir=rtl><p>x</p>";
    dana_page *page = open_page(html);
    const dana_scan *scan;
    dana_scan_options options = {0};
    dana_view title;

    (void)state;
    assert_int_equal(dana_scan_page(page, &options, &scan, NULL), DANA_OK);
    assert_true(scan->has_title);
    assert_int_equal(dana_render_span(page, scan->title, &title, NULL), DANA_OK);
    assert_int_equal(title.length, 5);
    assert_memory_equal(title.data, "A & B", 5);
    assert_memory_equal(html + scan->html_tag.start, "<html lang=fa>", 14);
    assert_memory_equal(html + scan->body_tag.start, "<body dir=rtl>", 14);
    dana_page_close(page);
}

static void wrong_parameters_are_refused(void **state)
{
    dana_page *page = open_page("<p>x</p>");
    dana_params params;
    dana_result result;
    dana_headline headline;
    dana_error err;
    const dana_algorithm *finder = dana_algorithm_find(DANA_KIND_HEADLINE, "titlefinder", 11);

    (void)state;
    dana_params_defaults(content("addanag"), &params);
    params.values[dana_param_index(content("addanag"), "filter")] = 4;
    assert_int_equal(dana_extract(page, content("addanag"), &params, &result, &err),
                     DANA_INVALID_PARAM);
    assert_int_equal(dana_prepare(page, content("addanag"), &params, &err), DANA_INVALID_PARAM);
    params.values[0] = 9;
    assert_int_equal(dana_find_headline(page, finder, &params, true, &headline, &err),
                     DANA_INVALID_PARAM);
    dana_page_close(page);
}

static void candidates_are_kept_in_order(void **state)
{
    dana_page *page = open_page("<title>storm harbour</title><body><h1>storm</h1><p>nothing</p>"
                                "<p>harbour storm</p>");
    dana_headline headline;
    const dana_algorithm *finder = dana_algorithm_find(DANA_KIND_HEADLINE, "titlefinder", 11);

    (void)state;
    assert_int_equal(dana_find_headline(page, finder, NULL, true, &headline, NULL), DANA_OK);
    assert_true(headline.found);
    assert_int_equal(headline.candidate_count, 2);
    assert_int_equal(headline.candidates[0].heading, 1);
    assert_true(headline.candidates[0].score > 0.70 && headline.candidates[0].score < 0.71);
    assert_true(headline.candidates[1].score > 0.999 && headline.candidates[1].score < 1.001);
    assert_int_equal(headline.headline.span.start, headline.candidates[1].span.start);
    dana_page_close(page);
}

/* Returns stop at the n-th call. */
static bool stop_at(void *arg)
{
    long *left = arg;

    return (*left)-- == 0;
}

static void work_stops_where_it_is_cancelled(void **state)
{
    static const char line[] = "<title>storm</title><p>the storm came over the harbour</p>\n";
    const size_t length = (sizeof(line) - 1) * 20000;
    char *html = malloc(length);
    const dana_algorithm *finder = dana_algorithm_find(DANA_KIND_HEADLINE, "titlefinder", 11);
    dana_status status = DANA_CANCELLED;
    long questions = 0;

    (void)state;
    for (size_t i = 0; i < length; i++) {
        html[i] = line[i % (sizeof(line) - 1)];
    }
    for (; status == DANA_CANCELLED; questions++) {
        long left = questions;
        dana_page *page;
        dana_result result;
        dana_headline headline;
        dana_view text;

        assert_int_equal(dana_page_open(html, length, 0, NULL, &page, NULL), DANA_OK);
        dana_page_set_cancel(page, stop_at, &left);
        status = dana_extract(page, content("addanag"), NULL, &result, NULL);
        if (status == DANA_OK) {
            status = dana_render_text(page, &result, &text, NULL);
        }
        if (status == DANA_OK) {
            status = dana_find_headline(page, finder, NULL, false, &headline, NULL);
        }
        dana_page_close(page);
    }
    assert_int_equal(status, DANA_OK);
    /* One poll each 64 KiB of the scan, each 4 096 words of TitleFinder, and a few between. */
    assert_in_range(questions, length / 65536 + 20000 * 6 / 4096, length / 65536 + 40);
    free(html);
}

/* Whenever the poll returns stop, every extractor stops. Those that walk the page poll as often as
 * the scan. */
static void every_extractor_can_be_cancelled(void **state)
{
    static const char line[] = "<p>the storm <a href=x>came</a> over the harbour &amp; town</p>\n";
    const size_t length = (sizeof(line) - 1) * 4000;
    char *html = malloc(length);

    (void)state;
    for (size_t i = 0; i < length; i++) {
        html[i] = line[i % (sizeof(line) - 1)];
    }
    for (size_t a = 0; a < dana_algorithm_count(); a++) {
        dana_status status = DANA_CANCELLED;
        long questions = 0;

        if (dana_algorithm_at(a)->kind != DANA_KIND_CONTENT || dana_algorithm_at(a)->needs_boxes) {
            continue;
        }
        for (; status == DANA_CANCELLED; questions++) {
            long left = questions;
            dana_page *page;
            dana_result result;

            assert_int_equal(dana_page_open(html, length, 0, NULL, &page, NULL), DANA_OK);
            dana_page_set_cancel(page, stop_at, &left);
            status = dana_extract(page, dana_algorithm_at(a), NULL, &result, NULL);
            assert_int_equal(result.selection.count > 0 && status != DANA_OK, 0);
            dana_page_close(page);
        }
        assert_int_equal(status, DANA_OK);
        assert_in_range(questions, length / 65536 + 1, 4 * (length / 65536) + 60);
    }
    free(html);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bom_is_text),
        cmocka_unit_test(bad_sources_are_refused),
        cmocka_unit_test(units_say_what_lies_around_them),
        cmocka_unit_test(a_scan_is_kept_for_equal_options),
        cmocka_unit_test(attributes_are_found),
        cmocka_unit_test(marks_of_the_page_are_kept),
        cmocka_unit_test(wrong_parameters_are_refused),
        cmocka_unit_test(candidates_are_kept_in_order),
        cmocka_unit_test(work_stops_where_it_is_cancelled),
        cmocka_unit_test(every_extractor_can_be_cancelled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
