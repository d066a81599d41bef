/*
 * POST /v1/extract: which requests it takes, how it reads their pages, and what it refuses.
 */
#include "client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void html_and_base64_give_the_same(void **state)
{
    static const char plain[] = "{\"html\":\"<title>Sun</title><h1>Sun</h1><p>One fine day.\"}";
    static const char coded[] =
        "{\"html_base64\":"
        "\"PHRpdGxlPlN1bjwvdGl0bGU+PGgxPlN1bjwvaDE+PHA+T25lIGZpbmUgZGF5Lg==\"}";
    json_t *a = client_extract_text(plain, strlen(plain), 200);
    json_t *b = client_extract_text(coded, strlen(coded), 200);
    static const char *const differ[] = {"id", "timings_ms", "encoding"};

    (void)state;
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(a, "encoding"), "source")), "json");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(b, "encoding"), "source")), "utf8-valid");
    for (size_t i = 0; i < 3; i++) {
        json_object_del(a, differ[i]);
        json_object_del(b, differ[i]);
    }
    assert_int_equal(json_object_size(a), json_object_size(b));
    assert_true(json_equal(a, b));
    json_decref(a);
    json_decref(b);
}

static void a_byte_order_mark_is_not_counted(void **state)
{
    /* EF BB BF, then "<p>Rain" */
    static const char coded[] =
        "{\"html_base64\":\"77u/PHA+UmFpbg==\",\"include\":[\"source\",\"line_offsets\"]}";
    json_t *answer = client_extract_text(coded, strlen(coded), 200);
    const json_t *stats = json_object_get(answer, "stats");

    (void)state;
    assert_string_equal(json_string_value(json_object_get(answer, "source")), "<p>Rain");
    assert_int_equal(client_integer(stats, "input_bytes"), 10);
    assert_int_equal(client_integer(stats, "decoded_bytes"), 7);
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(answer, "encoding"), "source")), "bom");
    json_decref(answer);
}

static void a_nul_is_part_of_the_page(void **state)
{
    static const char body[] =
        "{\"html\":\"<p>one\\u0000two three four\",\"include\":[\"source\",\"text\"]}";
    json_t *answer = client_extract_text(body, strlen(body), 200);
    const json_t *source = json_object_get(answer, "source");
    const json_t *text = json_object_get(json_object_get(answer, "content"), "text");

    (void)state;
    assert_int_equal(json_string_length(source), strlen("<p>one two three four"));
    assert_int_equal(json_string_value(source)[6], '\0');
    assert_true(json_is_string(text));
    assert_null(memchr(json_string_value(text), '\0', json_string_length(text)));
    json_decref(answer);
}

static void lone_surrogates_are_replaced(void **state)
{
    static const char body[] = "{\"html\":\"<p>a\\ud800b \\ud83c\\udf27 \\udc00\","
                               "\"include\":[\"source\"]}";
    json_t *answer = client_extract_text(body, strlen(body), 200);

    (void)state;
    assert_string_equal(json_string_value(json_object_get(answer, "source")),
                        "<p>a\xEF\xBF\xBD"
                        "b \xF0\x9F\x8C\xA7 \xEF\xBF\xBD");
    assert_true(client_has_warning(answer, "lone-surrogate-replaced"));
    json_decref(answer);
}

static void a_page_of_a_megabyte_is_read_whole(void **state)
{
    enum { PARAGRAPHS = 1 << 14 };
    static const char paragraph[] =
        "<p>Sixty-four bytes of text and tag stand in each paragraph.</p>\n";
    size_t length = strlen(paragraph);
    char *html = malloc(length * PARAGRAPHS + 1);

    (void)state;
    for (size_t i = 0; i < PARAGRAPHS; i++) {
        memcpy(html + i * length, paragraph, length);
    }
    html[length * PARAGRAPHS] = '\0';
    json_t *answer = client_extract(
        json_pack("{s:s, s:{s:s}}", "html", html, "options", "algorithm", "addanag"), 200);

    assert_int_equal(client_integer(json_object_get(answer, "stats"), "lines"), PARAGRAPHS);
    assert_int_equal(client_integer(json_object_get(answer, "stats"), "content_lines"), PARAGRAPHS);
    assert_int_equal(client_integer(json_object_get(answer, "content"), "words"), 11 * PARAGRAPHS);
    json_decref(answer);
    free(html);
}

