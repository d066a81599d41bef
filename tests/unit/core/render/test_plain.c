#include "dana/extract.h"
#include "dana/format.h"
#include "unit.h"

#include "support.h"
#include "text/span_sets.h"

#include <string.h>

/* Selects the whole page. */
static dana_result select_all(dana_page *page)
{
    static dana_span all;
    dana_result result;
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_CONTENT, "addanag", 7);

    assert_int_equal(dana_extract(page, algorithm, NULL, &result, NULL), DANA_OK);
    all = (dana_span){0, (uint32_t)dana_page_source(page).length};
    result.selection = (dana_selection){&all, 1};
    return result;
}

/* The plain text with other layouts than the scan's. */
static dana_view render_with(dana_page *page, const dana_result *result, const dana_span *layouts,
                             size_t count)
{
    dana_scan scan = *result->scan;
    dana_result other = *result;
    dana_view text;

    scan.layouts = layouts;
    scan.layout_count = count;
    other.scan = &scan;
    assert_int_equal(dana_render_plain(page, &other, &text, NULL), DANA_OK);
    return text;
}

/* An outline of the layouts alone gives what an outline of the whole page gives. */
static void parts_give_what_the_whole_page_gives(void **state)
{
    static const char *const pages[] = {
        "<h1>a</h1><p>b<br>c<ul><li>d<li>e<ol><li>f</ol></ul>g<pre>\n h\n\n  i</pre>j<table><tr>"
        "<td>k<td>l<tr><td>m<td>n</table>o",
        "<ul><li>never closed<p>x<table><tr><td>y</table>z",
        "a<svg>b<ul><li>c<svg></svg>d</svg></ul>e<pre>f</pre>",
        "<noscript><ul><li>a</ul></noscript><ul><li>b<script>'</ul>'</script></ul>c",
        "<div><div><ul></ul><ul><li>a</ul></div>b</div><!-- <ul> --><li>c<li>d</li>e",
        "<h2>a<a href=#a>#</a></h2><ul><li><h3>b<a href=#b>&para;</a></h3></ul>c",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        dana_page *page = open_page(pages[i]);
        dana_result result = select_all(page);
        dana_span whole = {0, (uint32_t)dana_page_source(page).length};
        dana_view text;

        assert_true(result.scan->layout_count > 0);
        assert_int_equal(dana_render_plain(page, &result, &text, NULL), DANA_OK);
        assert_same_text(text, render_with(page, &result, &whole, 1));
        dana_page_close(page);
    }
}

/* Without a layout in the selection the text is the raw one; with one it is not. */
static void marks_come_from_layouts_alone(void **state)
{
    dana_page *page = open_page("<p>a<ul><li>b</ul>");
    dana_result result = select_all(page);
    dana_view raw;
    dana_view text;

    (void)state;
    assert_int_equal(dana_render_text(page, &result, &raw, NULL), DANA_OK);
    assert_same_text(render_with(page, &result, NULL, 0), raw);
    assert_int_equal(dana_render_plain(page, &result, &text, NULL), DANA_OK);
    assert_same_text(text, view("a\n- b"));
    dana_page_close(page);
}

/* The outermost elements that hold text, to their end or the source's. */
static void the_scan_lists_outermost_layouts(void **state)
{
    static const char html[] = "<ul> </ul><ol><li>a<ol><li>b</ol></ol>c<pre>d</pre><ul><li>e";
    dana_page *page = open_page(html);
    dana_result result = select_all(page);
    const dana_scan *scan = result.scan;
    const char *list = strstr(html, "<ol>");
    const char *code = strstr(html, "<pre>");

    (void)state;
    assert_int_equal(scan->layout_count, 3);
    assert_int_equal(scan->layouts[0].start, list - html);
    assert_int_equal(scan->layouts[0].end, strchr(html, 'c') - html);
    assert_int_equal(scan->layouts[1].start, code - html);
    assert_int_equal(scan->layouts[2].end, sizeof(html) - 1);
    dana_page_close(page);
}

/* Where the memory is used up, the words are still there. */
static void scarce_memory_gives_raw_text(void **state)
{
    dana_page *page = open_page("<ul><li>a<li>b</ul>");
    dana_result result = select_all(page);
    dana_arena *arena = dana_page_arena(page);
    dana_view text;

    (void)state;
    assert_non_null(dana_arena_alloc(arena, dana_arena_left(arena) - 4096, NULL));
    assert_int_equal(dana_render_plain(page, &result, &text, NULL), DANA_OK);
    assert_same_text(text, view("a\nb"));
    dana_page_close(page);
}

