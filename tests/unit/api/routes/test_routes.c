/* Routing: requests rejected before a body is read, and the small endpoints. */
#include "unit.h"

#include "http/problems.h"
#include "support.h"

#include <stdio.h>

#include "dana/algorithm.h"

typedef struct {
    const char *method;
    const char *path;
    const char *type;
    const char *coding;
    const char *accept;
    long long length;
    int status; /* 0: accepted */
    const char *header;
    const char *value;
} head;

#define JSON    "application/json"
#define POSTED  "application/json, text/html, application/xhtml+xml"
#define METHODS "GET, HEAD, POST, OPTIONS"

static const head heads[] = {
    {"POST", "/v1/extract", JSON, NULL, NULL, 10, 0, NULL, NULL},
    {"POST", "/v1/extract", "Application/JSON; charset=utf-8", "identity", "*/*", -1, 0, NULL,
     NULL},
    {"POST", "/v1/extract", JSON, NULL, "text/html, application/*;q=0.2", 10, 0, NULL, NULL},
    {"POST", "/v1/extract", JSON, NULL, "text/html", 10, 0, NULL, NULL},
    {"POST", "/v1/extract", JSON, NULL, "application/json;q=0, text/*", 10, 0, NULL, NULL},
    {"POST", "/v1/extract", JSON, NULL, "font/woff", 10, 406, NULL, NULL},
    {"POST", "/v1/extract", JSON, NULL, "*/*;q=0", 10, 406, NULL, NULL},
    {"GET", "/v1/info", NULL, NULL, "text/html", -1, 406, NULL, NULL},
    {"GET", "/v1/info", NULL, NULL, "application/json;q=0, */*", -1, 406, NULL, NULL},
    {"GET", "/", NULL, NULL, NULL, -1, 0, NULL, NULL},
    {"GET", "/", NULL, NULL, "text/html", -1, 406, NULL, NULL}, /* the playground is off */
    {"POST", "/", NULL, NULL, NULL, -1, 405, "Allow", "GET, HEAD, OPTIONS"},
    {"GET", "/problems", NULL, NULL, "text/html", -1, 0, NULL, NULL},
    {"GET", "/problems/queue-full", NULL, NULL, "text/markdown", -1, 0, NULL, NULL},
    {"GET", "/problems/queue-full", NULL, NULL, "image/*", -1, 406, NULL, NULL},
    {"POST", "/problems/queue-full", NULL, NULL, NULL, -1, 405, "Allow", "GET, HEAD, OPTIONS"},
    {"GET", "/problems/", NULL, NULL, NULL, -1, 404, NULL, NULL},
    {"GET", "/problems/a/b", NULL, NULL, NULL, -1, 404, NULL, NULL},
    {"GET", "/openapi.json", NULL, NULL, "text/html", -1, 0, NULL, NULL},
    {"GET", "/docs", NULL, NULL, "image/*", -1, 0, NULL, NULL},
    {"GET", "/docs/guide", NULL, NULL, NULL, -1, 0, NULL, NULL},
    {"POST", "/docs", NULL, NULL, NULL, -1, 405, "Allow", "GET, HEAD, OPTIONS"},
    {"GET", "/docs/", NULL, NULL, NULL, -1, 404, NULL, NULL},
    {"POST", "/v1/extract", JSON, NULL, "application/json;q=0.05", 10, 0, NULL, NULL},
    {"POST", "/v1/extract", NULL, NULL, NULL, 10, 415, "Accept-Post", POSTED},
    {"POST", "/v1/extract", "application/jsonp", NULL, NULL, 10, 415, "Accept-Post", POSTED},
    {"POST", "/v1/extract", "text/html; charset=windows-1256", NULL, NULL, 10, 0, NULL, NULL},
    {"POST", "/v1/extract", "application/xhtml+xml", NULL, NULL, 10, 0, NULL, NULL},
    {"POST", "/v1/extract", "text/htmlx", NULL, NULL, 10, 415, "Accept-Post", POSTED},
    {"POST", "/v1/extract", JSON, "gzip", NULL, 10, 0, NULL, NULL},
    {"POST", "/v1/extract", JSON, "ZSTD", NULL, 10, 0, NULL, NULL},
    {"POST", "/v1/extract", JSON, "br", NULL, 10, 415, "Accept-Encoding", "gzip, zstd, identity"},
    {"POST", "/v1/extract", JSON, "gzip, gzip", NULL, 10, 415, "Accept-Encoding",
     "gzip, zstd, identity"},
    {"POST", "/v1/extract", JSON, NULL, NULL, (1 << 20) + 1, 413, NULL, NULL},
    {"POST", "/v1/extract", JSON, NULL, NULL, 1 << 20, 0, NULL, NULL},
    {"GET", "/v1/extract", NULL, NULL, NULL, -1, 0, NULL, NULL},
    {"PUT", "/v1/extract", NULL, NULL, NULL, -1, 405, "Allow", METHODS},
    {"OPTIONS", "/v1/extract", NULL, NULL, NULL, -1, 204, "Allow", METHODS},
    {"OPTIONS", "*", NULL, NULL, NULL, -1, 204, "Allow", "GET, HEAD, POST, PUT, OPTIONS"},
    {"DELETE", "/v1/info", NULL, NULL, NULL, -1, 405, "Allow", "GET, HEAD, OPTIONS"},
    {"BREW", "/v1/info", NULL, NULL, NULL, -1, 501, NULL, NULL},
    {"get", "/v1/info", NULL, NULL, NULL, -1, 501, NULL, NULL},
    {"GET", "/v1/info", NULL, NULL, NULL, -1, 0, NULL, NULL},
    {"HEAD", "/livez", NULL, NULL, "text/html", -1, 0, NULL, NULL},
    {"GET", "/openapi.yaml", NULL, NULL, "application/yaml", -1, 0, NULL, NULL},
    {"GET", "//", NULL, NULL, NULL, -1, 404, NULL, NULL},
    {"GET", "/v1/extract/", NULL, NULL, NULL, -1, 404, NULL, NULL},
    {"OPTIONS", "/nowhere", NULL, NULL, NULL, -1, 404, NULL, NULL},
};