static void an_invalid_byte_is_replaced(void **state)
{
    /* <p>a b FF c, declared as UTF-8 */
    json_t *answer = client_extract(json_pack("{s:s, s:s}", "html_base64", "PHA+YSBi/yBj",
                                              "content_type", "text/html; charset=utf-8"),
                                    200);
    const json_t *text = json_object_get(json_object_get(answer, "content"), "text");

    (void)state;
    assert_string_equal(json_string_value(text), "a b\xEF\xBF\xBD c");
    assert_int_equal(client_integer(json_object_get(answer, "encoding"), "replacements"), 1);
    assert_true(client_has_warning(answer, "replacement-characters"));
    json_decref(answer);
}

/* Bytes are read back; a string stays as it came, as its positions count: what a browser shows of
 * it, with the characters that controls of C1 are in windows-1252. */
static void what_was_encoded_twice_is_read_back(void **state)
{
    static const char page[] = "<p>the mill\xC3\xA2\xC2\x80\xC2\x99s wheel turns";
    /* the same page */
    json_t *answer = client_extract(
        json_pack("{s:s}", "html_base64", "PHA+dGhlIG1pbGzDosKAwplzIHdoZWVsIHR1cm5z"), 200);
    const json_t *text = json_object_get(json_object_get(answer, "content"), "text");

    (void)state;
    assert_string_equal(json_string_value(text), "the mill\xE2\x80\x99s wheel turns");
    assert_true(client_has_warning(answer, "encoded-twice"));
    json_decref(answer);

    answer = client_extract(json_pack("{s:s}", "html", page), 200);
    text = json_object_get(json_object_get(answer, "content"), "text");
    assert_string_equal(json_string_value(text),
                        "the mill\xC3\xA2\xE2\x82\xAC\xE2\x84\xA2s wheel turns");
    assert_true(client_has_warning(answer, "encoded-twice"));
    json_decref(answer);
}

/* --- refusals */

typedef struct {
    const char *body;
    const char *code;
    const char *pointer; /* of the first error; NULL: not looked at */
} refusal;

static const refusal refusals[] = {
    {"", "empty-body", NULL},
    {"{", "invalid-json", NULL},
    {"{\"html\":\"a\"} x", "invalid-json", NULL},
    {"{\"html\":\"a\",\"html\":\"b\"}", "invalid-json", NULL},
    {"{\"html\":\"\xFF\"}", "invalid-json", NULL},
    {"[]", "invalid-request", "#"},
    {"{}", "invalid-request", NULL},
    {"{\"html\":\"a\",\"html_base64\":\"YQ==\"}", "invalid-request", NULL},
    {"{\"html\":1}", "invalid-request", "#/html"},
    {"{\"html\":\"a\",\"nope\":1}", "unknown-member", "#/nope"},
    {"{\"html\":\"a\",\"options\":{\"nope\":1}}", "unknown-member", "#/options/nope"},
    {"{\"html\":\"a\",\"include\":[\"text\",\"ranges\",\"htm\"]}", "invalid-request",
     "#/include/2"},
    {"{\"html\":\"a\",\"options\":{\"algorithm\":\"nope\"}}", "invalid-request",
     "#/options/algorithm"},
    {"{\"html\":\"a\",\"options\":{\"algorithm\":\"addanag\",\"params\":{\"gap\":0}}}",
     "invalid-request", "#/options/params/gap"},
    {"{\"html\":\"a\",\"options\":{\"algorithm\":\"addanag\",\"params\":{\"nope\":0}}}",
     "unknown-member", "#/options/params/nope"},
    {"{\"html\":\"a\",\"options\":{\"algorithm\":\"addanag\",\"params\":{\"s1\":\"bytes\"}}}",
     "unknown-member", "#/options/params/s1"},
    {"{\"html\":\"a\",\"content_type\":\"text/html\"}", "invalid-request", "#/content_type"},
    {"{\"html_base64\":\"Y!==\"}", "invalid-request", "#/html_base64"},
    {"{\"html_base64\":\"YQ=\"}", "invalid-request", "#/html_base64"},
};

