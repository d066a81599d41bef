/* The measurements of processed pages, and the response of /metrics. */
#include "unit.h"

#include "support.h"

/* The calls of the observer. */
typedef struct {
    unsigned count;
    api_measures last;
    bool openmetrics;
    bool out_of_memory;
} observer;

static void take(void *arg, const api_measures *measures)
{
    observer *seen = arg;

    seen->count++;
    seen->last = *measures;
}

static char *metrics(void *arg, bool openmetrics, size_t *length)
{
    observer *seen = arg;

    seen->openmetrics = openmetrics;
    *length = 5;
    return seen->out_of_memory ? NULL : strdup("a 1\n\n");
}

static api_context observed(observer *seen)
{
    api_context context = test_context;

    context.on_document = take;
    context.metrics = metrics;
    context.observer = seen;
    return context;
}

/* Sends a request and returns the status; the caller clears *out. */
static int send(const api_context *context, const char *path, const char *type, const char *accept,
                const char *body, api_response *out)
{
    api_request request = {.id = TEST_ID,
                           .method = body != NULL ? "POST" : "GET",
                           .path = path,
                           .content_type = type,
                           .accept = accept,
                           .content_length = -1,
                           .body = body != NULL ? body : "",
                           .body_length = body != NULL ? strlen(body) : 0};
    const api_route *route = api_route_head(context, &request, out);

    assert_non_null(route);
    api_handle(context, route, &request, out);
    return out->status;
}

static int post(observer *seen, const char *path, const char *type, const char *body,
                api_response *out)
{
    const api_context context = observed(seen);

    return send(&context, path, type, NULL, body, out);
}

static void reports_a_page(void **state)
{
    static const char page[] = "<title>A</title><p>eins zwei drei\n<p>vier";
    observer seen = {.count = 0};
    api_response response;

    (void)state;
    assert_int_equal(post(&seen, "/v1/extract", "text/html; charset=cp1252", page, &response), 200);
    assert_int_equal(seen.count, 1);
    assert_int_equal(seen.last.result, API_DOCUMENT_OK);
    assert_int_equal(seen.last.bytes, sizeof page - 1);
    assert_true(seen.last.lines > 0);
    assert_string_equal(seen.last.encoding, "windows-1252");
    assert_string_equal(seen.last.encoding_source, "http");
    for (size_t i = 0; i < API_STAGE_COUNT; i++) {
        assert_true(seen.last.stage_ms[i] >= 1.0); /* the clock advances with each call */
    }
    assert_int_equal(response.measures.result, seen.last.result);
    assert_memory_equal(response.measures.stage_ms, seen.last.stage_ms, sizeof seen.last.stage_ms);
    assert_null(response.problem);
    api_response_clear(&response);
}

static void reports_stages_that_ran(void **state)
{
    observer seen = {.count = 0};
    api_response response;

    (void)state;
    post(&seen, "/v1/extract", "application/json", "{\"html\":\"<p>a b c\",\"include\":[]}",
         &response);
    api_response_clear(&response);
    assert_true(seen.last.stage_ms[API_STAGE_HEADLINE] < 0.0);
    assert_true(seen.last.stage_ms[API_STAGE_SERIALIZE] >= 0.0);
    post(&seen, "/v1/headline", "application/json", "{\"html\":\"<h1>a b c</h1>\"}", &response);
    api_response_clear(&response);
    assert_int_equal(seen.count, 2);
    assert_true(seen.last.stage_ms[API_STAGE_DECODE] < 0.0);
    assert_true(seen.last.stage_ms[API_STAGE_HEADLINE] > 0.0);
    assert_string_equal(seen.last.encoding_source, "json");
}

