/* The forms of input: raw bodies, queries, content codings, encodings, fetches. */
#include "unit.h"

#include "support.h"

#include <zlib.h>
#include <zstd.h>

#define PAGE "<title>Rain</title><h1>Rain</h1><p>After nine dry weeks the first rain fell.</p>"

/* "<p>خبر عاجل من المدينة اليوم</p>" in windows-1256. */
#define ARABIC_1256                                                                                \
    "<p>\xCE\xC8\xD1 \xDA\xC7\xCC\xE1 \xE3\xE4 \xC7\xE1\xE3\xCF\xED\xE4\xC9 "                      \
    "\xC7\xE1\xED\xE6\xE3</p>"
#define ARABIC_UTF8                                                                                \
    "\xD8\xAE\xD8\xA8\xD8\xB1 \xD8\xB9\xD8\xA7\xD8\xAC\xD9\x84 \xD9\x85\xD9\x86 "                  \
    "\xD8\xA7\xD9\x84\xD9\x85\xD8\xAF\xD9\x8A\xD9\x86\xD8\xA9 "                                    \
    "\xD8\xA7\xD9\x84\xD9\x8A\xD9\x88\xD9\x85"

/* Sends a request and checks the status. Returns the response, owned. */
static json_t *answer_to(const api_context *context, api_request *request, int status)
{
    api_response response = {0};

    request->id = TEST_ID;
    request->path = "/v1/extract";
    request->content_length = -1;
    const api_route *route = api_route_head(context, request, &response);

    assert_non_null(route);
    api_handle(context, route, request, &response);
    assert_false(response.wants_fetch);
    if (response.status != status) {
        print_error("%.*s\n", (int)response.body_length, response.body);
    }
    assert_int_equal(response.status, status);
    json_t *root = json_loadb(response.body, response.body_length, 0, NULL);

    assert_non_null(root);
    api_response_clear(&response);
    return root;
}

static json_t *post_page(const char *type, const char *body, size_t length,
                         const api_parameter *parameters, size_t count, int status)
{
    api_request request = {.method = "POST",
                           .content_type = type,
                           .body = body,
                           .body_length = length,
                           .parameters = parameters,
                           .parameter_count = count};

    return answer_to(&test_context, &request, status);
}

static const char *first_pointer(const json_t *problem)
{
    const json_t *first = json_array_get(json_object_get(problem, "errors"), 0);

    return json_string_value(json_object_get(first, "pointer"));
}

static void a_raw_body_is_the_page(void **state)
{
    static const api_parameter options[] = {
        PARAMETER("include", "text,line_offsets"), PARAMETER("algorithm", "addanag"),
        PARAMETER("params.gap", "3"), PARAMETER("params.fill", "true"),
        PARAMETER("offset_unit", "utf16")};
    json_t *answer = post_page("text/html", PAGE, sizeof(PAGE) - 1, options, 5, 200);
    const json_t *params = json_object_get(json_object_get(answer, "algorithm"), "params");

    (void)state;
    assert_non_null(strstr(text_at(answer, "content", "text"), "nine dry weeks"));
    assert_true(json_is_null(json_object_get(answer, "ranges")));
    assert_true(json_is_array(json_object_get(answer, "line_offsets")));
    assert_int_equal(json_integer_value(json_object_get(params, "gap")), 3);
    assert_true(json_is_true(json_object_get(params, "fill")));
    assert_string_equal(text_at(answer, "stats", "offset_unit"), "utf16");
    assert_string_equal(text_at(answer, "encoding", "source"), "utf8-valid");
    json_decref(answer);
    json_decref(post_page("application/xhtml+xml", PAGE, sizeof(PAGE) - 1, NULL, 0, 200));
}

