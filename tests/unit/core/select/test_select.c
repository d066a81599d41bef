/* Selector lists: what is taken, what is refused and where; limits; what a page becomes. */
#include "unit.h"

#include "dana/extract.h"
#include "dana/select.h"
#include "support.h"

#include <stdio.h>

static dana_status check_view(dana_view list, dana_error *err)
{
    const dana_selectors selectors = {.select = &list, .select_count = 1};
    size_t which;

    return dana_selectors_check(&selectors, &which, err);
}

static dana_status check(const char *list, dana_error *err)
{
    return check_view(view(list), err);
}

static void test_taken(void **state)
{
    static const char *const lists[] = {
        "a",
        "*",
        "a,b",
        " a , b ",
        "a b",
        "a>b",
        "a > b + c ~ d",
        "a#b.c[d]:first-child",
        "[a=b]",
        "[a='b' i]",
        "[a=\"b\"s]",
        "[ a |= b ]",
        "[a=\"x\\\"y\"]",
        ":nth-child( 2n + 1 )",
        ":nth-child(odd)",
        ":NTH-CHILD(-n+3)",
        ":nth-child(+5)",
        ":nth-child(n)",
        ":not(a)",
        "a:not( .b , [c] ):not(#d)",
        "\\31 x",
        ".\\:x",
        "#-a",
        "--x",
        "\xC3\xA9",
        ".a\\9 b",
        "*:last-child",
        "a:First-Child",
        "a\n>\tb",
    };
    dana_error err;

    (void)state;
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        if (check(lists[i], &err) != DANA_OK) {
            fail_msg("%s: %s", lists[i], err.message);
        }
    }
}

/* What is refused: the byte, and what the message says; characters are counted, not bytes. */
static const struct {
    const char *list;
    size_t position;
    const char *message;
} refused[] = {
    {"", 0, "expected a selector at position 0"},
    {"  ", 2, "expected a selector at position 2"},
    {"a,", 2, "expected a selector at position 2"},
    {"a,,b", 2, "expected a selector at position 2"},
    {"a >", 3, "expected a selector at position 3"},
    {"> a", 0, "expected a selector at position 0"},
    {"a > > b", 4, "expected a selector at position 4"},
    {"a..b", 2, "expected a class at position 2"},
    {".5", 1, "expected a class at position 1"},
    {"a#", 2, "expected an id at position 2"},
    {"a b!", 3, "expected a selector, a combinator or \",\" at position 3"},
    {"a*", 1, "expected a selector, a combinator or \",\" at position 1"},
    {"[", 1, "expected the name of an attribute at position 1"},
    {"[a", 2, "expected ], =, ~=, |=, ^=, $= or *= at position 2"},
    {"[a!=b]", 2, "expected ], =, ~=, |=, ^=, $= or *= at position 2"},
    {"[a=5]", 3, "expected a name, or a value in quotes at position 3"},
    {"[a=b c]", 5, "expected ] at position 5"},
    {"[a='b]", 6, "expected the string's end (') at position 6"},
    {"[a=\"b\nc\"]", 5, "expected the string's end (\") at position 5"},
    {"a:hover", 1, "expected :first-child, :last-child, :nth-child() or :not() at position 1"},
    {"a::before", 2, "expected :first-child, :last-child, :nth-child() or :not() at position 2"},
    {"a:first-child(2)", 1,
     "expected :first-child, :last-child, :nth-child() or :not() at position 1"},
    {"a:not", 1, "expected :first-child, :last-child, :nth-child() or :not() at position 1"},
    {":not()", 5, "expected a selector at position 5"},
    {":not(a b)", 7, "expected \",\" or \")\" (:not() takes no combinators) at position 7"},
    {":not(:not(a))", 5,
     "expected :first-child, :last-child, :nth-child() or :not() at position 5"},
    {":nth-child()", 11, "expected odd, even, a number or an+b at position 11"},
    {":nth-child(2n+)", 14, "expected a number at position 14"},
    {":nth-child(2n of a)", 14, "expected ) at position 14"},
    {":nth-child(1234567890)", 11, "a number is too long at position 11"},
    {"svg|a", 3, "namespaces are not known at position 3"},
    {"\xC3\xA9 > \xC3\xBC!", 7, "expected a selector, a combinator or \",\" at position 5"},
    {"a\\", 1, "expected a selector, a combinator or \",\" at position 1"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        dana_error err = {.status = DANA_OK};

        assert_int_equal(check(refused[i].list, &err), DANA_INVALID_PARAM);
        assert_string_equal(err.message, refused[i].message);
        assert_int_equal(err.position, refused[i].position);
    }
}

static void test_limits(void **state)
{
    char names[65 * 6];
    char *compounds = repeated("a,", 2 * DANA_COMPOUNDS_MAX - 1);
    char *more = repeated("a ", 2 * DANA_COMPOUNDS_MAX + 1);
    char *longer = repeated("a", DANA_SELECTOR_MAX + 1);
    dana_error err;
    size_t used = 0;

    (void)state;
    assert_int_equal(check_view((dana_view){compounds, 2 * DANA_COMPOUNDS_MAX - 1}, &err), DANA_OK);
    assert_int_equal(check_view((dana_view){more, 2 * DANA_COMPOUNDS_MAX + 1}, &err),
                     DANA_INVALID_PARAM);
    assert_int_equal(err.position, 2 * DANA_COMPOUNDS_MAX);
    assert_non_null(strstr(err.message, "128"));
    assert_int_equal(check_view((dana_view){longer, DANA_SELECTOR_MAX + 1}, &err),
                     DANA_INVALID_PARAM);
    for (size_t i = 0; i <= DANA_SELECTOR_NAMES_MAX; i++) {
        used += (size_t)snprintf(names + used, sizeof(names) - used, "[a%zu]", i);
    }
    assert_int_equal(check(names, &err), DANA_INVALID_PARAM);
    assert_non_null(strstr(err.message, "64"));
    free(compounds);
    free(more);
    free(longer);
}