static void heads_are_judged(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
        api_request request = {.id = "x",
                               .method = heads[i].method,
                               .path = heads[i].path,
                               .content_type = heads[i].type,
                               .content_encoding = heads[i].coding,
                               .accept = heads[i].accept,
                               .content_length = heads[i].length};
        api_response refusal = {0};
        const api_route *route = api_route_head(&test_context, &request, &refusal);

        assert_int_equal(route != NULL, heads[i].status == 0);
        assert_int_equal(refusal.status, heads[i].status);
        if (heads[i].header != NULL) {
            assert_string_equal(refusal.headers[0].name, heads[i].header);
            assert_string_equal(refusal.headers[0].value, heads[i].value);
        }
        api_response_clear(&refusal);
    }
}

static void a_body_of_another_type_is_told_the_types(void **state)
{
    static const struct {
        const char *method, *path, *types;
        bool listed; /* in Accept-Post */
    } routes[] = {
        {"POST", "/v1/extract", POSTED, true},
        {"POST", "/v1/extract/batch", "application/json, application/x-ndjson", true},
        {"POST", "/v1/headline", JSON, true},
        {"POST", "/parse-html", JSON, true},
        {"PUT", "/tika/main", "text/html, application/xhtml+xml, application/octet-stream", false}};

    (void)state;
    for (size_t i = 0; i < sizeof(routes) / sizeof(routes[0]); i++) {
        api_request request = {.id = "x",
                               .method = routes[i].method,
                               .path = routes[i].path,
                               .content_type = "text/plain",
                               .content_length = 10};
        api_response refusal = {0};
        char detail[200];

        assert_null(api_route_head(&test_context, &request, &refusal));
        assert_int_equal(refusal.status, 415);
        json_t *problem = json_loadb(refusal.body, refusal.body_length, 0, NULL);

        snprintf(detail, sizeof(detail), "This path takes %s.", routes[i].types);
        assert_string_equal(json_string_value(json_object_get(problem, "detail")), detail);
        assert_int_equal(refusal.header_count, routes[i].listed);
        if (routes[i].listed) {
            assert_string_equal(refusal.headers[0].name, "Accept-Post");
            assert_string_equal(refusal.headers[0].value, routes[i].types);
        }
        json_decref(problem);
        api_response_clear(&refusal);
    }
}