static void a_raw_body_has_its_charset(void **state)
{
    static const struct {
        const char *type;
        const char *name;
        const char *source;
    } rows[] = {
        {"text/html; charset=windows-1256", "windows-1256", "http"},
        {"text/html; charset=\"x-cp1256\"; x=y", "windows-1256", "http"},
        {"text/html;x=y;  CHARSET=cp1256", "windows-1256", "http"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        json_t *answer = post_page(rows[i].type, ARABIC_1256, sizeof(ARABIC_1256) - 1, NULL, 0,
                                   200);

        assert_string_equal(text_at(answer, "content", "text"), ARABIC_UTF8);
        assert_string_equal(text_at(answer, "encoding", "name"), rows[i].name);
        assert_string_equal(text_at(answer, "encoding", "source"), rows[i].source);
        assert_string_equal(json_string_value(json_object_get(answer, "dir")), "rtl");
        json_decref(answer);
    }
}

static void an_empty_raw_body_is_refused(void **state)
{
    json_t *problem = post_page("text/html", "", 0, NULL, 0, 400);

    (void)state;
    assert_string_equal(json_string_value(json_object_get(problem, "code")), "empty-body");
    json_decref(problem);
}

static void bad_queries_are_refused(void **state)
{
    static const struct {
        api_parameter parameter;
        const char *pointer;
    } rows[] = {
        {PARAMETER("include", "text,links!"), "#/include/1"},
        {PARAMETER("params.gap", "0"), "#/options/params/gap"},
        {PARAMETER("params.gap", "x"), "#/options/params/gap"},
        {PARAMETER("select", "p:hover"), "#/options/select"},
        {PARAMETER("remove", "1"), "#/options/remove"},
        {PARAMETER("favor", "speed"), "#/options/favor"},
        {PARAMETER("links", "no"), "#/options/links"},
        {PARAMETER("gap", "3"), "#/options/gap"},
        {PARAMETER("params", "3"), "#/options/params"},
        {PARAMETER("a.b.c", "3"), "#/options/a"},
        {PARAMETER("timeout_ms", "-3"), "#/options/timeout_ms"},
        {PARAMETER("algorithm", "dan\0a"), "#/options/algorithm"},
        {PARAMETER("algorithm", "\xFF"), "#/options/algorithm"},
        {PARAMETER("\xFF", "x"), "#"},
        {PARAMETER("html", "<p>"), "#/options/html"},
        {PARAMETER("url", "http://a/"), "#"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        json_t *problem = post_page("text/html", PAGE, sizeof(PAGE) - 1, &rows[i].parameter, 1,
                                    400);

        assert_string_equal(first_pointer(problem), rows[i].pointer);
        json_decref(problem);
    }
    const api_parameter twice[] = {PARAMETER("algorithm", "dana"), PARAMETER("algorithm", "r2l")};
    json_t *problem = post_page("text/html", PAGE, sizeof(PAGE) - 1, twice, 2, 400);

    assert_string_equal(first_pointer(problem), "#/options/algorithm");
    json_decref(problem);
    problem = post_page("application/json", "{\"html\":\"a\"}", 12, twice, 1, 400);
    assert_string_equal(first_pointer(problem), "#");
    json_decref(problem);
}

/* --- content codings */

static size_t gzip(const char *text, size_t length, char *out, size_t room)
{
    z_stream stream = {.next_in = (z_const Bytef *)(size_t)text,
                       .avail_in = (uInt)length,
                       .next_out = (Bytef *)out,
                       .avail_out = (uInt)room};

    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    deflateEnd(&stream);
    return room - stream.avail_out;
}

static size_t zstd(const char *text, size_t length, char *out, size_t room)
{
    size_t written = ZSTD_compress(out, room, text, length, 3);

    assert_false(ZSTD_isError(written));
    return written;
}

static const struct {
    const char *name;
    size_t (*compress)(const char *text, size_t length, char *out, size_t room);
} codings[] = {{"gzip", gzip}, {"X-GZIP", gzip}, {"zstd", zstd}};

#define CODING_COUNT (sizeof(codings) / sizeof(codings[0]))

static json_t *post_coded(const char *coding, const char *type, const char *body, size_t length,
                          int status)
{
    api_request request = {.method = "POST",
                           .content_type = type,
                           .content_encoding = coding,
                           .body = body,
                           .body_length = length};

    return answer_to(&test_context, &request, status);
}

static void bodies_may_be_compressed(void **state)
{
    char coded[1024];
    static const char json[] = "{\"html\":\"" PAGE "\"}";

    (void)state;
    for (size_t i = 0; i < CODING_COUNT; i++) {
        size_t length = codings[i].compress(json, sizeof(json) - 1, coded, sizeof(coded));
        json_t *answer = post_coded(codings[i].name, "application/json", coded, length, 200);

        assert_non_null(strstr(text_at(answer, "content", "text"), "nine dry weeks"));
        json_decref(answer);
        length = codings[i].compress(PAGE, sizeof(PAGE) - 1, coded, sizeof(coded));
        json_decref(post_coded(codings[i].name, "text/html", coded, length, 200));
        /* Members follow one another. */
        size_t more = codings[i].compress("<p>and more", 11, coded + length,
                                          sizeof(coded) - length);

        json_decref(post_coded(codings[i].name, "text/html", coded, length + more, 200));
    }
}

static void a_broken_coding_is_refused(void **state)
{
    char coded[1024];

    (void)state;
    for (size_t i = 0; i < CODING_COUNT; i++) {
        size_t length = codings[i].compress(PAGE, sizeof(PAGE) - 1, coded, sizeof(coded) - 8);

        for (size_t cut = 1; cut < length; cut++) {
            json_t *problem = post_coded(codings[i].name, "text/html", coded, cut, 400);

            assert_string_equal(json_string_value(json_object_get(problem, "code")),
                                "broken-coding");
            json_decref(problem);
        }
        memcpy(coded + length, "garbage", 7);
        json_decref(post_coded(codings[i].name, "text/html", coded, length + 7, 400));
        json_decref(post_coded(codings[i].name, "text/html", PAGE, sizeof(PAGE) - 1, 400));
    }
}

static void a_bomb_is_too_large(void **state)
{
    size_t size = test_context.max_body_bytes + 1;
    char *zeros = calloc(1, size);
    char *coded = malloc(size);

    (void)state;
    for (size_t i = 0; i < CODING_COUNT; i++) {
        size_t length = codings[i].compress(zeros, size, coded, size);
        json_t *problem = post_coded(codings[i].name, "text/html", coded, length, 413);

        assert_int_equal(json_integer_value(json_object_get(problem, "limit")),
                         test_context.max_body_bytes);
        json_decref(problem);
        length = codings[i].compress(zeros, size - 1, coded, size);
        json_decref(post_coded(codings[i].name, "text/html", coded, length, 200));
    }
    free(zeros);
    free(coded);
}

/* --- encodings */

static void doubtful_encodings_are_warned_of(void **state)
{
    static const struct {
        const char *type;
        const char *body;
        const char *warning;
        size_t replacements;
    } rows[] = {
        {"text/html; charset=klingon", PAGE, "encoding-mismatch", 0},
        {"text/html", "<p>\xFF\xFF\xFF</p>\x81", "encoding-fallback", 0},
        {"text/html; charset=utf-8", "<p>a \xFF b</p>", "replacement-characters", 1},
        {"application/json", "{\"html\":\"<p>a \xEF\xBF\xBD b\"}", "replacement-characters", 0},
        {"text/html", "<p>a\xC3\xA2\xC2\x80\xC2\x99s</p>", "encoded-twice", 0},
        {"application/json", "{\"html\":\"<p>a\xC3\xA2\xC2\x80\xC2\x99s\"}", "encoded-twice", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        json_t *answer = post_page(rows[i].type, rows[i].body, strlen(rows[i].body), NULL, 0, 200);
        json_t *encoding = json_object_get(answer, "encoding");
        json_t *warning;
        size_t index;
        bool found = false;

        json_array_foreach(json_object_get(answer, "warnings"), index, warning)
        {
            const char *code = json_string_value(json_object_get(warning, "code"));

            found = found || strcmp(code, rows[i].warning) == 0;
        }
        assert_true(found);
        assert_int_equal(json_integer_value(json_object_get(encoding, "replacements")),
                         rows[i].replacements);
        json_decref(answer);
    }
}

static void base64_holds_any_encoding(void **state)
{
    /* ARABIC_1256 */
    json_t *answer = extract_json(
        "{\"html_base64\":\"PHA+zsjRINrHzOEg4+Qgx+Hjz+3kySDH4e3m4zwvcD4=\","
        "\"content_type\":\"text/html; charset=windows-1256\"}",
        200);

    (void)state;
    assert_string_equal(text_at(answer, "content", "text"), ARABIC_UTF8);
    assert_string_equal(text_at(answer, "encoding", "source"), "http");
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(answer, "stats"), "input_bytes")),
        sizeof(ARABIC_1256) - 1);
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(answer, "stats"), "decoded_bytes")),
        sizeof(ARABIC_UTF8) - 1 + 7);
    json_decref(answer);
}

