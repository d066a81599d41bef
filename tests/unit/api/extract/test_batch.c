/* Items with their ids and defaults, batches; memory that runs out. */
#include "unit.h"

#include "api/batch.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#define ALLOCATIONS_MAX 400
#define ITEMS_MAX       8

static api_item item_of(const char *json)
{
    return (api_item){.request_id = TEST_ID, .index = 4, .json = json, .length = strlen(json)};
}

/* The answer to an item, as JSON, owned. */
static json_t *answer_of(const char *json, const api_defaults *defaults, int status)
{
    const api_item item = item_of(json);
    api_response out;

    api_item_answer(&test_context, defaults, &item, &out);
    assert_int_equal(out.status, status);
    json_t *root = json_loadb(out.body, out.body_length, JSON_ALLOW_NUL, NULL);

    assert_non_null(root);
    assert_int_equal(json_object_size(root), 4);
    assert_int_equal(json_integer_value(json_object_get(root, "index")), 4);
    assert_int_equal(json_integer_value(json_object_get(root, "status")), status);
    assert_true(json_is_object(json_object_get(root, status == 200 ? "result" : "problem")));
    assert_null(memchr(out.body, '\n', out.body_length));
    api_response_clear(&out);
    return root;
}

static void items_are_answered(void **state)
{
    static const struct {
        const char *json;
        int status;
        const char *id;
    } cases[] = {
        {"{\"html\":\"a\"}", 200, "null"},
        {"{\"html\":\"a\",\"id\":null}", 200, "null"},
        {"{\"id\":\"\\u0000\\\"\\n\\u00e9\",\"html\":\"a\"}", 200, "\"\\u0000\\\"\\n\xC3\xA9\""},
        {"{\"id\":-5,\"html\":\"a\"}", 200, "-5"},
        {"{\"id\":1.5,\"html\":\"a\"}", 400, "null"},
        {"{\"id\":[],\"html\":\"a\"}", 400, "null"},
        {"{\"id\":\"x\"}", 400, "\"x\""},
        {"{\"id\":\"x\",\"html\":\"a\",\"b\":1}", 400, "\"x\""},
        {"{\"id\":\"x\",\"html\":", 400, "null"},
        {"[]", 400, "null"},
        {"5", 400, "null"},
        {"{\"id\":\"x\",\"url\":\"http://a.example/\"}", 404, "\"x\""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        json_t *root = answer_of(cases[i].json, NULL, cases[i].status);
        char *id = json_dumps(json_object_get(root, "id"), JSON_ENCODE_ANY);

        assert_string_equal(id, cases[i].id);
        free(id);
        json_decref(root);
    }
}

static void a_refused_item_keeps_its_id(void **state)
{
    static const struct {
        const char *json;
        const char *id;
    } cases[] = {
        {"{\"html\":\"\\\"id\\\":1\",\"id\":\"x\"}", "\"x\""},
        {"{\"id\":7,\"html\":", "7"}, /* no more is read than necessary */
        {"{\"id\":{}}", "null"},
        {"{\"id\":\"x}", "null"},
        {"[\"id\"]", "null"},
        {"", "null"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const api_item item = item_of(cases[i].json);
        api_response out;

        api_item_refuse(&test_context, &item, "queue-full", 0, 3, &out);
        assert_int_equal(out.status, 503);
        json_t *root = json_loadb(out.body, out.body_length, JSON_ALLOW_NUL, NULL);
        char *id = json_dumps(json_object_get(root, "id"), JSON_ENCODE_ANY);
        const json_t *problem = json_object_get(root, "problem");

        assert_string_equal(id, cases[i].id);
        assert_int_equal(json_integer_value(json_object_get(problem, "retry_after")), 3);
        free(id);
        json_decref(root);
        api_response_clear(&out);
    }
}

static const char *used_algorithm(const json_t *root)
{
    const json_t *algorithm = json_object_get(json_object_get(root, "result"), "algorithm");

    return json_string_value(json_object_get(algorithm, "id"));
}

static void defaults_hold_where_an_item_is_silent(void **state)
{
    static const char text[] = "{\"include\":[],\"options\":{\"algorithm\":\"r2l\",\"fetch\":{}}}";
    api_response refusal;
    api_defaults *defaults = api_defaults_read(TEST_ID, text, strlen(text), &refusal);

    (void)state;
    assert_non_null(defaults);
    json_t *root = answer_of("{\"html\":\"a\",\"options\":null}", defaults, 200);

    assert_string_equal(used_algorithm(root), "r2l");
    assert_true(json_is_null(json_object_get(json_object_get(root, "result"), "content")));
    json_decref(root);
    root = answer_of("{\"html\":\"a\",\"include\":[\"text\"],\"options\":{}}", defaults, 200);
    assert_string_not_equal(used_algorithm(root), "r2l");
    assert_false(json_is_null(json_object_get(json_object_get(root, "result"), "content")));
    json_decref(root);
    api_defaults_free(defaults);
}

static void defaults_are_checked(void **state)
{
    static const char *const bad[] = {"[]",
                                      "{",
                                      "",
                                      "{\"include\":[\"x\"]}",
                                      "{\"html\":\"a\"}",
                                      "{\"options\":{\"x\":1}}",
                                      "{\"options\":[]}",
                                      "{\"options\":{\"params\":{\"gap\":-1}}}"};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        api_response refusal;

        assert_null(api_defaults_read(TEST_ID, bad[i], strlen(bad[i]), &refusal));
        assert_int_equal(refusal.status, 400);
        api_response_clear(&refusal);
    }
}

/* Handles a batch; the caller clears the response. */
static void post_batch(const char *media, const char *accept, dana_view body, api_response *out)
{
    const api_request request = {.id = TEST_ID,
                                 .method = "POST",
                                 .path = "/v1/extract/batch",
                                 .content_type = media,
                                 .accept = accept,
                                 .content_length = -1,
                                 .body = body.data,
                                 .body_length = body.length};
    const api_route *route = api_route_head(&test_context, &request, out);

    assert_non_null(route);
    assert_int_equal(api_route_place(route), API_WORKER);
    api_handle(&test_context, route, &request, out);
}

static const struct {
    const char *media;
    const char *body;
    int status; /* 0: a batch */
    const char *items[ITEMS_MAX];
} bodies[] = {
    {"application/json", "{\"items\":[]}", 0, {NULL}},
    {"application/json",
     "\xEF\xBB\xBF {\"options\":{},\"items\": [ {\"a\":1} , \"b]\",3]} \n",
     0,
     {"{\"a\":1}", "\"b]\"", "3"}},
    {"application/json", "{\"items\":[1,2,3,4,5]}", 0, {"1", "2", "3", "4", "5"}},
    {"application/json", "{\"items\":[1,2,3,4,5,6]}", 413, {NULL}},
    {"application/json", "{\"items\":[1,2}", 400, {NULL}},
    {"application/json", "{\"items\":null}", 400, {NULL}},
    {"application/json", "{\"items\":[]", 400, {NULL}},
    {"application/json", "{\"it\\ud800ems\":[]}", 400, {NULL}},
    {"application/json", "{\"a\":1}", 400, {NULL}},
    {"application/json", "{\"\\x\":1}", 400, {NULL}},
    {"application/json", "\"items\"", 400, {NULL}},
    {"application/json", "\"items", 400, {NULL}},
    {"application/x-ndjson", "1\n\n \t\r\n2\r\n3", 0, {"1", "2\r", "3"}},
    {"application/x-ndjson", "\n", 0, {NULL}},
    /* Lines have no limit. */
    {"application/x-ndjson", "1\n2\n3\n4\n5\n6\n", 0, {"1", "2", "3", "4", "5", "6"}},
    {"application/x-ndjson; charset=utf-8", "1", 0, {"1"}},
    {"application/x-ndjson", "", 400, {NULL}},
};

static void batches_are_split(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        dana_view body = copy_of(bodies[i].body);
        api_response out;
        size_t count = 0;

        post_batch(bodies[i].media, NULL, body, &out);
        assert_int_equal(out.status, bodies[i].status);
        assert_int_equal(out.batch != NULL, bodies[i].status == 0);
        for (; out.batch != NULL && bodies[i].items[count] != NULL; count++) {
            api_item item;

            assert_true(api_batch_next(out.batch, &item));
            assert_view((dana_view){item.json, item.length}, bodies[i].items[count]);
        }
        if (out.batch != NULL) {
            api_item none;

            assert_false(api_batch_next(out.batch, &none));
            assert_int_equal(api_batch_count(out.batch), count);
        }
        api_response_clear(&out);
        free_view(body);
    }
}

