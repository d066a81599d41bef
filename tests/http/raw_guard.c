/*
 * Request heads that libmicrohttpd lets pass and danad must not, byte by byte on a socket. After a
 * refused head, nothing that follows it on the connection may be taken for a second request.
 */
#include "../unit/unit.h"

#include "raw_client.h"

#include <stdio.h>
#include <unistd.h>

#define REPLY_SIZE 65536
#define QUIET_MS   5000
/* Rows that stay open are waited for this long after their responses. */
#define KEEP_OPEN_MS 300
#define SECOND       "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n"
#define JSON_BODY    "{\"html\":\"<p>x</p>\"}"

typedef struct {
    const char *name;
    const char *request;
    int status;
    const char *code; /* problem code, NULL: an answer that is none */
    bool closes;
    unsigned responses;
} row;

static const row rows[] = {
    {"plain", SECOND, 200, NULL, false, 1},
    {"pipelined", SECOND SECOND, 200, NULL, false, 2},
    {"HTTP/1.0 without Host", "GET /livez HTTP/1.0\r\n\r\n", 200, NULL, true, 1},
    {"length and chunks",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
     "5\r\n"
     "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"chunks and length",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"two lengths, small first",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
     "0\r\n"
     "Content-Length: 34\r\n\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"two lengths, large first",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
     "34\r\n"
     "Content-Length: 0\r\n\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"two equal lengths",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
     "2\r\n"
     "Content-Length: 2\r\n\r\n{}" SECOND,
     400, "invalid-http", true, 1},
    {"gzip, chunked",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" SECOND,
     501, "not-implemented", true, 1},
    {"xchunked",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" SECOND,
     501, "not-implemented", true, 1},
    {"no Host", "GET /livez HTTP/1.1\r\n\r\n" SECOND, 400, "invalid-http", true, 1},
    {"two Hosts", "GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" SECOND, 400, "invalid-http",
     true, 1},
    {"space before the colon of Content-Length",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length : "
     "34\r\n"
     "\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"space before the colon of Transfer-Encoding",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"unknown method", "BREW /livez HTTP/1.1\r\nHost: a\r\n\r\n", 501, "not-implemented", true, 1},
    {"wrong method", "DELETE /livez HTTP/1.1\r\nHost: a\r\n\r\n", 405, "method-not-allowed", false,
     1},
    {"declared body too large, client waits for 100",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Content-Length: 70000\r\nExpect: 100-continue\r\n\r\n",
     413, "body-too-large", true, 1},
    {"wrong media type, client waits for 100",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n"
     "Expect: 100-continue\r\n\r\n",
     415, "unsupported-media-type", true, 1},
    {"declared body absurdly large",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Content-Length: 99999999999\r\n\r\n",
     413, "body-too-large", true, 1},
    {"chunks",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding: chunked\r\n\r\n13\r\n" JSON_BODY "\r\n0\r\n\r\n",
     200, NULL, false, 1},
    {"other bytes before the colon of Content-Length",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Content-Length\v: 34\r\n\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"a name that is no token", "GET /livez HTTP/1.1\r\nHost: a\r\nX(A): b\r\n\r\n" SECOND, 400,
     "invalid-http", true, 1},
    {"space after chunked",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding: chunked \r\n\r\n13\r\n" JSON_BODY "\r\n0\r\n\r\n" SECOND,
     200, NULL, false, 2},
    {"space before the first header", "GET /livez HTTP/1.1\r\n Host: a\r\n\r\n" SECOND, 400,
     "invalid-http", true, 1},
    {"a folded line that looks like framing",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX: y\r\n"
     " Transfer-Encoding: chunked\r\nContent-Length: 19\r\n\r\n" JSON_BODY SECOND,
     400, "invalid-http", true, 1},
    {"a folded Transfer-Encoding",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding:\r\n chunked\r\n\r\n22\r\n" SECOND "\r\n0\r\n\r\n",
     400, "invalid-http", true, 1},
    {"a folded Content-Length",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Content-Length:\r\n 34\r\n\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"line feeds alone", "GET /livez HTTP/1.1\nHost: a\n\n", 200, NULL, false, 1},
    {"absolute form", "GET http://b.example:81/livez HTTP/1.1\r\nHost: a\r\n\r\n", 200, NULL, false,
     1},
    {"absolute form, TLS before us", "GET HTTPS://[::1]/livez?a=//b HTTP/1.1\r\nHost: a\r\n\r\n",
     200, NULL, false, 1},
    {"absolute form with a user", "GET http://a@b/livez HTTP/1.1\r\nHost: a\r\n\r\n", 404,
     "not-found", false, 1},
    {"absolute form without a host", "GET http:///livez HTTP/1.1\r\nHost: a\r\n\r\n", 404,
     "not-found", false, 1},
    {"absolute form without a path", "GET http://a?/livez HTTP/1.1\r\nHost: a\r\n\r\n", 404,
     "not-found", false, 1},
    {"an encoded NUL in the path", "GET /livez%00/a HTTP/1.1\r\nHost: a\r\n\r\n" SECOND, 400,
     "invalid-http", true, 1},
    {"an encoded NUL in the query", "GET /livez?a=%00 HTTP/1.1\r\nHost: a\r\n\r\n" SECOND, 400,
     "invalid-http", true, 1},
    {"an encoded NUL in a parameter's name", "GET /livez?a%00=b HTTP/1.1\r\nHost: a\r\n\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 204, NULL, false, 1},
    {"a chunk of more than any number",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n" SECOND,
     413, NULL, true, 1},
    {"a chunk of no number",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding: chunked\r\n\r\nzz\r\n" SECOND,
     400, NULL, true, 1},
    {"a length in the trailer counts for nothing",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding: chunked\r\n\r\n13\r\n" JSON_BODY
     "\r\n0\r\nContent-Length: 34\r\n\r\n" SECOND,
     200, NULL, false, 2},
    {"a chunk's line that ends with a line feed alone",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding: chunked\r\n\r\n13;a\n" JSON_BODY "\r\n0\r\n\r\n" SECOND,
     400, NULL, true, 1},
    {"a trailer that ends with a line feed alone",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding: chunked\r\n\r\n13\r\n" JSON_BODY "\r\n0\r\nX: y\n\n" SECOND,
     400, NULL, true, 1},
    {"preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "http-version", true, 1},
    {"HTTP/2.0", "GET /livez HTTP/2.0\r\nHost: a\r\n\r\n", 505, "http-version", true, 1},
    {"HTTP/1.2", "GET /livez HTTP/1.2\r\nHost: a\r\n\r\n" SECOND, 505, "http-version", true, 1},
    {"HTTP/0.9", "GET /livez\r\n" SECOND, 400, "invalid-http", true, 1},
    {"tabs in the request line", "GET\t/livez\tHTTP/1.1\r\nHost: a\r\n\r\n" SECOND, 400,
     "invalid-http", true, 1},
    {"a space before the request line", " GET /livez HTTP/1.1\r\nHost: a\r\n\r\n" SECOND, 400,
     "invalid-http", true, 1},
    {"an empty line before the request line", "\r\n" SECOND, 200, NULL, false, 1},
    {"a folded name of a length",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Content-Lengt: 19\r\n h\r\n\r\n" JSON_BODY SECOND,
     400, "invalid-http", true, 1},
    {"a folded name of a transfer coding",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Transfer-Encodin: chunked\r\n g\r\n\r\n13\r\n" JSON_BODY "\r\n0\r\n\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"a folded name of a host", "GET /livez HTTP/1.1\r\nHos: a\r\n t\r\n\r\n" SECOND, 400,
     "invalid-http", true, 1},
    {"a folded name of a client",
     "GET /livez HTTP/1.1\r\nHost: a\r\nX-Forwarded-Fo: 6.6.6.6\r\n r\r\n\r\n" SECOND, 400,
     "invalid-http", true, 1},
    {"a fold of nothing", "GET /livez HTTP/1.1\r\nHost: a\r\n \r\n\r\n" SECOND, 400, "invalid-http",
     true, 1},
    {"a fault that the client names", "GET /livez HTTP/1.1\r\nHost: a\r\n(fault): 0\r\n\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"a bare CR in a value", "GET /livez HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n" SECOND, 400,
     "invalid-http", true, 1},
    {"spaces after a length",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Content-Length: 19 \t\r\n\r\n" JSON_BODY SECOND,
     200, NULL, false, 2},
    {"spaces around a content coding",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
     "Content-Encoding: \t identity \t\r\nContent-Length: 19\r\n\r\n" JSON_BODY SECOND,
     200, NULL, false, 2},
    {"chunks in HTTP/1.0",
     "POST /v1/extract HTTP/1.0\r\nContent-Type: application/json\r\n"
     "Transfer-Encoding: chunked\r\n\r\n13\r\n" JSON_BODY "\r\n0\r\n\r\n" SECOND,
     400, "invalid-http", true, 1},
    {"media type refused, body swallowed, connection lives",
     "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 19\r\n"
     "\r\n" JSON_BODY SECOND,
     415, "unsupported-media-type", false, 2},
};

static const char *const bad_lengths[] = {"abc", "-5", "+5", "5, 5", "1x", "0x13", "", " ", "1 9"};

static raw_server server;

static int start(void **state)
{
    static const char *const arguments[] = {"--max-body-bytes", "64KiB", NULL};

    (void)state;
    return raw_server_start(&server, arguments) ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    int status = raw_server_stop(&server);

    if (status != 0) {
        fprintf(stderr, "danad ended with status %d\n", status);
        exit(EXIT_FAILURE); /* cmocka does not count the end of a group */
    }
    return 0;
}

static bool has_code(const char *reply, const char *code)
{
    char member[64];

    if (code == NULL) {
        return strstr(reply, "application/problem+json") == NULL;
    }
    snprintf(member, sizeof member, "\"code\":\"%s\"", code);
    return strstr(reply, member) != NULL;
}

/* Sends a request on a connection that stays open. */
static void exchange_open(const char *request, unsigned responses, char *reply, bool *closed)
{
    int fd = raw_connect(&server);

    raw_send_text(fd, request);
    raw_read_responses(fd, reply, REPLY_SIZE, responses, KEEP_OPEN_MS, closed);
    close(fd);
}

static void every_row(void **state)
{
    static char reply[REPLY_SIZE];
    bool closed;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const row *r = &rows[i];
        if (r->closes) {
            raw_exchange(&server, r->request, reply, sizeof reply, QUIET_MS, &closed);
        } else {
            exchange_open(r->request, r->responses, reply, &closed);
        }
        if (raw_status(reply) != r->status || !has_code(reply, r->code) || closed != r->closes ||
            raw_count_responses(reply) != r->responses) {
            fail_msg("%s: closed %d, reply\n%s", r->name, closed, reply);
        }
    }
}

static void bad_lengths_are_refused(void **state)
{
    static char reply[REPLY_SIZE];
    char request[256];
    bool closed;

    (void)state;
    for (size_t i = 0; i < sizeof bad_lengths / sizeof bad_lengths[0]; i++) {
        snprintf(request, sizeof request,
                 "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Length: %s\r\n\r\n" SECOND,
                 bad_lengths[i]);
        raw_exchange(&server, request, reply, sizeof reply, QUIET_MS, &closed);
        if (raw_status(reply) != 400 || !closed || !has_code(reply, "invalid-http") ||
            raw_count_responses(reply) != 1) {
            fail_msg("Content-Length %s: closed %d, reply\n%s", bad_lengths[i], closed, reply);
        }
    }
}

/* A head of more than MAX_HEADER_BYTES, in its first line or after it. */
static void long_heads_are_refused(void **state)
{
    static char reply[REPLY_SIZE];
    static char filler[40001];
    static char request[sizeof filler + 128];
    bool closed;

    (void)state;
    memset(filler, 'a', sizeof filler - 1);
    snprintf(request, sizeof request, "GET /%s HTTP/1.1\r\nHost: a\r\n\r\n", filler);
    raw_exchange(&server, request, reply, sizeof reply, QUIET_MS, &closed);
    assert_int_equal(raw_status(reply), 414);
    assert_true(has_code(reply, "target-too-long"));
    assert_true(closed);
    snprintf(request, sizeof request, "GET /livez HTTP/1.1\r\nHost: a\r\nX: %s\r\n\r\n", filler);
    raw_exchange(&server, request, reply, sizeof reply, QUIET_MS, &closed);
    assert_int_equal(raw_status(reply), 431);
    assert_true(has_code(reply, "head-too-large"));
    assert_true(closed);
}

/* Heads of any length around the limit are answered at once, and as one that is too long or not. */
static void heads_about_the_limit_are_answered(void **state)
{
    static char reply[REPLY_SIZE];
    static char filler[40001];
    static char request[sizeof filler + 128];
    bool closed;

    (void)state;
    memset(filler, 'a', sizeof filler - 1);
    for (int length = 31000; length < 34000; length += 47) {
        int size = snprintf(
            request, sizeof request,
            "GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: %.*s\r\n\r\n", length,
            filler);
        raw_exchange(&server, request, reply, sizeof reply, QUIET_MS, &closed);
        assert_true(closed);
        assert_int_equal(raw_status(reply), size <= 32768 ? 200 : 431);
    }
}

static void many_parameters_are_answered(void **state)
{
    static char reply[REPLY_SIZE];
    static char request[20000];
    bool closed;

    (void)state;
    for (int count = 1; count < 1000; count += count < 120 || count > 140 ? 13 : 1) {
        size_t length = (size_t)snprintf(request, sizeof request, "GET /livez?a");
        for (int i = 1; i < count; i++) {
            length += (size_t)snprintf(request + length, sizeof request - length, "&a%d=%d", i, i);
        }
        snprintf(request + length, sizeof request - length,
                 " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        raw_exchange(&server, request, reply, sizeof reply, QUIET_MS, &closed);
        assert_true(closed);
        assert_int_equal(raw_status(reply), count <= 128 ? 200 : 414);
    }
}

/* A head as large as it may be in all respects, and an answer that is sent in chunks. */
static void the_largest_head_gets_its_answer(void **state)
{
    static char reply[REPLY_SIZE];
    static char filler[40001];
    static char request[40000];
    bool closed;

    (void)state;
    size_t length = (size_t)snprintf(request, sizeof request, "POST /v1/extract/batch");
    for (int i = 0; i < 127; i++) {
        length += (size_t)snprintf(request + length, sizeof request - length, "%s",
                                   i > 0 ? "&" : "?");
    }
    length += (size_t)snprintf(request + length, sizeof request - length,
                               " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                               "Content-Type: application/json\r\nContent-Length: 31\r\n");
    for (int i = 0; i < 95; i++) {
        length += (size_t)snprintf(request + length, sizeof request - length, "x%d: y\r\n", i);
    }
    memset(filler, 'a', sizeof filler - 1);
    snprintf(request + length, sizeof request - length,
             "z: %.*s\r\n\r\n{\"items\":[" JSON_BODY "]}", (int)(32768 - length - 7), filler);
    raw_exchange(&server, request, reply, sizeof reply, QUIET_MS, &closed);
    assert_true(closed);
    assert_int_equal(raw_status(reply), 200);
    assert_non_null(strstr(reply, "\"failed\":0"));
}

/* A request that comes byte by byte, and one right after it. */
static void bytes_may_come_one_by_one(void **state)
{
    static const char request[] =
        "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n13\r\n" JSON_BODY "\r\n0\r\n\r\n" SECOND;
    static char reply[REPLY_SIZE];
    bool closed;

    (void)state;
    int fd = raw_connect(&server);
    for (size_t i = 0; i < sizeof request - 1; i++) {
        assert_true(raw_send(fd, request + i, 1));
        usleep(500);
    }
    raw_read_responses(fd, reply, sizeof reply, 2, KEEP_OPEN_MS, &closed);
    close(fd);
    assert_int_equal(raw_count_responses(reply), 2);
    assert_int_equal(raw_status(reply), 200);
}

/* Sends a chunked body of `total` bytes in chunks of 4096. */
static bool send_chunked(int fd, size_t total)
{
    static char chunk[4096];

    memset(chunk, ' ', sizeof chunk);
    bool sent = raw_send_text(fd, "POST /v1/extract HTTP/1.1\r\nHost: a\r\n"
                                  "Content-Type: application/json\r\n"
                                  "Transfer-Encoding: chunked\r\n\r\n");
    for (size_t done = 0; sent && done < total; done += sizeof chunk) {
        sent = raw_send_text(fd, "1000\r\n") && raw_send(fd, chunk, sizeof chunk) &&
               raw_send_text(fd, "\r\n");
    }
    return sent && raw_send_text(fd, "0\r\n\r\n");
}

static void chunks_over_the_limit_get_413(void **state)
{
    static char reply[REPLY_SIZE];
    bool closed;

    (void)state;
    int fd = raw_connect(&server);
    assert_true(send_chunked(fd, (size_t)512 * 1024));
    raw_read(fd, reply, sizeof reply, QUIET_MS, &closed);
    close(fd);
    assert_int_equal(raw_status(reply), 413);
    assert_true(has_code(reply, "body-too-large"));
    assert_true(closed);
}

static void chunks_without_end_are_dropped(void **state)
{
    static char reply[REPLY_SIZE];
    bool closed;

    (void)state;
    int fd = raw_connect(&server);
    send_chunked(fd, (size_t)64 * 1024 * 1024);
    raw_read(fd, reply, sizeof reply, QUIET_MS, &closed);
    close(fd);
    assert_true(closed);
    assert_string_equal(reply, "");
}

static void trailers_without_end_get_400(void **state)
{
    static const char line[] =
        "X: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n";
    static char reply[REPLY_SIZE];
    bool closed;

    (void)state;
    int fd = raw_connect(&server);
    bool sent = raw_send_text(fd, "POST /v1/extract HTTP/1.1\r\nHost: a\r\n"
                                  "Content-Type: application/json\r\n"
                                  "Transfer-Encoding: chunked\r\n\r\n13\r\n" JSON_BODY "\r\n0\r\n");
    for (size_t i = 0; sent && i < 1000; i++) {
        sent = raw_send_text(fd, line);
    }
    raw_read(fd, reply, sizeof reply, QUIET_MS, &closed);
    close(fd);
    assert_int_equal(raw_status(reply), 400);
    assert_true(closed);
}

static void request_ids_are_kept_or_made(void **state)
{
    static char reply[REPLY_SIZE];
    bool closed;

    (void)state;
    exchange_open("GET /livez HTTP/1.1\r\nHost: a\r\nX-Request-Id: my.id-1\r\n\r\n", 1, reply,
                  &closed);
    assert_non_null(strstr(reply, "X-Request-Id: my.id-1\r\n"));
    exchange_open("GET /livez HTTP/1.1\r\nHost: a\r\nX-Request-Id: my id\r\n\r\n", 1, reply,
                  &closed);
    assert_null(strstr(reply, "my id"));
    assert_non_null(strstr(reply, "X-Request-Id: 0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row),
        cmocka_unit_test(bad_lengths_are_refused),
        cmocka_unit_test(long_heads_are_refused),
        cmocka_unit_test(heads_about_the_limit_are_answered),
        cmocka_unit_test(many_parameters_are_answered),
        cmocka_unit_test(the_largest_head_gets_its_answer),
        cmocka_unit_test(bytes_may_come_one_by_one),
        cmocka_unit_test(chunks_over_the_limit_get_413),
        cmocka_unit_test(chunks_without_end_are_dropped),
        cmocka_unit_test(trailers_without_end_get_400),
        cmocka_unit_test(request_ids_are_kept_or_made),
    };

    return cmocka_run_group_tests(tests, start, stop);
}