static void reports_how_it_ended(void **state)
{
    static const struct {
        const char *body;
        const char *problem;
        unsigned count;
        api_document_result result;
    } cases[] = {
        {"{\"html\":\"<p>words are here\"}", NULL, 1, API_DOCUMENT_OK},
        {"{\"html\":\" \"}", NULL, 1, API_DOCUMENT_EMPTY},
        {"{\"html\":\"<p>words\",\"options\":{\"timeout_ms\":1}}", "processing-timeout", 1,
         API_DOCUMENT_TIMEOUT},
        {"{\"html\":1}", "invalid-request", 0, API_DOCUMENT_NONE},
        {"{", "invalid-json", 0, API_DOCUMENT_NONE},
        {"{\"url\":\"http://a.example/\"}", "feature-disabled", 0, API_DOCUMENT_NONE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        observer seen = {.count = 0};
        api_response response;
        post(&seen, "/v1/extract", "application/json", cases[i].body, &response);
        assert_int_equal(seen.count, cases[i].count);
        assert_int_equal(response.measures.result, cases[i].result);
        if (cases[i].problem == NULL) {
            assert_null(response.problem);
        } else {
            assert_string_equal(response.problem, cases[i].problem);
        }
        api_response_clear(&response);
    }
}

static void reports_what_is_too_complex(void **state)
{
    observer seen = {.count = 0};
    api_context context = observed(&seen);
    api_response response;

    (void)state;
    context.max_nodes = 3;
    assert_int_equal(
        send(&context, "/v1/extract", "text/html", NULL, "<p>a<p>b<p>c<p>d", &response), 422);
    assert_int_equal(seen.last.result, API_DOCUMENT_TOO_COMPLEX);
    assert_true(seen.last.stage_ms[API_STAGE_SERIALIZE] < 0.0);
    api_response_clear(&response);
}

static void needs_no_observer(void **state)
{
    api_response response;

    (void)state;
    post_extract("{\"html\":\"<p>words are here\"}", &response);
    assert_int_equal(response.status, 200);
    assert_int_equal(response.measures.result, API_DOCUMENT_OK);
    api_response_clear(&response);
    assert_int_equal(send(&test_context, "/metrics", NULL, NULL, NULL, &response), 404);
    api_response_clear(&response);
}

static void answers_in_the_form_that_is_asked_for(void **state)
{
    static const struct {
        const char *accept;
        bool openmetrics;
    } cases[] = {
        {NULL, false},
        {"", false},
        {"*/*", false},
        {"text/plain", false},
        {"text/html", false},
        {"application/openmetrics-text", true},
        {"application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
         true},
        {"Application/OpenMetrics-Text; version=1.0.0", true},
        {"text/plain, application/openmetrics-text", false},
        {"application/openmetrics-text;q=0", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        observer seen = {.openmetrics = !cases[i].openmetrics};
        const api_context context = observed(&seen);
        api_response response;
        assert_int_equal(send(&context, "/metrics", NULL, cases[i].accept, NULL, &response), 200);
        assert_int_equal(seen.openmetrics, cases[i].openmetrics);
        assert_int_equal(response.body_length, 5);
        assert_int_equal(strncmp(response.content_type, "application/openmetrics-text", 28) == 0,
                         cases[i].openmetrics);
        api_response_clear(&response);
    }
}

static void says_that_memory_is_out(void **state)
{
    observer seen = {.out_of_memory = true};
    const api_context context = observed(&seen);
    api_response response;

    (void)state;
    assert_int_equal(send(&context, "/metrics", NULL, NULL, NULL, &response), 500);
    assert_string_equal(response.problem, "internal");
    api_response_clear(&response);
}

static void knows_routes_by_path(void **state)
{
    (void)state;
    for (size_t i = 0; i < api_route_count(); i++) {
        assert_int_equal(api_route_index(api_route_path_at(i)), i);
    }
    assert_int_equal(api_route_index("/v1/extract/"), api_route_count());
    assert_int_equal(api_route_index(""), api_route_count());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_a_page),
        cmocka_unit_test(reports_stages_that_ran),
        cmocka_unit_test(reports_how_it_ended),
        cmocka_unit_test(reports_what_is_too_complex),
        cmocka_unit_test(needs_no_observer),
        cmocka_unit_test(answers_in_the_form_that_is_asked_for),
        cmocka_unit_test(says_that_memory_is_out),
        cmocka_unit_test(knows_routes_by_path),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