/* A batch whose lines have not come has what its head says. */
static void a_batch_begins_with_its_head(void **state)
{
    static const api_parameter good[] = {PARAMETER("include", "text")};
    static const api_parameter bad[] = {PARAMETER("include", "nonsense")};
    api_request head = {.id = TEST_ID,
                        .method = "POST",
                        .path = "/v1/extract/batch",
                        .content_type = "application/x-ndjson",
                        .parameters = good,
                        .parameter_count = 1,
                        .content_length = 1LL << 40};
    api_response refusal;
    const api_route *route = api_route_head(&test_context, &head, &refusal);

    (void)state;
    assert_non_null(route);
    assert_true(api_route_takes_items(&test_context, route, &head));
    api_batch *batch = api_batch_open(&test_context, &head, &refusal);
    assert_non_null(batch);
    assert_non_null(api_batch_defaults(batch));
    assert_false(api_batch_is_ordered(batch));
    api_batch_free(batch);
    head.parameters = bad;
    assert_null(api_batch_open(&test_context, &head, &refusal));
    assert_int_equal(refusal.status, 400);
    api_response_clear(&refusal);
    /* As a whole, when it is coded. */
    head.content_encoding = "gzip";
    assert_false(api_route_takes_items(&test_context, route, &head));
    assert_null(api_route_head(&test_context, &head, &refusal));
    assert_int_equal(refusal.status, 413);
    api_response_clear(&refusal);
}