/* --- fetching */

static api_context fetching_context(void)
{
    api_context context = test_context;

    context.fetch = true;
    return context;
}

static void a_url_orders_a_fetch(void **state)
{
    static const char body[] =
        "{\"url\":\"http://a.example/\",\"options\":{\"fetch\":{"
        "\"timeout_ms\":70,\"max_redirects\":0,\"accept_error_status\":true}}}";
    static const api_parameter query[] = {PARAMETER("url", "http://a.example/?b=c&d"),
                                          PARAMETER("fetch.timeout_ms", "70")};
    api_context context = fetching_context();
    api_request post = {.id = TEST_ID,
                        .method = "POST",
                        .path = "/v1/extract",
                        .content_type = "application/json",
                        .body = body,
                        .body_length = sizeof(body) - 1};
    api_request get = {.id = TEST_ID,
                       .method = "GET",
                       .path = "/v1/extract",
                       .parameters = query,
                       .parameter_count = 2};
    api_response response;

    (void)state;
    api_handle(&context, api_route_head(&context, &post, &response), &post, &response);
    assert_true(response.wants_fetch);
    assert_string_equal(response.order.url, "http://a.example/");
    assert_int_equal(response.order.timeout_ms, 70);
    assert_int_equal(response.order.max_redirects, 0);
    assert_true(response.order.accept_error_status);
    api_response_clear(&response);
    api_handle(&context, api_route_head(&context, &get, &response), &get, &response);
    assert_true(response.wants_fetch);
    assert_string_equal(response.order.url, "http://a.example/?b=c&d");
    assert_int_equal(response.order.timeout_ms, 70);
    assert_int_equal(response.order.max_redirects, -1);
    api_response_clear(&response);
}

