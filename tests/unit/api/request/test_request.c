/* Every kind of invalid request, with its code and pointer. */
#include "unit.h"

#include "http/errors.h"
#include "support.h"

static const struct {
    const char *body;
    const char *code;
    const char *pointer; /* of the first error; NULL: no errors member */
} wrong[] = {
    {"{\"html\":1}", "invalid-request", "#/html"},
    {"{\"html\":\"<p>\",\"html_base64\":\"PHA+\"}", "invalid-request", "#"},
    {"{}", "invalid-request", "#"},
    {"{\"html\":null}", "invalid-request", "#"},
    {"[]", "invalid-request", "#"},
    {"\"html\"", "invalid-request", "#"},
    {"{\"html\":\"x\",\"htlm\":\"y\"}", "unknown-member", "#/htlm"},
    {"{\"html\":\"x\",\"a/b~c\":1}", "unknown-member", "#/a~1b~0c"},
    {"{\"html\":\"x\",\"base_url\":7}", "invalid-request", "#/base_url"},
    {"{\"url\":\"http://a/\",\"base_url\":\"http://a/\"}", "invalid-request", "#/base_url"},
    {"{\"url\":\"http://a/\\u0000\"}", "invalid-request", "#/url"},
    {"{\"html\":\"x\",\"include\":\"text\"}", "invalid-request", "#/include"},
    {"{\"html\":\"x\",\"include\":[\"text\",\"ranges\",\"pdf\"]}", "invalid-request",
     "#/include/2"},
    {"{\"html\":\"x\",\"include\":[7]}", "invalid-request", "#/include/0"},
    {"{\"html\":\"x\",\"include\":[\"text\\u0000\"]}", "invalid-request", "#/include/0"},
    {"{\"html\":\"x\",\"content_type\":\"text/html\"}", "invalid-request", "#/content_type"},
    {"{\"html_base64\":\"PHA+\",\"content_type\":\"text/html\\u0000\"}", "invalid-request",
     "#/content_type"},
    {"{\"html_base64\":\"PHA\"}", "invalid-request", "#/html_base64"},
    {"{\"html_base64\":\"P*A+\"}", "invalid-request", "#/html_base64"},
    {"{\"html\":\"x\",\"options\":[]}", "invalid-request", "#/options"},
    {"{\"html\":\"x\",\"options\":{\"fetch\":{}}}", "invalid-request", "#/options/fetch"},
    {"{\"url\":\"http://a/\",\"options\":{\"fetch\":{\"timeout_ms\":0}}}", "invalid-request",
     "#/options/fetch/timeout_ms"},
    {"{\"url\":\"http://a/\",\"options\":{\"fetch\":{\"max_redirects\":21}}}", "invalid-request",
     "#/options/fetch/max_redirects"},
    {"{\"url\":\"http://a/\",\"options\":{\"fetch\":{\"accept_error_status\":1}}}",
     "invalid-request", "#/options/fetch/accept_error_status"},
    {"{\"url\":\"http://a/\",\"options\":{\"fetch\":{\"proxy\":\"b\"}}}", "unknown-member",
     "#/options/fetch/proxy"},
    {"{\"html\":\"x\",\"options\":{\"timeout_ms\":0}}", "invalid-request", "#/options/timeout_ms"},
    {"{\"html\":\"x\",\"options\":{\"algorithm\":\"readability\"}}", "invalid-request",
     "#/options/algorithm"},
    {"{\"html\":\"x\",\"options\":{\"algorithm\":\"titlefinder\"}}", "invalid-request",
     "#/options/algorithm"},
    {"{\"html\":\"x\",\"options\":{\"algorithm\":\"addanag\",\"params\":{\"gap\":0}}}",
     "invalid-request", "#/options/params/gap"},
    {"{\"html\":\"x\",\"options\":{\"algorithm\":\"addanag\",\"params\":{\"gap\":1.5}}}",
     "invalid-request", "#/options/params/gap"},
    {"{\"html\":\"x\",\"options\":{\"algorithm\":\"addanag\",\"params\":{\"filter\":4}}}",
     "invalid-request", "#/options/params/filter"},
    {"{\"html\":\"x\",\"options\":{\"algorithm\":\"danag\",\"params\":{\"metric\":1}}}",
     "unknown-member", "#/options/params/metric"},
    {"{\"html\":\"x\",\"options\":{\"algorithm\":\"addanag\",\"params\":{\"gap\":\"au\\u0000to\"}}"
     "}",
     "invalid-request", "#/options/params/gap"},
    {"{\"html\":\"x\",\"options\":{\"algorithm\":\"combine\",\"params\":{\"expression\":\"vote(lqf)"
     "\"}}}",
     "invalid-request", "#/options/params/expression"},
    {"{\"html\":\"x\",\"options\":{\"algorithm\":\"combine\",\"params\":{\"expression\":1}}}",
     "invalid-request", "#/options/params/expression"},
    {"{\"html\":\"x\",\"options\":{\"algorithm\":\"combine\",\"params\":{\"expression\":"
     "\"lqf\\u0000\"}}}",
     "invalid-request", "#/options/params/expression"},
    {"{\"html\":\"x\",\"options\":{\"headline_algorithm\":\"h1\"}}", "invalid-request",
     "#/options/headline_algorithm"},
    {"{\"html\":\"x\",\"options\":{\"headline_algorithm\":\"titlefinder\","
     "\"headline_params\":{\"metric\":\"bm25\"}}}",
     "invalid-request", "#/options/headline_params/metric"},
    {"{\"html\":\"x\",\"options\":{\"offset_unit\":\"bytes\"}}", "invalid-request",
     "#/options/offset_unit"},
    {"{\"html\":\"x\",\"options\":{\"select\":7}}", "invalid-request", "#/options/select"},
    {"{\"html\":\"x\",\"options\":{\"select\":\"a..b\"}}", "invalid-request", "#/options/select"},
    {"{\"html\":\"x\",\"options\":{\"select\":[\"a\",7]}}", "invalid-request",
     "#/options/select/1"},
    {"{\"html\":\"x\",\"options\":{\"select\":[\"a\"],\"remove\":[\"a\",\"b\",\"a\\u0000\"]}}",
     "invalid-request", "#/options/remove/2"},
    {"{\"html\":\"x\",\"options\":{\"favor\":\"speed\"}}", "invalid-request", "#/options/favor"},
    {"{\"html\":\"x\",\"options\":{\"favor\":\"recall\\u0000\"}}", "invalid-request",
     "#/options/favor"},
    {"{\"html\":\"x\",\"options\":{\"favor\":\"recall\",\"algorithm\":\"bte\"}}", "invalid-request",
     "#/options/favor"},
    {"{\"html\":\"x\",\"options\":{\"repeats\":\"fold\",\"algorithm\":\"bte\"}}", "invalid-request",
     "#/options/repeats"},
    {"{\"html\":\"x\",\"options\":{\"links\":\"no\"}}", "invalid-request", "#/options/links"},
    {"{\"html\":\"x\",\"options\":{\"images\":0}}", "invalid-request", "#/options/images"},
    {"{\"html\":\"x\",\"options\":{\"tables\":[]}}", "invalid-request", "#/options/tables"},
    {"{\"html\":\"x\",\"options\":{\"comments\":\"yes\"}}", "invalid-request",
     "#/options/comments"},
    {"{\"html\":\"x\",\"options\":{\"max_text_chars\":0}}", "invalid-request",
     "#/options/max_text_chars"},
    {"{\"html\":\"x\",\"options\":{\"max_text_chars\":\"9\"}}", "invalid-request",
     "#/options/max_text_chars"},
    {"{\"html\":\"x\",\"options\":{\"max_text_chars\":20.0}}", "invalid-request",
     "#/options/max_text_chars"},
    {"{\"html\":\"x\",\"options\":{\"timeout_ms\":2e1}}", "invalid-request",
     "#/options/timeout_ms"},
    {"{\"html\":\"x\",\"options\":{\"timeout_ms\":-0}}", "invalid-request", "#/options/timeout_ms"},
    {"{\"html\":\"x\",\"options\":{\"timeout_ms\":9223372036854775808}}", "invalid-json", NULL},
    {"{\"html\":\"x\",\"options\":{\"timeout_ms\":1e400}}", "invalid-json", NULL},
    {"{\"html\":\"x\",\"html\":\"y\"}", "invalid-json", NULL},
    {"{\"html\":\"x\"", "invalid-json", NULL},
    {"{\"html\":\"\xFF\"}", "invalid-json", NULL},
    {"", "empty-body", NULL},
};