static void a_body_that_is_too_long_is_told_the_limit(void **state)
{
    static const struct {
        const char *path, *coding, *more;
    } routes[] = {{"/v1/extract", NULL, ""},
                  {"/v1/extract/batch", "gzip",
                   " Without Content-Encoding that is the limit of each item, not of all."}};

    (void)state;
    for (size_t i = 0; i < sizeof(routes) / sizeof(routes[0]); i++) {
        api_request request = {.id = "x",
                               .method = "POST",
                               .path = routes[i].path,
                               .content_type = JSON,
                               .content_encoding = routes[i].coding,
                               .content_length = (1 << 20) + 1};
        api_response refusal = {0};
        char detail[200];

        assert_null(api_route_head(&test_context, &request, &refusal));
        json_t *problem = json_loadb(refusal.body, refusal.body_length, 0, NULL);

        snprintf(detail, sizeof(detail),
                 "It has 1048577 bytes, limits.max_body_bytes is 1048576.%s", routes[i].more);
        assert_string_equal(json_string_value(json_object_get(problem, "detail")), detail);
        assert_int_equal(json_integer_value(json_object_get(problem, "limit")), 1 << 20);
        json_decref(problem);
        api_response_clear(&refusal);
    }
}

static json_t *get(const char *path, api_health health, int status)
{
    api_request request = {
        .id = "x", .method = "GET", .path = path, .content_length = -1, .health = health};
    api_response response = {0};
    const api_route *route = api_route_head(&test_context, &request, &response);

    assert_non_null(route);
    assert_int_equal(api_route_place(route), API_INLINE);
    api_handle(&test_context, route, &request, &response);
    assert_int_equal(response.status, status);
    json_t *root = json_loadb(response.body, response.body_length, 0, NULL);

    api_response_clear(&response);
    return root;
}

static void health_is_what_the_service_says(void **state)
{
    json_t *live = get("/livez", (api_health){.live = true, .reason = "draining"}, 200);
    json_t *ready = get("/readyz",
                        (api_health){.live = true, .reason = "draining", .workers_stuck = 1}, 503);

    (void)state;
    assert_string_equal(json_string_value(json_object_get(live, "status")), "ok");
    assert_string_equal(json_string_value(json_object_get(ready, "status")), "draining");
    assert_int_equal(json_integer_value(json_object_get(ready, "workers")), 2);
    assert_int_equal(json_integer_value(json_object_get(ready, "workers_stuck")), 1);
    json_decref(live);
    json_decref(ready);
    json_decref(get("/readyz", (api_health){.live = true, .ready = true}, 200));
    json_decref(get("/healthz", (api_health){.live = false}, 503));
}

static void verbose_lists_the_checks(void **state)
{
    static const api_check checks[] = {{"accepting", true}, {"queue", false}};
    const api_parameter verbose = {.name = "verbose", .value = ""};
    const api_request request = {
        .id = "x",
        .method = "GET",
        .path = "/readyz",
        .content_length = -1,
        .parameters = &verbose,
        .parameter_count = 1,
        .health = {.live = true, .reason = "queue-high", .checks = checks, .check_count = 2}};
    api_response response = {0};
    const api_route *route = api_route_head(&test_context, &request, &response);

    (void)state;
    api_handle(&test_context, route, &request, &response);
    assert_int_equal(response.status, 503);
    assert_non_null(strstr(response.body, "\"status\":\"queue-high\""));
    assert_non_null(strstr(response.body, "[{\"name\":\"accepting\",\"status\":\"ok\"},"
                                          "{\"name\":\"queue\",\"status\":\"failed\"}]"));
    api_response_clear(&response);
}