/* The content coding of a GET is not checked, because its body is ignored. */
static void the_body_of_a_get_is_ignored(void **state)
{
    static const api_parameter query[] = {PARAMETER("url", "http://a.example/")};
    static const char *const sent[] = {"br", "gzip, gzip", "", "gzip", "zstd"};
    api_context context = fetching_context();

    (void)state;
    for (size_t i = 0; i < sizeof(sent) / sizeof(sent[0]); i++) {
        api_request get = {.id = TEST_ID,
                           .method = "GET",
                           .path = "/v1/extract",
                           .content_encoding = sent[i],
                           .parameters = query,
                           .parameter_count = 1,
                           .body = "<p>",
                           .body_length = 3};
        api_response response;

        api_handle(&context, api_route_head(&context, &get, &response), &get, &response);
        assert_true(response.wants_fetch);
        api_response_clear(&response);
    }
}

static void a_fetched_page_is_extracted(void **state)
{
    static const api_parameter query[] = {PARAMETER("url", "http://a.example/")};
    const api_fetched fetched = {.final_url = "https://a.example/b",
                                 .content_type = "text/html; charset=windows-1256",
                                 .body = ARABIC_1256,
                                 .body_length = sizeof(ARABIC_1256) - 1,
                                 .status = 200,
                                 .redirects = 2,
                                 .elapsed_ms = 12.5};
    api_context context = fetching_context();
    api_request get = {
        .method = "GET", .parameters = query, .parameter_count = 1, .fetched = &fetched};
    json_t *answer = answer_to(&context, &get, 200);
    const json_t *url = json_object_get(answer, "url");

    (void)state;
    assert_string_equal(text_at(answer, "content", "text"), ARABIC_UTF8);
    assert_string_equal(text_at(answer, "url", "requested"), "http://a.example/");
    assert_string_equal(text_at(answer, "url", "final"), "https://a.example/b");
    assert_int_equal(json_integer_value(json_object_get(url, "status")), 200);
    assert_int_equal(json_integer_value(json_object_get(url, "redirects")), 2);
    assert_float_equal(
        json_real_value(json_object_get(json_object_get(answer, "timings_ms"), "fetch")), 12.5,
        0.0);
    json_decref(answer);
}