static void a_line_that_is_too_long_is_named(void **state)
{
    const api_item item = {.request_id = TEST_ID, .index = 16, .is_line = true};
    api_response out;

    (void)state;
    api_item_refuse(&test_context, &item, "body-too-large", 1000, 0, &out);
    assert_int_equal(out.status, 413);
    json_t *root = json_loadb(out.body, out.body_length, 0, NULL);
    const json_t *problem = json_object_get(root, "problem");
    assert_int_equal(json_integer_value(json_object_get(root, "index")), 16);
    assert_int_equal(json_integer_value(json_object_get(problem, "limit")), 1000);
    assert_string_equal(json_string_value(json_object_get(problem, "detail")),
                        "Line 17 has more than 1000 bytes.");
    json_decref(root);
    api_response_clear(&out);
}

/* An error in a part of the body is reported with its position in the body after a BOM. */
static void broken_batches_have_a_position(void **state)
{
    static const struct {
        const char *body;
        json_int_t line;
        json_int_t column;
        json_int_t position;
    } cases[] = {
        {"{\"items\":[],\"options\":{\"a\":}}", 1, 28, 28},
        {"{\"items\":[],\n\"options\":\n {\"a\":}}", 3, 7, 31},
        {"\xEF\xBB\xBF{\"items\":[1}", 1, 13, 12},
        {"{\"items\":[\"\xD8\xA8\xD8\xA8\" 1]}", 1, 16, 17},
        {"{\"items\":[],\"items\\u0000\":[]}", 1, 13, 12},
        {"{\"items\\u0000\":[]}", 1, 2, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        dana_view body = copy_of(cases[i].body);
        api_response out;

        post_batch("application/json", NULL, body, &out);
        assert_int_equal(out.status, 400);
        json_t *problem = json_loadb(out.body, out.body_length, 0, NULL);

        assert_string_equal(json_string_value(json_object_get(problem, "code")), "invalid-json");
        assert_int_equal(json_integer_value(json_object_get(problem, "line")), cases[i].line);
        assert_int_equal(json_integer_value(json_object_get(problem, "column")), cases[i].column);
        assert_int_equal(json_integer_value(json_object_get(problem, "position")),
                         cases[i].position);
        json_decref(problem);
        api_response_clear(&out);
        free_view(body);
    }
}

static void all_errors_of_a_batch_are_told(void **state)
{
    static const char *const pointers[] = {"#/a", "#/b", "#"};
    dana_view body = copy_of("{\"a\":1,\"options\":{},\"b\":{}}");
    api_response out;

    (void)state;
    post_batch("application/json", NULL, body, &out);
    assert_int_equal(out.status, 400);
    json_t *problem = json_loadb(out.body, out.body_length, 0, NULL);
    json_t *errors = json_object_get(problem, "errors");

    assert_string_equal(json_string_value(json_object_get(problem, "code")), "unknown-member");
    assert_int_equal(json_array_size(errors), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(
            json_string_value(json_object_get(json_array_get(errors, i), "pointer")), pointers[i]);
    }
    json_decref(problem);
    api_response_clear(&out);
    free_view(body);
}

static void parts_make_an_answer(void **state)
{
    static const struct {
        const char *accept;
        bool ordered;
        const char *answer;
    } cases[] = {
        {"application/json", true, "{\"results\":[A,A],\"summary\":{\"ok\":2,\"failed\":1}}\n"},
        {"application/x-ndjson", false, "A\nA\n{\"summary\":{\"ok\":2,\"failed\":1}}\n"},
    };
    static const api_batch_part order[] = {API_BATCH_OPENING, API_BATCH_ENDING, API_BATCH_SEPARATOR,
                                           API_BATCH_ENDING, API_BATCH_CLOSING};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char part[API_BATCH_PART_SIZE];
        char answer[256] = "";
        api_response out;

        post_batch("application/json", cases[i].accept, (dana_view){"{\"items\":[]}", 12}, &out);
        assert_string_equal(api_batch_media_type(out.batch), cases[i].accept);
        assert_int_equal(api_batch_is_ordered(out.batch), cases[i].ordered);
        for (size_t p = 0; p < sizeof(order) / sizeof(order[0]); p++) {
            size_t used = strlen(answer);
            bool is_result = order[p] == API_BATCH_ENDING;

            api_batch_write_part(out.batch, order[p], 2, 1, part);
            snprintf(answer + used, sizeof(answer) - used, "%s%s", is_result ? "A" : "", part);
        }
        assert_string_equal(answer, cases[i].answer);
        api_response_clear(&out);
    }
}

