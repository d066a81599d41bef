/* Limits of a page's shape: a page that exceeds one is rejected with its name. */
#include "unit.h"

#include "dana/extract.h"
#include "dana/limits.h"
#include "page/shape.h"

#define REPEATS 3000

/* Repeats a piece `times` times after `head`. Owned by the caller. */
static char *repeated(const char *head, const char *piece, size_t times)
{
    size_t step = strlen(piece);
    size_t used = strlen(head);
    char *html = malloc(used + step * times + 1);

    assert_non_null(html);
    memcpy(html, head, used);
    for (size_t i = 0; i < times; i++, used += step) {
        memcpy(html + used, piece, step);
    }
    html[used] = '\0';
    return html;
}

/* Checks the shape of a page; returns the name of the limit it exceeds, or "". */
static const char *shape_of(const char *html, const dana_limits *limits, dana_error *err)
{
    dana_page *page;

    assert_int_equal(dana_page_open(html, strlen(html), 0, NULL, &page, NULL), DANA_OK);
    dana_page_set_limits(page, limits);
    dana_status status = dana__check_shape(page, err);

    assert_int_equal(dana__check_shape(page, &(dana_error){DANA_OK}), status);
    dana_page_close(page);
    assert_true(status == DANA_OK || status == DANA_TOO_COMPLEX);
    return status == DANA_OK ? "" : err->limit;
}

/* A head and a piece repeated, and the limit that the page exceeds. */
static const struct {
    const char *head;
    const char *piece;
    const char *limit;
} shapes[] = {
    {"", "<div>", "depth"},
    {"", "<span>", "depth"},
    {"", "<x-unknown>", "depth"},
    {"", "<div a=x/>", "depth"},
    {"", "<table><tr><td>", "depth"},
    {"", "<b><div></b>", "depth"},
    {"", "<ul><li>", "depth"},
    {"", "<div/>", ""},
    {"", "<p>x", ""},
    {"", "<a href=x>y", ""},
    {"<ul>", "<li>x", ""},
    {"<ul>", "<LI><p>x", ""},
    {"<dl>", "<dt>x<dd>y", ""},
    {"<dl>", "<dd>x", "depth"},
    {"<select>", "<option>x", ""},
    {"<table>", "<tr><td><font>x<td>y", ""},
    {"<table>", "<tfoot><tr><th>x<tbody><tr><td>y", ""},
    {"<table>", "<colgroup><col>", ""},
    {"", "<br><img src=x><input><hr><wbr><meta>", ""},
    {"", "<html><body>", ""},
    {"", "<blockquote><p>x</blockquote>", ""},
    {"", "<verylongelement>x</VERYLONGELEMENT>", ""},
    {"", "<verylongelement>x</verylongelemenT2>", "depth"},
    {"", "<div><b><i></div>", ""},
    {"", "</div></b></p>", ""},
    {"", "<u><table></u></table></u>", ""},
    {"", "<optgroup><option>x</optgroup>", ""},
    {"", "<strong><tbody></strong>", "depth"},
    {"", "<script><div></script><template><div></template>", ""},
    {"", "<!-- <div> -->", ""},
    {"<p ", "a=b ", ""},
};

static void elements_open_and_close_as_in_libxml2(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        char *html = repeated(shapes[i].head, shapes[i].piece, REPEATS);
        dana_error err;
        const char *limit = shape_of(html, NULL, &err);

        if (strcmp(limit, shapes[i].limit) != 0) {
            fail_msg("%s: \"%s\", not \"%s\"", shapes[i].piece, limit, shapes[i].limit);
        }
        free(html);
    }
}

static void limits_hold_to_the_element(void **state)
{
    static const dana_limits two = {
        .max_attributes = 2, .max_depth = 2, .max_nodes = 6, .max_lines = 2};
    dana_error err;

    (void)state;
    assert_string_equal(shape_of("<div><p>", &two, &err), "");
    assert_string_equal(shape_of("<i><div><b>", &two, &err), "depth");
    assert_int_equal(err.limit_value, 2);
    assert_int_equal(err.position, 8);
    assert_string_equal(shape_of("<p a b='c d'>", &two, &err), "");
    assert_string_equal(shape_of("x<p a b='c d' e>", &two, &err), "attributes");
    assert_int_equal(err.position, 1);
}

static dana_status scan_of(const char *html, const dana_limits *limits, dana_error *err)
{
    dana_page *page;
    dana_result result;

    assert_int_equal(dana_page_open(html, strlen(html), 0, NULL, &page, NULL), DANA_OK);
    dana_page_set_limits(page, limits);
    dana_status status = dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL,
                                      &result, err);
    dana_page_close(page);
    return status;
}

static void the_scan_refuses_too_many_lines_and_nodes(void **state)
{
    static const dana_limits few = {
        .max_attributes = 1, .max_depth = 1, .max_nodes = 6, .max_lines = 2};
    dana_error err;

    (void)state;
    assert_int_equal(scan_of("<p>a<p>b", &few, &err), DANA_OK);
    assert_int_equal(scan_of("<p>a<p>b<p>", &few, &err), DANA_TOO_COMPLEX);
    assert_string_equal(err.limit, "lines");
    assert_int_equal(err.limit_value, 2);
    assert_int_equal(scan_of("<p><b>a</b>c<!-- d -->", &few, &err), DANA_OK);
    assert_int_equal(scan_of("<p><b>a</b>c<!-- d -->e", &few, &err), DANA_TOO_COMPLEX);
    assert_string_equal(err.limit, "nodes");
    /* The scan does not check attributes and depth. */
    assert_int_equal(scan_of("<p a b c><b><i>d", &few, &err), DANA_OK);
}

static void the_cap_and_the_size_have_names_too(void **state)
{
    dana_page *page;
    dana_error err;

    (void)state;
    assert_int_equal(dana_page_open("xxxx", DANA_SOURCE_MAX + 1, 0, NULL, &page, &err),
                     DANA_TOO_LARGE);
    assert_string_equal(err.limit, "bytes");
    assert_int_equal(dana_page_open("x", 1, 1, NULL, &page, &err), DANA_TOO_COMPLEX);
    assert_string_equal(err.limit, "memory");
    assert_int_equal(err.limit_value, 1);
    assert_int_equal(dana_page_open("\xFF", 1, 0, NULL, &page, &err), DANA_INVALID_UTF8);
    assert_null(err.limit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_open_and_close_as_in_libxml2),
        cmocka_unit_test(limits_hold_to_the_element),
        cmocka_unit_test(the_scan_refuses_too_many_lines_and_nodes),
        cmocka_unit_test(the_cap_and_the_size_have_names_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