static void a_failed_fetch_is_a_problem(void **state)
{
    static const struct {
        api_fetched fetched;
        int status;
    } rows[] = {
        {{.problem = "invalid-url", .detail = "The URL has no host."}, 400},
        {{.problem = "target-forbidden"}, 403},
        {{.problem = "not-html", .status = 200}, 422},
        {{.problem = "upstream-too-large", .status = 200}, 422},
        {{.problem = "fetch-failed"}, 502},
        {{.problem = "upstream-status", .status = 404}, 502},
        {{.problem = "redirect-limit", .status = 302}, 502},
        {{.problem = "fetch-timeout"}, 504},
    };
    static const api_parameter query[] = {PARAMETER("url", "http://a.example/")};
    api_context context = fetching_context();

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        api_request get = {.method = "GET",
                           .parameters = query,
                           .parameter_count = 1,
                           .fetched = &rows[i].fetched};
        json_t *problem = answer_to(&context, &get, rows[i].status);
        const json_t *upstream = json_object_get(problem, "upstream");

        assert_string_equal(json_string_value(json_object_get(problem, "code")),
                            rows[i].fetched.problem);
        assert_int_equal(json_integer_value(json_object_get(upstream, "status")),
                         rows[i].fetched.status);
        assert_int_equal(first_pointer(problem) != NULL, i == 0);
        json_decref(problem);
    }
}

static void without_fetching_a_url_is_refused(void **state)
{
    static const api_parameter query[] = {PARAMETER("url", "http://a.example/")};
    api_request get = {.method = "GET", .parameters = query, .parameter_count = 1};
    json_t *problem = answer_to(&test_context, &get, 404);

    (void)state;
    assert_string_equal(json_string_value(json_object_get(problem, "code")), "feature-disabled");
    json_decref(problem);
    get.parameter_count = 0;
    problem = answer_to(&test_context, &get, 400);
    assert_string_equal(first_pointer(problem), "#");
    json_decref(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_raw_body_is_the_page),
        cmocka_unit_test(a_raw_body_has_its_charset),
        cmocka_unit_test(an_empty_raw_body_is_refused),
        cmocka_unit_test(bad_queries_are_refused),
        cmocka_unit_test(bodies_may_be_compressed),
        cmocka_unit_test(a_broken_coding_is_refused),
        cmocka_unit_test(a_bomb_is_too_large),
        cmocka_unit_test(doubtful_encodings_are_warned_of),
        cmocka_unit_test(base64_holds_any_encoding),
        cmocka_unit_test(a_url_orders_a_fetch),
        cmocka_unit_test(the_body_of_a_get_is_ignored),
        cmocka_unit_test(a_fetched_page_is_extracted),
        cmocka_unit_test(a_failed_fetch_is_a_problem),
        cmocka_unit_test(without_fetching_a_url_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
