/* The endpoints other than /v1/extract: every allocation of JSON fails in turn. */
#include "unit.h"

#include "support.h"

#define ALLOCATIONS_MAX 4000

static const struct {
    const char *path;
    const char *body;
} requests[] = {
    {"/v1/trends",
     "{\"period\":\"month\",\"queries\":[{\"name\":\"a\",\"keywords\":[\"b\",\"c d\"]}],"
     "\"documents\":[{\"date\":\"2001-02\",\"text\":\"b c d\"},"
     "{\"date\":\"2001-03-04\",\"html\":\"<p>b c d and more of it\"}]}"},
    {"/v1/headline", "{\"html\":\"<title>a b</title><h1>a b</h1><p>a c\","
                     "\"algorithm\":\"titlefinder:metric=osm\"}"},
    {"/v1/evaluate", "{\"gold\":\"a b c d e\",\"html\":\"<p>a b c d e f\"}"},
    {"/v1/evaluate", "{\"gold\":\"a b c d e\",\"text\":\"a b\"}"},
};

static int post(const char *path, const char *body)
{
    api_response out;
    api_request request = {.id = TEST_ID,
                           .method = "POST",
                           .path = path,
                           .content_type = "application/json",
                           .content_length = -1,
                           .body = body,
                           .body_length = strlen(body)};
    const api_route *route = api_route_head(&test_context, &request, &out);

    assert_non_null(route);
    api_handle(&test_context, route, &request, &out);
    int status = out.status;

    assert_true(status == 200 || out.body != NULL);
    api_response_clear(&out);
    return status;
}

/* A request with an error is not processed. */
static void wrong_requests_are_refused_whole(void **state)
{
    static const struct {
        const char *path;
        const char *body;
    } cases[] = {
        {"/v1/trends", "{\"algorithm\":\"x\",\"queries\":[{\"name\":\"a\",\"keywords\":[\"b\"]}],"
                       "\"documents\":[{\"date\":\"2001\",\"html\":\"<p>b\"}]}"},
        {"/v1/trends",
         "{\"algorithm\":\"auto,bte\",\"queries\":[{\"name\":\"a\",\"keywords\":[\"b\"]}],"
         "\"documents\":[{\"date\":\"2001\",\"html\":\"<p>b\"}]}"},
        {"/v1/trends", "{\"period\":\"x\",\"queries\":[{\"name\":\"a\",\"keywords\":[\"b\"]}],"
                       "\"documents\":[{\"date\":\"x\",\"html\":\"<p>b\"}]}"},
        {"/v1/trends", "{\"queries\":[],\"documents\":[{\"date\":\"2001\",\"html\":\"<p>b\"}]}"},
        {"/v1/headline", "{\"html\":\"<h1>a\",\"algorithm\":\"x\"}"},
        {"/v1/headline", "{\"html\":\"<h1>a\",\"algorithm\":\"bte\"}"},
        {"/v1/evaluate", "{\"gold\":\"a\",\"html\":\"<p>b\",\"algorithms\":\"bte,x\"}"},
        {"/v1/extract",
         "{\"html\":\"<p>b\",\"options\":{\"algorithm\":\"x\",\"params\":{\"gap\":5}}}"},
        {"/v1/extract", "{\"html\":\"<p>b\",\"options\":{\"headline_algorithm\":\"x\","
                        "\"headline_params\":{\"metric\":\"tf\"},\"plot\":\"bte,x\"}}"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(post(cases[i].path, cases[i].body), 400);
    }
}

static void memory_that_runs_out_is_answered(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        long n = 0;
        int status = 0;

        for (; n < ALLOCATIONS_MAX && status != 200; n++) {
            fail_allocations_after(n);
            status = post(requests[i].path, requests[i].body);
            fail_allocations_after(-1);
            assert_true(status == 200 || status == 500);
        }
        assert_true(n > 10);
        assert_int_equal(status, 200);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_requests_are_refused_whole),
        cmocka_unit_test(memory_that_runs_out_is_answered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