static void bad_requests_are_refused_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
        const refusal *r = &refusals[i];
        json_t *problem = client_extract_text(r->body, strlen(r->body), 400);
        json_t *error = json_array_get(json_object_get(problem, "errors"), 0);

        assert_string_equal(json_string_value(json_object_get(problem, "code")), r->code);
        if (r->pointer != NULL) {
            assert_non_null(error);
            assert_string_equal(json_string_value(json_object_get(error, "pointer")), r->pointer);
        }
        json_decref(problem);
    }
}

static void all_errors_are_told_at_once(void **state)
{
    static const char body[] =
        "{\"nope\":1,\"html\":2,\"include\":[\"a\",\"text\",\"b\"],"
        "\"options\":{\"algorithm\":\"x\",\"offset_unit\":\"y\",\"max_text_chars\":0}}";
    static const char *const pointers[] = {"#/nope",
                                           "#/html",
                                           "#/include/0",
                                           "#/include/2",
                                           "#/options/algorithm",
                                           "#/options/offset_unit",
                                           "#/options/max_text_chars"};
    json_t *problem = client_extract_text(body, strlen(body), 400);
    json_t *errors = json_object_get(problem, "errors");

    (void)state;
    for (size_t i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++) {
        bool found = false;
        size_t j;
        json_t *error;

        json_array_foreach(errors, j, error)
        {
            const char *pointer = json_string_value(json_object_get(error, "pointer"));

            found = found || strcmp(pointer, pointers[i]) == 0;
        }
        if (!found) {
            fail_msg("no error at %s", pointers[i]);
        }
    }
    assert_int_equal(json_array_size(errors), sizeof(pointers) / sizeof(pointers[0]));
    json_decref(problem);
}

static void a_json_error_has_its_place(void **state)
{
    static const char body[] = "{\n  \"html\": \"a\",\n  \"include\" []\n}";
    json_t *problem = client_extract_text(body, strlen(body), 400);

    (void)state;
    assert_int_equal(client_integer(problem, "line"), 3);
    assert_in_range(client_integer(problem, "column"), 1, 14);
    assert_in_range(client_integer(problem, "position"), 20, 32);
    json_decref(problem);
}

static void loopback_is_not_fetched_from(void **state)
{
    json_t *problem = client_extract(json_pack("{s:s}", "url", "http://127.0.0.1/"), 403);

    (void)state;
    assert_string_equal(json_string_value(json_object_get(problem, "code")), "target-forbidden");
    json_decref(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(html_and_base64_give_the_same),
        cmocka_unit_test(a_byte_order_mark_is_not_counted),
        cmocka_unit_test(a_nul_is_part_of_the_page),
        cmocka_unit_test(lone_surrogates_are_replaced),
        cmocka_unit_test(a_page_of_a_megabyte_is_read_whole),
        cmocka_unit_test(an_invalid_byte_is_replaced),
        cmocka_unit_test(what_was_encoded_twice_is_read_back),
        cmocka_unit_test(bad_requests_are_refused_by_name),
        cmocka_unit_test(all_errors_are_told_at_once),
        cmocka_unit_test(a_json_error_has_its_place),
        cmocka_unit_test(loopback_is_not_fetched_from),
    };

    return cmocka_run_group_tests_name("http.requests", tests, client_start, client_stop);
}