/* Limits hold for all lists of a use; the list that exceeds one is named. */
static void test_limits_of_all(void **state)
{
    char *half = repeated("b,", DANA_COMPOUNDS_MAX + 1);
    const dana_view lists[] = {{half, DANA_COMPOUNDS_MAX + 1}, {half, DANA_COMPOUNDS_MAX + 1}};
    dana_selectors selectors = {
        .select = lists, .select_count = 2, .remove = lists, .remove_count = 1};
    dana_error err;
    size_t which;

    (void)state;
    assert_int_equal(dana_selectors_check(&selectors, &which, &err), DANA_INVALID_PARAM);
    assert_int_equal(which, 1);
    selectors.select_count = 1;
    assert_int_equal(dana_selectors_check(&selectors, &which, &err), DANA_OK);
    selectors.remove_count = 2;
    assert_int_equal(dana_selectors_check(&selectors, &which, &err), DANA_INVALID_PARAM);
    assert_int_equal(which, 2);
    free(half);
}

/* Elements that are removed leave nothing behind, whatever their length; the source stays. */
static void test_removed(void **state)
{
    static const char *const pages[] = {
        "<p>one<b></b>two",
        "<p>one<b>x</b>two",
        "<p>one<b>\n\nx</b>two",
        "<p>one<br>two",
        "<p>one<!-- --><b><i>x</b></i>two",
    };
    const dana_view remove = view("b, br, i");
    const dana_selectors selectors = {.remove = &remove, .remove_count = 1};
    const dana_algorithm *lqf = dana_algorithm_find(DANA_KIND_CONTENT, "lqf", 3);

    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        dana_page *page = open_page(pages[i]);
        dana_result result;
        dana_view text;

        assert_int_equal(dana_page_select(page, &selectors, NULL), DANA_OK);
        assert_int_equal(dana_extract(page, lqf, NULL, &result, NULL), DANA_OK);
        assert_int_equal(dana_render_text(page, &result, &text, NULL), DANA_OK);
        assert_int_equal(text.length, 6);
        assert_memory_equal(text.data, "onetwo", 6);
        assert_ptr_equal(dana_page_source(page).data, pages[i]);
        dana_page_close(page);
    }
}

/* A body without a tag is shorter than any comment. */
static void test_removed_body(void **state)
{
    const dana_view remove = view("body, head");
    const dana_selectors selectors = {.remove = &remove, .remove_count = 1};
    dana_page *page = open_page("ab");
    dana_result result;

    (void)state;
    assert_int_equal(dana_page_select(page, &selectors, NULL), DANA_OK);
    assert_int_equal(
        dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &result, NULL),
        DANA_OK);
    assert_int_equal(result.selection.count, 0);
    dana_page_close(page);
}

/* Adds a text to a page. Returns its end. */
static char *add(char *end, const char *text)
{
    size_t length = strlen(text);

    memcpy(end, text, length + 1);
    return end + length;
}

/* Elements beyond the depth that is followed match nothing, and those after them do. */
static void test_depth(void **state)
{
    const dana_view select = view("i, u");
    const dana_selectors selectors = {.select = &select, .select_count = 1};
    char *html = malloc(600 * 11 + 100);
    dana_result result;

    (void)state;
    char *end = html;

    for (size_t i = 0; i < 600; i++) {
        end = add(end, "<div>");
    }
    end = add(end, "<i>deep</i>");
    for (size_t i = 0; i < 600; i++) {
        end = add(end, "</div>");
    }
    size_t after = (size_t)(end - html);

    add(end, "<u>flat</u>");
    dana_page *page = open_page(html);

    assert_int_equal(dana_page_select(page, &selectors, NULL), DANA_OK);
    assert_int_equal(
        dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &result, NULL),
        DANA_OK);
    assert_int_equal(result.selection.count, 1);
    assert_int_equal(result.selection.spans[0].start, after);
    dana_page_close(page);
    free(html);
}

/* Time is linear in the page, with the dearest selectors: a square would not end in time. */
static void test_hostile(void **state)
{
    static const char *const pieces[] = {"<b><i>",         "<div class='a b c d e f'>",
                                         "<a x='&amp;y'>", "<p><b></p>",
                                         "<li><div>",      "</b></i></div>",
                                         "<table><td>"};
    const dana_view lists[] = {view("* * * * * * [x*=y i] :last-child"), view("* ~ * ~ * ~ .e"),
                               view(":not(.a):nth-child(3n+1) > * + *")};
    const dana_selectors selectors = {.remove = lists, .remove_count = 3};

    (void)state;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        char *html = repeated(pieces[i], 1 << 20);
        dana_page *page;
        dana_error err = {.status = DANA_OK};
        assert_int_equal(dana_page_open(html, 1 << 20, 0, NULL, &page, &err), DANA_OK);
        dana_status status = dana_page_select(page, &selectors, &err);

        assert_true(status == DANA_OK || status == DANA_TOO_COMPLEX);
        dana_page_close(page);
        free(html);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taken),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_limits),  cmocka_unit_test(test_limits_of_all),
        cmocka_unit_test(test_removed), cmocka_unit_test(test_removed_body),
        cmocka_unit_test(test_depth),   cmocka_unit_test(test_hostile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
