/*
 * How the server treats connections: sizes, framing, reuse, many clients.
 */
#include "client.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PAGE "{\"html\":\"<title>Sun</title><h1>Sun</h1><p>One fine day in the valley.\"}"

static const char *const json_only[] = {"Content-Type: application/json", "Expect:", NULL};
static const char *const json_chunked[] = {"Content-Type: application/json",
                                           "Expect:", "Transfer-Encoding: chunked", NULL};

/* A body of this length: the page, then blanks. Owned. */
static char *blanks_after_page(size_t length)
{
    char *body = malloc(length + 1);

    assert_non_null(body);
    memset(body, ' ', length);
    memcpy(body, PAGE, strlen(PAGE));
    body[length] = '\0';
    return body;
}

static void assert_code(const http_reply *reply, long status, const char *code)
{
    json_t *problem = json_loads(reply->body, 0, NULL);
    char *type = http_header(reply, "Content-Type");

    assert_int_equal(reply->status, status);
    assert_non_null(problem);
    assert_string_equal(type, "application/problem+json");
    assert_string_equal(json_string_value(json_object_get(problem, "code")), code);
    free(type);
    json_decref(problem);
}

/* --- size */

static void a_body_of_the_limit_is_taken(void **state)
{
    static const char *const *const framing[] = {json_only, json_chunked};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        http_request request = {.headers = framing[i],
                                .body = blanks_after_page(CLIENT_MAX_BODY),
                                .body_length = CLIENT_MAX_BODY,
                                .streamed = true};
        http_reply reply = client_send(&request);

        assert_int_equal(reply.outcome, CURLE_OK);
        assert_int_equal(reply.status, 200);
        http_reply_free(&reply);
        free((char *)request.body);
    }
}

static void a_longer_body_is_refused(void **state)
{
    static const char *const *const framing[] = {json_only, json_chunked};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        http_request request = {.headers = framing[i],
                                .body = blanks_after_page(CLIENT_MAX_BODY + 1),
                                .body_length = CLIENT_MAX_BODY + 1,
                                .streamed = true};
        http_reply reply = client_send(&request);
        char *connection = http_header(&reply, "Connection");

        assert_code(&reply, 413, "body-too-large");
        assert_non_null(connection);
        assert_string_equal(connection, "close");
        free(connection);
        http_reply_free(&reply);
        free((char *)request.body);
    }
}

static void a_client_that_asks_first_sends_nothing(void **state)
{
    static const char *const asks[] = {"Content-Type: application/json", "Expect: 100-continue",
                                       NULL};
    http_request request = {.headers = asks,
                            .body = blanks_after_page(CLIENT_MAX_BODY + 1),
                            .body_length = CLIENT_MAX_BODY + 1,
                            .streamed = true};
    http_reply reply = client_send(&request);

    (void)state;
    assert_code(&reply, 413, "body-too-large");
    assert_int_equal(reply.body_sent, 0);
    http_reply_free(&reply);
    free((char *)request.body);
}

static void a_client_that_asks_first_may_send(void **state)
{
    static const char *const asks[] = {"Content-Type: application/json", "Expect: 100-continue",
                                       NULL};
    http_request request = {
        .headers = asks, .body = PAGE, .body_length = strlen(PAGE), .streamed = true};
    http_reply reply = client_send(&request);

    (void)state;
    assert_int_equal(reply.status, 200);
    assert_non_null(strstr(reply.headers, "100 Continue"));
    http_reply_free(&reply);
}

static void an_unknown_coding_is_refused(void **state)
{
    static const char *const brotli[] = {"Content-Type: application/json", "Content-Encoding: br",
                                         "Expect:", NULL};
    http_request request = {.headers = brotli, .body = "\x0b\x02\x80", .body_length = 3};
    http_reply reply = client_send(&request);
    char *accepted = http_header(&reply, "Accept-Encoding");

    (void)state;
    assert_code(&reply, 415, "unsupported-encoding");
    assert_string_equal(accepted, "gzip, zstd, identity");
    free(accepted);
    http_reply_free(&reply);
}

/* --- reuse */

static void a_connection_serves_many_requests(void **state)
{
    CURL *handle = curl_easy_init();
    long connections = 0;

    (void)state;
    for (int i = 0; i < 60; i++) {
        static const http_request kinds[] = {
            {.body = PAGE, .body_length = sizeof(PAGE) - 1},
            {.path = "/livez"},
            {.path = "/v1/info", .method = "HEAD"},
            {.body = "{", .body_length = 1},
            {.path = "/nowhere"},
        };
        static const long statuses[] = {200, 200, 200, 400, 404};
        http_request request = kinds[i % 5];

        request.handle = handle;
        http_reply reply = client_send(&request);

        assert_int_equal(reply.outcome, CURLE_OK);
        assert_int_equal(reply.status, statuses[i % 5]);
        connections += reply.new_connections;
        http_reply_free(&reply);
    }
    assert_int_equal(connections, 1);
    curl_easy_cleanup(handle);
}