static void wrong_requests_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        json_t *problem = extract_json(wrong[i].body, 400);
        json_t *first = json_array_get(json_object_get(problem, "errors"), 0);

        assert_string_equal(json_string_value(json_object_get(problem, "code")), wrong[i].code);
        assert_string_equal(json_string_value(json_object_get(problem, "request_id")), TEST_ID);
        assert_string_equal(json_string_value(json_object_get(problem, "instance")),
                            "urn:uuid:" TEST_ID);
        if (wrong[i].pointer == NULL) {
            assert_null(first);
        } else {
            assert_string_equal(json_string_value(json_object_get(first, "pointer")),
                                wrong[i].pointer);
            assert_true(strlen(json_string_value(json_object_get(first, "detail"))) > 5);
        }
        json_decref(problem);
    }
}

static void all_errors_are_told(void **state)
{
    json_t *problem = extract_json("{\"html\":2,\"x\":1,\"include\":[\"a\",\"b\"],"
                                   "\"options\":{\"y\":1,\"params\":{\"gap\":-5,\"z\":1}}}",
                                   400);

    (void)state;
    assert_int_equal(json_array_size(json_object_get(problem, "errors")), 7);
    json_decref(problem);
}

/* The response to a body with very many errors is not longer than the body. */
static void errors_are_bounded(void **state)
{
    char body[3000] = "{\"html\":\"x\",\"y\":1,\"include\":[0";
    size_t used = strlen(body);

    (void)state;
    for (int i = 0; i < 1000; i++) {
        body[used++] = ',';
        body[used++] = '0';
    }
    memcpy(body + used, "]}", 3);
    json_t *problem = extract_json(body, 400);
    json_t *errors = json_object_get(problem, "errors");

    assert_int_equal(json_array_size(errors), API__ERRORS_MAX);
    assert_string_equal(json_string_value(json_object_get(json_array_get(errors, 99), "pointer")),
                        "#/include/99");
    json_decref(problem);
}