static void algorithms_are_listed_with_parameters(void **state)
{
    json_t *root = get("/v1/algorithms", (api_health){.live = true, .ready = true}, 200);
    json_t *list = json_object_get(root, "algorithms");
    json_t *first = json_array_get(list, 0);
    json_t *addanag = json_array_get(list, 1);
    json_t *gap = json_array_get(json_object_get(addanag, "params"), 2);

    (void)state;
    assert_int_equal(json_array_size(list), dana_algorithm_count());
    assert_string_equal(json_string_value(json_object_get(first, "id")), "auto");
    assert_true(json_is_true(json_object_get(first, "default")));
    assert_string_equal(json_string_value(json_object_get(gap, "name")), "gap");
    assert_int_equal(json_integer_value(json_object_get(gap, "default")), 20);
    assert_true(json_is_true(json_object_get(gap, "auto")));
    json_decref(root);
}

static void info_tells_limits_and_features(void **state)
{
    json_t *root = get("/v1/info", (api_health){.live = true, .ready = true}, 200);
    json_t *limits = json_object_get(root, "limits");

    (void)state;
    assert_int_equal(json_integer_value(json_object_get(limits, "max_body_bytes")), 1 << 20);
    assert_true(json_is_false(json_object_get(json_object_get(root, "features"), "fetch")));
    assert_true(json_is_false(json_object_get(json_object_get(root, "features"), "render")));
    assert_int_equal(json_array_size(json_object_get(root, "include")), 19);
    json_decref(root);
}

static void make_problem(const api__problem_row *row)
{
    api_response response = {0};

    api_problem_response(&response, NULL, "some id", row->code, NULL, 3);
    json_t *root = json_loadb(response.body, response.body_length, 0, NULL);

    assert_int_equal(response.status, row->status);
    assert_string_equal(json_string_value(json_object_get(root, "title")), row->title);
    assert_string_equal(json_string_value(json_object_get(root, "instance")), "some id");
    assert_int_equal(json_integer_value(json_object_get(root, "retry_after")), 3);
    assert_string_equal(response.headers[0].name, "Retry-After");
    assert_string_equal(response.headers[0].value, "3");
    json_decref(root);
    api_response_clear(&response);
}

/* The Accept header for a problem's page, and how the page must begin. */
static void read_page(const char *path, const char *accept, const char *type, const char *needle)
{
    api_request request = {
        .id = "x", .method = "GET", .path = path, .content_length = -1, .accept = accept};
    api_response response = {0};
    const api_route *route = api_route_head(&test_context, &request, &response);

    assert_non_null(route);
    api_handle(&test_context, route, &request, &response);
    assert_int_equal(response.status, 200);
    assert_true(response.is_document);
    assert_string_equal(response.content_type, type);
    assert_non_null(memmem(response.body, response.body_length, needle, strlen(needle)));
    api_response_clear(&response);
}

/* The page for people has what the one for programs has; of a text the begin, without escapes. */
static void assert_told(const char *path, const char *text)
{
    char begin[16];

    snprintf(begin, sizeof(begin), "%s", text);
    read_page(path, "text/html", "text/html; charset=utf-8", begin);
    read_page(path, "text/markdown", "text/markdown; charset=utf-8", begin);
}

/* Every problem is explained with more than its title. */
static void assert_explained(const char *path, const char *title)
{
    api_request request = {.id = "x", .method = "GET", .path = path, .accept = "application/json"};
    api_response response = {0};
    const api_route *route = api_route_head(&test_context, &request, &response);

    api_handle(&test_context, route, &request, &response);
    json_t *page = json_loadb(response.body, response.body_length, 0, NULL);

    assert_string_not_equal(json_string_value(json_object_get(page, "meaning")), title);
    assert_told(path, json_string_value(json_object_get(page, "meaning")));
    assert_told(path, json_string_value(json_object_get(page, "action")));
    json_decref(page);
    api_response_clear(&response);
}

static void find_page(const api__problem_row *row)
{
    char path[100];

    snprintf(path, sizeof(path), "/problems/%s", row->code);
    assert_explained(path, row->title);
    read_page(path, NULL, "text/html; charset=utf-8", "<!DOCTYPE html>\n<html lang=\"en\">");
    read_page(path, "text/markdown", "text/markdown; charset=utf-8", row->title);
    read_page(path, "application/json", "application/json", "\"retryable\":");
    read_page("/problems", "text/html", "text/html; charset=utf-8", path);
}

