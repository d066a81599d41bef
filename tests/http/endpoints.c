/*
 * The endpoints beside /v1/extract over HTTP: what their numbers are.
 */
#include "client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static json_t *post(const char *path, const char *body)
{
    http_request request = {.path = path, .body = body, .body_length = strlen(body)};
    http_reply reply = client_send(&request);

    assert_int_equal(reply.outcome, CURLE_OK);
    assert_int_equal(reply.status, 200);
    json_t *answer = json_loads(reply.body, 0, NULL);

    assert_non_null(answer);
    http_reply_free(&reply);
    return answer;
}

static void assert_close(const json_t *value, double expected)
{
    double actual = json_number_value(value);

    assert_true(json_is_number(value) && actual > expected - 1e-6 && actual < expected + 1e-6);
}

static void trends_are_means(void **state)
{
    json_t *answer = post("/v1/trends",
                          "{\"queries\":[{\"name\":\"q\",\"keywords\":[\"gene flow\",\"drift\"]}],"
                          "\"documents\":[{\"date\":\"2001\",\"text\":\"Gene flow, drift.\"},"
                          "{\"date\":\"2001\",\"text\":\"drift\"}]}");
    const json_t *period = json_array_get(json_object_get(answer, "periods"), 0);

    (void)state;
    assert_int_equal(json_integer_value(json_object_get(period, "documents")), 2);
    /* (1 + 1 / sqrt 2) / 2 */
    assert_close(json_array_get(json_object_get(period, "means"), 0), 0.8535533906);
    json_decref(answer);
}

static void headlines_have_all_scores(void **state)
{
    json_t *answer = post("/v1/headline",
                          "{\"html\":\"<title>Rain</title><h1>Rain</h1><p>The rain fell.\"}");
    const json_t *list = json_object_get(answer, "candidates");

    (void)state;
    assert_int_equal(json_array_size(list), 2);
    for (size_t i = 0; i < json_array_size(list); i++) {
        assert_int_equal(json_object_size(json_object_get(json_array_get(list, i), "scores")), 4);
    }
    assert_close(json_object_get(json_object_get(answer, "headline"), "score"), 1.0);
    json_decref(answer);
}

static void scores_are_overlaps(void **state)
{
    json_t *answer = post("/v1/evaluate", "{\"gold\":\"one two three\",\"text\":\"One two four\"}");
    const json_t *score = json_array_get(json_object_get(answer, "scores"), 0);
    const json_t *lcs = json_object_get(json_object_get(score, "measures"), "lcs");

    (void)state;
    assert_close(json_object_get(lcs, "f1"), 2.0 / 3.0);
    json_decref(answer);
}

/* Without a base path types begin with one slash. */
static void a_problem_names_its_page(void **state)
{
    http_request request = {.path = "/v1/headline", .body = "{", .body_length = 1};
    http_reply reply = client_send(&request);
    json_t *answer = json_loads(reply.body, 0, NULL);

    (void)state;
    assert_int_equal(reply.status, 400);
    assert_string_equal(json_string_value(json_object_get(answer, "type")),
                        "/problems/invalid-json");
    json_decref(answer);
    http_reply_free(&reply);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trends_are_means),
        cmocka_unit_test(headlines_have_all_scores),
        cmocka_unit_test(a_problem_names_its_page),
        cmocka_unit_test(scores_are_overlaps),
    };

    return cmocka_run_group_tests(tests, client_start, client_stop);
}
