/* The paths that require a token, the API's static documents, and how they are sent. */
#include "unit.h"

#include "access/access.h"

#include <unistd.h>

static bool start(svc_access *access, const char *tokens_file, bool metrics_auth,
                  size_t compress_min, char *error)
{
    static const api_context context = {.version = "1", .max_body_bytes = 1000, .workers = 1};
    const svc_access_settings settings = {.tokens_file = tokens_file,
                                          .metrics_auth = metrics_auth,
                                          .origins = "",
                                          .trusted_proxies = "",
                                          .compress_min = compress_min};

    return svc_access_start(access, &settings, &context, error);
}

static const struct {
    const char *path;
    bool asks;
    bool asks_metrics_auth;
} paths[] = {
    {"/livez", false, false},
    {"/readyz", false, false},
    {"/healthz", false, false},
    {"/metrics", false, true},
    {"/", false, false},
    {"/openapi.yaml", false, false},
    {"/openapi.json", false, false},
    {"/problems/not-found", false, false},
    {"/docs", false, false},
    {"/docs/guide", false, false},
    {"/docs/", true, true},
    {"/problems", false, false},
    {"/problem", true, true},
    {"/livez/", true, true},
    {"/livezz", true, true},
    {"/metrics/", true, true},
    {"/LIVEZ", true, true},
    {"//livez", true, true},
    {"/v1/extract", true, true},
    {"/v1/info", true, true},
    {"//", true, true},
    {"", true, true},
    {"*", true, true},
};

static void asks_by_path(void **state)
{
    char path[] = "/tmp/danad-access-XXXXXX";
    char error[SVC_TOKENS_ERROR_SIZE];
    svc_access access;
    int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "one-token\n", 10), 10);
    close(fd);
    for (int metrics_auth = 0; metrics_auth < 2; metrics_auth++) {
        assert_true(start(&access, path, metrics_auth != 0, 1024, error));
        for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
            bool expected = metrics_auth ? paths[i].asks_metrics_auth : paths[i].asks;
            if (svc_access_needs_token(&access, paths[i].path) != expected) {
                fail_msg("%s, METRICS_AUTH %d", paths[i].path, metrics_auth);
            }
        }
        svc_access_stop(&access);
    }
    unlink(path);
    assert_true(start(&access, "", false, 1024, error));
    assert_false(svc_access_needs_token(&access, "/v1/extract"));
    svc_access_stop(&access);
}

static void does_not_start_without_its_file(void **state)
{
    char error[SVC_TOKENS_ERROR_SIZE];
    svc_access access;

    (void)state;
    assert_false(start(&access, "/nonexistent", false, 1024, error));
    assert_non_null(strstr(error, "/nonexistent"));
}

/* What it had made before it failed is freed: the build with sanitizers looks for leaks. */
static void leaves_nothing_where_it_cannot_start(void **state)
{
    static const api_context context = {.version = "1", .max_body_bytes = 1000, .workers = 1};
    const svc_access_settings settings = {
        .tokens_file = "", .origins = "https://a.example", .trusted_proxies = "no network"};
    char error[SVC_TOKENS_ERROR_SIZE] = "";
    svc_access access;

    (void)state;
    assert_false(svc_access_start(&access, &settings, &context, error));
    assert_string_not_equal(error, "");
    assert_int_equal(access.documents.count, 0);
}

/* A response with a static document, as the API returns it. */
static api_response document(const char *body)
{
    api_response response = {.status = 200, .content_type = "text/plain", .is_document = true};

    response.body = strdup(body);
    response.body_length = strlen(body);
    assert_non_null(response.body);
    return response;
}

static const char *header(const api_response *response, const char *name)
{
    for (size_t i = 0; i < response->header_count; i++) {
        if (strcmp(response->headers[i].name, name) == 0) {
            return response->headers[i].value;
        }
    }
    return NULL;
}

/* A document that did not exist at start has a tag, but is not compressed. */
static void sends_other_documents_plain(void **state)
{
    svc_static_responses none = {NULL, 0, 0};
    const svc_accepted gzip = {SVC_GZIP, false};
    char tag[SVC_ETAG_SIZE];

    (void)state;
    svc_etag_make(tag, "a page", 6, NULL);
    api_response response = document("a page");
    svc_static_responses_select(&none, gzip, NULL, &response);
    assert_int_equal(response.status, 200);
    assert_string_equal(header(&response, "ETag"), tag);
    assert_null(header(&response, "Content-Encoding"));
    assert_memory_equal(response.body, "a page", 6);
    api_response_clear(&response);
    response = document("a page");
    svc_static_responses_select(&none, gzip, tag, &response);
    assert_int_equal(response.status, 304);
    assert_null(response.content_type);
    api_response_clear(&response);
}

/* A document that is long enough to be compressed; the index of routes is short. */
static const svc_static_response *long_document(const svc_access *access)
{
    for (size_t i = 0; i < access->documents.count; i++) {
        if (access->documents.items[i].variants[SVC_IDENTITY].length > 8192) {
            return &access->documents.items[i];
        }
    }
    fail();
    return NULL;
}

static void knows_documents_from_the_start(void **state)
{
    char error[SVC_TOKENS_ERROR_SIZE];
    svc_access access;

    (void)state;
    assert_true(start(&access, "", false, 1024, error));
    const svc_variant *variants = long_document(&access)->variants;
    for (int coding = SVC_IDENTITY; coding < SVC_CODINGS; coding++) {
        const svc_accepted accepted = {(svc_coding)coding, false};
        char *body = strndup(variants[SVC_IDENTITY].body, variants[SVC_IDENTITY].length);
        api_response response = document(body);
        svc_static_responses_select(&access.documents, accepted, "\"other\"", &response);
        assert_ptr_equal(response.body, variants[coding].body);
        assert_string_equal(header(&response, "ETag"), variants[coding].etag);
        if (coding != SVC_IDENTITY) {
            assert_string_equal(header(&response, "Content-Encoding"),
                                svc_coding_name((svc_coding)coding));
            assert_true(response.body_length < variants[SVC_IDENTITY].length / 4);
        }
        api_response_clear(&response);
        free(body);
    }
    svc_access_stop(&access);
}

static void compresses_no_short_documents(void **state)
{
    char error[SVC_TOKENS_ERROR_SIZE];
    svc_access access;

    (void)state;
    assert_true(start(&access, "", false, (size_t)1 << 30, error));
    assert_null(long_document(&access)->variants[SVC_GZIP].body);
    assert_null(long_document(&access)->variants[SVC_ZSTD].body);
    svc_access_stop(&access);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asks_by_path),
        cmocka_unit_test(does_not_start_without_its_file),
        cmocka_unit_test(leaves_nothing_where_it_cannot_start),
        cmocka_unit_test(sends_other_documents_plain),
        cmocka_unit_test(knows_documents_from_the_start),
        cmocka_unit_test(compresses_no_short_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