static void for_each_problem(void (*visit)(const api__problem_row *row))
{
    for (size_t i = 0; api__problem_at(i) != NULL; i++) {
        visit(api__problem_at(i));
    }
}

static void every_problem_has_a_page(void **state)
{
    api_request request = {.id = "x", .method = "GET", .path = "/problems/no-such-code"};
    api_response response = {0};
    const api_route *route = api_route_head(&test_context, &request, &response);

    (void)state;
    for_each_problem(find_page);
    api_handle(&test_context, route, &request, &response);
    assert_int_equal(response.status, 404);
    api_response_clear(&response);
}

static void every_problem_is_a_document(void **state)
{
    api_response response = {0};

    (void)state;
    for_each_problem(make_problem);
    api_problem_response(&response, NULL, NULL, "no such code", NULL, 0);
    assert_int_equal(response.status, 500);
    api_response_clear(&response);
}

/* An operator can choose 429 for overload; no other status changes. */
static void overload_has_the_status_of_the_operator(void **state)
{
    static const struct {
        const char *code;
        int chosen;
        int status;
    } rows[] = {
        {"queue-full", 429, 429}, {"queue-timeout", 429, 429}, {"too-many-connections", 429, 429},
        {"draining", 429, 503},   {"rate-limited", 503, 429},  {"queue-full", 503, 503},
        {"queue-full", 0, 503},   {"internal", 429, 500},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const api_context context = {.overload_status = rows[i].chosen};
        api_response response = {0};
        api_overload_response(&response, &context, "id", rows[i].code, NULL, 2);
        json_t *root = json_loadb(response.body, response.body_length, 0, NULL);

        assert_int_equal(response.status, rows[i].status);
        assert_int_equal(json_integer_value(json_object_get(root, "status")), rows[i].status);
        assert_int_equal(json_integer_value(json_object_get(root, "retry_after")), 2);
        assert_string_equal(json_string_value(json_object_get(root, "code")), rows[i].code);
        assert_string_equal(response.headers[0].value, "2");
        json_decref(root);
        api_response_clear(&response);
    }
}

/* A problem's type is an address of the server that answers. */
static void types_of_problems_are_below_the_base_path(void **state)
{
    const api_context context = {.version = "1", .base_path = "/a/b"};
    api_request request = {
        .id = "x", .method = "GET", .path = "/problems/none", .content_length = -1};
    api_response response = {0};
    const api_route *route = api_route_head(&context, &request, &response);

    (void)state;
    assert_non_null(route);
    api_handle(&context, route, &request, &response);
    assert_int_equal(response.status, 404);
    json_t *root = json_loadb(response.body, response.body_length, 0, NULL);

    assert_string_equal(json_string_value(json_object_get(root, "type")),
                        "/a/b/problems/not-found");
    json_decref(root);
    api_response_clear(&response);
}

static void headers_may_be_added(void **state)
{
    api_response response = {0};
    char long_value[600];

    (void)state;
    memset(long_value, 'a', sizeof(long_value) - 1);
    long_value[sizeof(long_value) - 1] = '\0';
    for (size_t i = 0; i < API_HEADERS_MAX + 1; i++) {
        api_response_add_header(&response, "X", i == 0 ? "%d %s" : long_value);
    }
    assert_int_equal(response.header_count, API_HEADERS_MAX);
    assert_string_equal(response.headers[0].value, "%d %s");
    assert_int_equal(strlen(response.headers[1].value), sizeof(response.headers[1].value) - 1);
    api_response_clear(&response);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_are_judged),
        cmocka_unit_test(a_body_of_another_type_is_told_the_types),
        cmocka_unit_test(a_body_that_is_too_long_is_told_the_limit),
        cmocka_unit_test(health_is_what_the_service_says),
        cmocka_unit_test(verbose_lists_the_checks),
        cmocka_unit_test(algorithms_are_listed_with_parameters),
        cmocka_unit_test(info_tells_limits_and_features),
        cmocka_unit_test(every_problem_is_a_document),
        cmocka_unit_test(overload_has_the_status_of_the_operator),
        cmocka_unit_test(types_of_problems_are_below_the_base_path),
        cmocka_unit_test(headers_may_be_added),
        cmocka_unit_test(every_problem_has_a_page),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