static void memory_that_runs_out_is_a_result(void **state)
{
    const api_item item = item_of("{\"id\":\"x\",\"html\":\"<p>a b c d\",\"include\":[\"text\"]}");
    int status = 0;
    long n = 0;

    (void)state;
    for (; n < ALLOCATIONS_MAX && status != 200; n++) {
        api_response out;

        fail_allocations_after(n);
        api_item_answer(&test_context, NULL, &item, &out);
        fail_allocations_after(-1);
        status = out.status;
        assert_true(status == 200 || status == 500);
        assert_non_null(out.body);
        assert_memory_equal(out.body, "{\"index\":4,\"id\":", 16);
        api_response_clear(&out);
    }
    assert_true(n > 10);
    assert_int_equal(status, 200);
}

static void memory_that_runs_out_refuses_a_batch(void **state)
{
    static const char body[] =
        "{\"include\":[\"text\"],\"options\":{\"params\":{}},\"items\":[1,2]}";
    bool done = false;
    long n = 0;

    (void)state;
    for (; n < ALLOCATIONS_MAX && !done; n++) {
        api_response out;

        fail_allocations_after(n);
        post_batch("application/json", NULL, (dana_view){body, strlen(body)}, &out);
        fail_allocations_after(-1);
        done = out.batch != NULL;
        assert_true(done || out.status == 500);
        api_response_clear(&out);
    }
    assert_true(n > 10);
    assert_true(done);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_answered),
        cmocka_unit_test(a_refused_item_keeps_its_id),
        cmocka_unit_test(broken_batches_have_a_position),
        cmocka_unit_test(all_errors_of_a_batch_are_told),
        cmocka_unit_test(defaults_hold_where_an_item_is_silent),
        cmocka_unit_test(defaults_are_checked),
        cmocka_unit_test(batches_are_split),
        cmocka_unit_test(a_batch_begins_with_its_head),
        cmocka_unit_test(a_line_that_is_too_long_is_named),
        cmocka_unit_test(parts_make_an_answer),
        cmocka_unit_test(memory_that_runs_out_is_a_result),
        cmocka_unit_test(memory_that_runs_out_refuses_a_batch),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