static void an_unknown_algorithm_is_one_error(void **state)
{
    json_t *problem = extract_json("{\"html\":\"x\",\"options\":{\"algorithm\":\"best\","
                                   "\"params\":{\"depth\":1,\"gap\":0}}}",
                                   400);

    (void)state;
    assert_int_equal(json_array_size(json_object_get(problem, "errors")), 1);
    json_decref(problem);
}

static void json_errors_have_a_position(void **state)
{
    json_t *problem = extract_json("{\"html\":\n  tru}", 400);

    (void)state;
    assert_int_equal(json_integer_value(json_object_get(problem, "line")), 2);
    assert_true(json_integer_value(json_object_get(problem, "column")) >= 3);
    assert_true(json_integer_value(json_object_get(problem, "position")) >= 12);
    json_decref(problem);
}

static void long_names_are_cut_not_broken(void **state)
{
    char body[3000] = "{\"html\":\"x\",\"";
    size_t used = strlen(body);

    (void)state;
    for (int i = 0; i < 1000; i++) {
        body[used++] = (char)0xD8;
        body[used++] = (char)0xA8;
    }
    memcpy(body + used, "\":1}", 5);
    json_t *problem = extract_json(body, 400);

    assert_string_equal(json_string_value(json_object_get(problem, "code")), "unknown-member");
    json_t *first = json_array_get(json_object_get(problem, "errors"), 0);

    /* A cut name would be another member's, so the object that contains it is named. */
    assert_string_equal(json_string_value(json_object_get(first, "pointer")), "#");
    json_decref(problem);
}

/* Sends a page with the parameters of a query; returns the response, owned. */
static json_t *extract_query(const api_parameter *query, size_t count, int status)
{
    static const char page[] = "<p>After nine dry weeks the first rain fell.";
    api_request request = {.id = TEST_ID,
                           .method = "POST",
                           .path = "/v1/extract",
                           .content_type = "text/html",
                           .content_length = -1,
                           .parameters = query,
                           .parameter_count = count,
                           .body = page,
                           .body_length = sizeof(page) - 1};
    api_response response;

    api_handle(&test_context, api_route_head(&test_context, &request, &response), &request,
               &response);
    json_t *root = json_loadb(response.body, response.body_length, 0, NULL);

    assert_int_equal(response.status, status);
    assert_non_null(root);
    api_response_clear(&response);
    return root;
}

/* Some choices look like numbers: in a query they mean the same as strings in JSON. */
static void queries_name_choices_that_are_numbers(void **state)
{
    static const api_parameter queries[][2] = {
        {PARAMETER("params.smoothing", "3"), PARAMETER("algorithm", "dana")},
        {PARAMETER("algorithm", "fe"), PARAMETER("params.blocks", "2005")},
    };
    static const char *const values[][2] = {{"smoothing", "3"}, {"blocks", "2005"}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        json_t *answer = extract_query(queries[i], 2, 200);
        json_t *params = json_object_get(json_object_get(answer, "algorithm"), "params");

        assert_string_equal(json_string_value(json_object_get(params, values[i][0])), values[i][1]);
        json_decref(answer);
    }
}