/* A table of one row is a line, and one of several is none. */
static void tables_of_several_rows_are_layouts(void **state)
{
    static const struct {
        const char *html;
        size_t layouts;
    } rows[] = {
        {"<table><tr><td>a<td>b<td>c</table>", 0},
        {"<table><tr><td>a<tr><td>b</table>", 1},
        {"<table><tbody><tr><td>a</td></tr></tbody></table>", 0},
        {"<table><tr><td><pre>a</pre></table>", 1},
        {"<table><tr><td>a<table><tr><td>b<tr><td>c</table></table>", 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        dana_page *page = open_page(rows[i].html);
        dana_result result = select_all(page);

        if (result.scan->layout_count != rows[i].layouts) {
            fail_msg("%s: %zu", rows[i].html, result.scan->layout_count);
        }
        dana_page_close(page);
    }
}

/* A text that is much shorter than its source takes no more memory than it needs. */
static void short_texts_of_long_spans_take_little_memory(void **state)
{
    const size_t length = 100000;
    char *html = repeated(" ", length);
    dana_page *page;
    dana_view text;

    (void)state;
    memcpy(html, "one", 3);
    assert_int_equal(dana_page_open(html, length, (size_t)4 << 20, NULL, &page, NULL), DANA_OK);
    for (int i = 0; i < 400; i++) {
        const dana_span span = {0, (uint32_t)length};

        assert_int_equal(dana_render_span(page, span, &text, NULL), DANA_OK);
        assert_int_equal(text.length, 3);
    }
    dana_page_close(page);
    free(html);
}

/* What lies within another comes behind it. */
static void spans_are_sorted_by_begin_and_length(void **state)
{
    dana_span spans[] = {{5, 9}, {0, 1}, {5, 6}, {5, 20}, {0, 7}, {3, 4}};
    static const dana_span sorted[] = {{0, 7}, {0, 1}, {3, 4}, {5, 20}, {5, 9}, {5, 6}};

    (void)state;
    qsort(spans, 6, sizeof(*spans), dana__compare_spans);
    assert_memory_equal(spans, sorted, sizeof(sorted));
    assert_int_equal(dana__compare_spans(&spans[0], &sorted[0]), 0);
}

/* What the page shows without a text of its own, and what it writes of a list's signs. */
static void marks_that_browsers_show_are_written_once(void **state)
{
    static const struct {
        const char *page;
        const char *text;
    } cases[] = {
        {"<p>a <q>b</q>, c", "a \"b\", c"},
        {"<p>a &ldquo;<q>b</q>&rdquo; c", "a \u201Cb\u201D c"},
        {"<q> 'b'</q>", "'b'"},
        {"<q>b", "\"b\""},
        {"<ul><li class=x><b><i>\u2022</i></b> <p>a</ul>", "- a"},
        {"<ul><li>&bull;<p>a</ul>", "- a"},
        {"<ul><li><i class='ltx_tag ltx_tag_item'>*</i><p>a</ul>", "- a"},
        {"<ul><li><i>*</i><p>a</ul>", "- *\n  a"},
        {"<ul><li>\u2022 a</ul>", "- \u2022 a"},
        {"<ul><li><i>\u2022</i></ul>", "- \u2022"},
        {"<div><i>\u2022</i><p>a", "\u2022\na"},
        {"\u2022<p>a", "\u2022\na"},
        {"<ol reversed><li>b<ul><li>x</ul><li>a", "2. b\n   - x\n1. a"},
        {"<ol reversed start=9><li>b<li>a</ol>", "9. b\n8. a"},
        {"<ol reversed start=0><li>b<li>a</ol>", "0. b\n0. a"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        dana_page *page = open_page(cases[i].page);
        dana_result result = select_all(page);
        dana_view text;

        assert_int_equal(dana_render_plain(page, &result, &text, NULL), DANA_OK);
        assert_same_text(text, (dana_view){cases[i].text, strlen(cases[i].text)});
        dana_page_close(page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_give_what_the_whole_page_gives),
        cmocka_unit_test(marks_that_browsers_show_are_written_once),
        cmocka_unit_test(marks_come_from_layouts_alone),
        cmocka_unit_test(the_scan_lists_outermost_layouts),
        cmocka_unit_test(scarce_memory_gives_raw_text),
        cmocka_unit_test(tables_of_several_rows_are_layouts),
        cmocka_unit_test(spans_are_sorted_by_begin_and_length),
        cmocka_unit_test(short_texts_of_long_spans_take_little_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