static void a_refused_body_does_not_become_a_request(void **state)
{
    static const char hidden[] = "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n";
    static const char *const text[] = {"Content-Type: text/plain", "Expect:", NULL};
    CURL *handle = curl_easy_init();
    http_request first = {
        .headers = text, .body = hidden, .body_length = strlen(hidden), .handle = handle};
    http_request second = {.path = "/nowhere", .handle = handle};

    (void)state;
    http_reply refused = client_send(&first);
    http_reply answer = client_send(&second);

    assert_code(&refused, 415, "unsupported-media-type");
    assert_code(&answer, 404, "not-found");
    http_reply_free(&refused);
    http_reply_free(&answer);
    curl_easy_cleanup(handle);
}

static void head_has_the_headers_of_get(void **state)
{
    static const char *const names[] = {"Content-Type", "Content-Length", "Cache-Control"};
    http_request get = {.path = "/v1/algorithms"};
    http_request head = {.path = "/v1/algorithms", .method = "HEAD"};
    http_reply with = client_send(&get);
    http_reply without = client_send(&head);

    (void)state;
    assert_int_equal(without.status, 200);
    assert_int_equal(without.body_length, 0);
    assert_true(with.body_length > 0);
    for (size_t i = 0; i < 3; i++) {
        char *a = http_header(&with, names[i]);
        char *b = http_header(&without, names[i]);

        assert_non_null(a);
        assert_string_equal(a, b);
        free(a);
        free(b);
    }
    http_reply_free(&with);
    http_reply_free(&without);
}

static void the_request_id_comes_back(void **state)
{
    static const char *const paths[] = {"/livez", "/nowhere", "/v1/extract"};
    static const char *const with_id[] = {"Content-Type: application/json",
                                          "Expect:", "X-Request-Id: a.b_c~d+e/f=g-h", NULL};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        http_request request = {.path = paths[i], .headers = with_id};
        http_reply reply = client_send(&request);
        char *id = http_header(&reply, "X-Request-Id");

        assert_string_equal(id, "a.b_c~d+e/f=g-h");
        free(id);
        http_reply_free(&reply);
    }
}

/* --- many clients */

enum { CLIENTS = 16, ROUNDS = 12 };

typedef struct {
    int number;
    int wrong;
} client;

/* One client: pages of its own, so that answers that got mixed up are seen. */
static void *run_client(void *arg)
{
    client *self = arg;
    CURL *handle = curl_easy_init();

    for (int i = 0; i < ROUNDS; i++) {
        char body[256];
        char headline[64];

        snprintf(headline, sizeof(headline), "\"text\":\"Client %d page %d\"", self->number, i);
        snprintf(body, sizeof(body),
                 "{\"html\":\"<title>Client %d page %d</title><h1>Client %d page %d</h1>"
                 "<p>What it said.\",\"include\":[\"headline\"]}",
                 self->number, i, self->number, i);
        http_request request = {.body = body, .body_length = strlen(body), .handle = handle};
        http_reply reply = client_send(&request);

        if (reply.status != 200 || strstr(reply.body, headline) == NULL) {
            self->wrong++;
        }
        http_reply_free(&reply);
    }
    curl_easy_cleanup(handle);
    return NULL;
}

static void many_clients_get_their_own_answers(void **state)
{
    pthread_t threads[CLIENTS];
    client clients[CLIENTS];

    (void)state;
    for (int i = 0; i < CLIENTS; i++) {
        clients[i] = (client){i, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, run_client, &clients[i]), 0);
    }
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(clients[i].wrong, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_of_the_limit_is_taken),
        cmocka_unit_test(a_longer_body_is_refused),
        cmocka_unit_test(a_client_that_asks_first_sends_nothing),
        cmocka_unit_test(a_client_that_asks_first_may_send),
        cmocka_unit_test(an_unknown_coding_is_refused),
        cmocka_unit_test(a_connection_serves_many_requests),
        cmocka_unit_test(a_refused_body_does_not_become_a_request),
        cmocka_unit_test(head_has_the_headers_of_get),
        cmocka_unit_test(the_request_id_comes_back),
        cmocka_unit_test(many_clients_get_their_own_answers),
    };

    return cmocka_run_group_tests_name("http.connections", tests, client_start, client_stop);
}