static void wrong_queries_are_refused_where_they_are_wrong(void **state)
{
    static const struct {
        api_parameter query[2];
        const char *pointer;
    } cases[] = {
        {{PARAMETER("algorithm", "dana"), PARAMETER("algorithm", "r2l")}, "#/options/algorithm"},
        {{PARAMETER("include", "text"), PARAMETER("include", "text")}, "#/include"},
        {{PARAMETER("params.gap", "5"), PARAMETER("params.gap", "6")}, "#/options/params/gap"},
        {{PARAMETER("params", "5"), PARAMETER("params.a/b", "6")}, "#/options/params/a~1b"},
        {{PARAMETER("algorithm", "dana"), PARAMETER("params.fill", "true\0x")},
         "#/options/params/fill"},
        {{PARAMETER("algorithm", "dana"), PARAMETER("params.gap", "5\0")}, "#/options/params/gap"},
        {{PARAMETER("algorithm", "nosuch"), PARAMETER("params.smoothing", "3")},
         "#/options/algorithm"},
        {{PARAMETER("headline_algorithm", "titlefinder"), PARAMETER("headline_params.metric", "3")},
         "#/options/headline_params/metric"},
        {{PARAMETER("plot", "addanag:fill=true\0x"), PARAMETER("include", "")}, "#/options/plot"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        json_t *problem = extract_query(cases[i].query, 2, 400);
        json_t *first = json_array_get(json_object_get(problem, "errors"), 0);

        assert_string_equal(json_string_value(json_object_get(first, "pointer")), cases[i].pointer);
        json_decref(problem);
    }
}

static void urls_are_off(void **state)
{
    json_t *problem = extract_json("{\"url\":\"http://example.com/\"}", 404);

    (void)state;
    assert_string_equal(json_string_value(json_object_get(problem, "code")), "feature-disabled");
    json_decref(problem);
}

static void lone_surrogates_are_replaced(void **state)
{
    static const char *const bodies[] = {
        "{\"html\":\"<p>a\\ud800b and so on, a line</p>\"}",
        "{\"html\":\"<p>a\\uDC00b and so on, a line</p>\"}",
        "{\"html\":\"<p>a\\ud83db\\\\ud800 on, a line</p>\"}",
    };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        json_t *answer = extract_json(bodies[i], 200);
        json_t *warning = json_array_get(json_object_get(answer, "warnings"), 0);

        assert_string_equal(json_string_value(json_object_get(warning, "code")),
                            "lone-surrogate-replaced");
        assert_non_null(
            strstr(json_string_value(json_object_get(json_object_get(answer, "content"), "text")),
                   "a\xEF\xBF\xBD"
                   "b"));
        json_decref(answer);
    }
    json_t *whole = extract_json("{\"html\":\"<p>a \\ud83d\\ude00 and so on</p>\"}", 200);

    assert_int_equal(json_array_size(json_object_get(whole, "warnings")), 0);
    json_decref(whole);
}

static void a_body_may_begin_with_a_bom(void **state)
{
    json_t *answer = extract_json("\xEF\xBB\xBF{\"html\":\"<p>some text</p>\"}", 200);

    (void)state;
    json_decref(answer);
}

static void json_errors_say_what_is_wrong(void **state)
{
    static const char *const rows[][2] = {
        {"{\"html\":\"a", "The JSON ends too early"},
        {"{\"html\":\"a\"", "The JSON ends too early"},
        {"{\"html\":\"a\"} b", "There is more after the JSON value"},
        {"{\"html\":\"\xff\"}", "The JSON is not UTF-8"},
        {"{\"html\":1e999}", "A number is too large"},
        {"{\"a\\u0000\":1}", "The name of a member has a NUL"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        json_t *problem = extract_json(rows[i][0], 400);

        assert_string_equal(json_string_value(json_object_get(problem, "code")), "invalid-json");
        assert_memory_equal(json_string_value(json_object_get(problem, "detail")), rows[i][1],
                            strlen(rows[i][1]));
        json_decref(problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_requests_are_refused),
        cmocka_unit_test(all_errors_are_told),
        cmocka_unit_test(errors_are_bounded),
        cmocka_unit_test(an_unknown_algorithm_is_one_error),
        cmocka_unit_test(json_errors_have_a_position),
        cmocka_unit_test(long_names_are_cut_not_broken),
        cmocka_unit_test(queries_name_choices_that_are_numbers),
        cmocka_unit_test(wrong_queries_are_refused_where_they_are_wrong),
        cmocka_unit_test(urls_are_off),
        cmocka_unit_test(lone_surrogates_are_replaced),
        cmocka_unit_test(json_errors_say_what_is_wrong),
        cmocka_unit_test(a_body_may_begin_with_a_bom),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
