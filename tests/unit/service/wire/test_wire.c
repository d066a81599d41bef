/* What libmicrohttpd gets to see of a connection's bytes. */
#include "unit.h"

#include "wire/stream.h"

#include <stdio.h>
#include <stdlib.h>

#define HEAD_MAX 512
#define NEXT     "GET /b HTTP/1.1\r\nHost: a\r\n\r\n"
#define POST     "POST /a HTTP/1.1\r\nHost: a\r\n"
#define FAULT    SVC_WIRE_FAULT_FIELD ": "
#define END      "\r\n\r\n"
#define NO_LINE  "- - HTTP/1.1\r\n" FAULT

typedef struct {
    const char *in;
    const char *out;    /* without the number of a fault; NULL: as it came */
    svc_fault_id fault; /* whose number follows */
} row;

static const row rows[] = {
    {NEXT, NULL, 0},
    {NEXT NEXT, NULL, 0},
    {"GET /b HTTP/1.0\r\n\r\n", NULL, 0},
    {"\r\n\r\n" NEXT, NEXT, 0},
    {"GET http://a.b:81/c?d=/e HTTP/1.0\r\n\r\n", "GET /c?d=/e HTTP/1.0\r\n\r\n", 0},
    {"GET http://a?/c HTTP/1.0\r\n\r\n", NULL, 0},
    {"GET /b HTTP/1.1\nHost: a\n\n", NEXT, 0},
    {POST "Content-Length: 5\r\n\r\nab\n\nc" NEXT, NULL, 0},
    {POST "Content-Length:\t19 \t\r\n\r\n", POST "Content-Length: 19\r\n\r\n", 0},
    {POST "Content-Length: 0\r\n\r\n" NEXT, NULL, 0},
    {POST "Content-Length: 99999999999999999999\r\n\r\n",
     POST "Content-Length: 999999999999999999\r\n\r\n", 0},
    {POST "Content-Encoding:  gzip\t\r\nAccept:\r\n\r\n",
     POST "Content-Encoding: gzip\r\nAccept: \r\n\r\n", 0},
    {POST "Content-Length: 0\r\nX: y\r\n\r\n", POST "X: y\r\nContent-Length: 0\r\n\r\n", 0},
    {POST "Cookie: a=b\r\nX: y\r\n\r\n", POST "X: y\r\n\r\n", 0},
    {POST "Transfer-Encoding: Chunked \r\n\r\n3 ;a=b\r\nabc\r\n0\r\nHost: b\r\n\r\n" NEXT,
     POST "Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" NEXT, 0},
    {POST "Transfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\n1\r\nx\r\n0\r\n\r\n" NEXT, NULL, 0},
    /* What libmicrohttpd refuses itself; nothing after it is seen. */
    {POST "Transfer-Encoding: chunked\r\n\r\nzz\r\n" NEXT,
     POST "Transfer-Encoding: chunked\r\n\r\nx\r\n", 0},
    {POST "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n" NEXT,
     POST "Transfer-Encoding: chunked\r\n\r\n1\r\nax\r\n", 0},
    {POST "Transfer-Encoding: chunked\r\n\r\n1;a\nx\r\n0\r\n\r\n" NEXT,
     POST "Transfer-Encoding: chunked\r\n\r\nx\r\n", 0},
    {POST "Transfer-Encoding: chunked\r\n\r\n1;a\rb\r\nx\r\n0\r\n\r\n" NEXT,
     POST "Transfer-Encoding: chunked\r\n\r\nx\r\n", 0},
    {POST "Transfer-Encoding: chunked\r\n\r\n1\r\na\n0\r\n\r\n" NEXT,
     POST "Transfer-Encoding: chunked\r\n\r\n1\r\nax\r\n", 0},
    {POST "Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\n\r\n" NEXT,
     POST "Transfer-Encoding: chunked\r\n\r\n0\r\nx\r\n", 0},
    {POST "Transfer-Encoding: chunked\r\n\r\n0\r\n\n" NEXT,
     POST "Transfer-Encoding: chunked\r\n\r\n0\r\nx\r\n", 0},
    {POST "Transfer-Encoding: chunked\r\n\r\n1234567890abcdef0\r\n" NEXT,
     POST "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", 0},
    /* Folds, in whatever name they end. */
    {POST "Content-Lengt: 19\r\n h\r\n\r\n" NEXT, POST "Content-Lengt: 19\r\n" FAULT,
     SVC_FAULT_FOLDED},
    {"GET / HTTP/1.1\r\nHos: a\r\n\tt\r\n\r\n" NEXT, "GET / HTTP/1.1\r\nHos: a\r\n" FAULT,
     SVC_FAULT_FOLDED},
    {POST "X: y\r\n \r\n\r\n" NEXT, POST "X: y\r\n" FAULT, SVC_FAULT_FOLDED},
    {"GET / HTTP/1.1\r\n Host: a\r\n\r\n" NEXT, "GET / HTTP/1.1\r\n" FAULT, SVC_FAULT_FOLDED},
    /* The first line. */
    {" GET / HTTP/1.1\r\n" NEXT, NO_LINE, SVC_FAULT_REQUEST_LINE},
    {"GET\t/\tHTTP/1.1\r\n" NEXT, NO_LINE, SVC_FAULT_REQUEST_LINE},
    {"GET  / HTTP/1.1\r\n" NEXT, NO_LINE, SVC_FAULT_REQUEST_LINE},
    {"GET / a HTTP/1.1\r\n" NEXT, NO_LINE, SVC_FAULT_REQUEST_LINE},
    {"GET / HTTP/1.1 \r\n" NEXT, NO_LINE, SVC_FAULT_REQUEST_LINE},
    {"GET /\r\n" NEXT, NO_LINE, SVC_FAULT_REQUEST_LINE},
    {"GET\r\n" NEXT, NO_LINE, SVC_FAULT_REQUEST_LINE},
    {"G(T / HTTP/1.1\r\n" NEXT, NO_LINE, SVC_FAULT_REQUEST_LINE},
    {"GET /\r HTTP/1.1\r\n" NEXT, NO_LINE, SVC_FAULT_REQUEST_LINE},
    {"GET / http/1.1\r\n" NEXT, NO_LINE, SVC_FAULT_REQUEST_LINE},
    {"GET / HTTP/1.2\r\n" NEXT, NO_LINE, SVC_FAULT_VERSION},
    {"GET / HTTP/2.0\r\n" NEXT, NO_LINE, SVC_FAULT_VERSION},
    {"GET / HTTP/0.9\r\n" NEXT, NO_LINE, SVC_FAULT_VERSION},
    {"GET /%00 HTTP/1.1\r\n" NEXT, NO_LINE, SVC_FAULT_TARGET_NUL},
    {"GET /?html%00=a HTTP/1.1\r\n" NEXT, NO_LINE, SVC_FAULT_TARGET_NUL},
    {"GET /?a=%00 HTTP/1.1\r\n" NEXT, NO_LINE, SVC_FAULT_TARGET_NUL},
    {"GET /?a=%2500%0 HTTP/1.1\r\nHost: a\r\n\r\n", NULL, 0},
    /* Names and values. */
    {POST "Content-Length : 5\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_NAME},
    {POST "Transfer-Encoding\t: chunked\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_NAME},
    {POST "Content-Length\v: 5\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_NAME},
    {POST "(fault): 1\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_NAME},
    {POST ": y\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_NAME},
    {POST "X\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_NAME},
    {POST "X-\xc3\xa9: y\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_NAME},
    {POST "!#$%&'*+-.^_`|~09azAZ: y\r\n\r\n", NULL, 0},
    {POST "X: a\rb\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_VALUE},
    {POST "X: a\r\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_VALUE},
    /* Framing. */
    {POST "Content-Length: 1x\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_LENGTH},
    {POST "Content-Length: 0x13\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_LENGTH},
    {POST "Content-Length:\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_LENGTH},
    {POST "Content-Length: -5\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_LENGTH},
    {POST "Content-Length: 5, 5\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_LENGTH},
    {POST "Content-Length: 5\r\ncontent-length: 5\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_TWO_LENGTHS},
    {POST "HOST: a\r\n\r\n" NEXT, POST FAULT, SVC_FAULT_TWO_HOSTS},
    {"GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET / HTTP/1.1\r\nHost: \r\n\r\n", 0},
    {"GET / HTTP/1.1\r\nHost: [::1%25a]:80\r\n\r\n", NULL, 0},
    {"GET / HTTP/1.1\r\nHost: a b\r\n" NEXT, "GET / HTTP/1.1\r\n" FAULT, SVC_FAULT_HOST},
    {"GET / HTTP/1.1\r\nHost: u@a\r\n" NEXT, "GET / HTTP/1.1\r\n" FAULT, SVC_FAULT_HOST},
    {"GET / HTTP/1.1\r\nHost: a/b\r\n" NEXT, "GET / HTTP/1.1\r\n" FAULT, SVC_FAULT_HOST},
    {"GET / HTTP/1.1\r\nHost: \xc3\xa9\r\n" NEXT, "GET / HTTP/1.1\r\n" FAULT, SVC_FAULT_HOST},
    {"GET / HTTP/1.1\r\nX: y\r\n\r\n" NEXT, "GET / HTTP/1.1\r\nX: y\r\n" FAULT, SVC_FAULT_NO_HOST},
    {POST "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" NEXT,
     POST "Transfer-Encoding: chunked\r\n" FAULT, SVC_FAULT_LENGTH_AND_CODING},
    {POST "Transfer-Encoding: gzip, chunked\r\n\r\n" NEXT,
     POST "Transfer-Encoding: gzip, chunked\r\n" FAULT, SVC_FAULT_CODING},
    {POST "Transfer-Encoding:\r\n\r\n" NEXT, POST "Transfer-Encoding: \r\n" FAULT,
     SVC_FAULT_CODING},
    {POST "Transfer-Encoding:\r\n chunked\r\n\r\n" NEXT, POST "Transfer-Encoding: \r\n" FAULT,
     SVC_FAULT_FOLDED},
    {POST "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" NEXT,
     POST "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n" FAULT, SVC_FAULT_CODING},
    {"POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" NEXT,
     "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n" FAULT, SVC_FAULT_OLD_CODING},
};

/* Feeds a text in pieces; the stream is to be cleared. */
static void feed(svc_wire_stream *stream, const char *in, size_t length, size_t piece)
{
    *stream = (svc_wire_stream){.head_max = HEAD_MAX};
    for (size_t at = 0; at < length; at += piece) {
        char *copy = malloc(piece); /* so that a sanitizer sees what is read beyond it */
        size_t size = length - at < piece ? length - at : piece;
        assert_non_null(copy);
        memcpy(copy, in + at, size);
        svc_wire_feed(stream, copy, size);
        free(copy);
    }
    assert_false(stream->failed);
}

static void judges_heads_however_they_come(void **state)
{
    char wanted[1024];
    svc_wire_stream stream;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const row *r = &rows[i];
        snprintf(wanted, sizeof wanted, "%s", r->out != NULL ? r->out : r->in);
        if (r->fault != SVC_FAULT_NONE) {
            snprintf(wanted + strlen(wanted), 16, "%d" END, (int)r->fault);
        }
        for (size_t piece = 1; piece <= strlen(r->in); piece++) {
            feed(&stream, r->in, strlen(r->in), piece);
            if (strcmp(stream.ready.bytes, wanted) != 0) {
                fail_msg("row %zu by %zu:\n%s\nwanted\n%s", i, piece, stream.ready.bytes, wanted);
            }
            svc_wire_clear(&stream);
        }
    }
}

static void every_fault_has_its_text(void **state)
{
    (void)state;
    for (unsigned long id = 1; id < SVC_FAULTS; id++) {
        assert_non_null(svc_wire_fault(id).code);
    }
    assert_null(svc_wire_fault(SVC_FAULT_NONE).code);
    assert_null(svc_wire_fault(SVC_FAULTS).code);
}

static void a_nul_is_refused(void **state)
{
    static const char in[] = POST "X: a\0b\r\n\r\n" NEXT;
    svc_wire_stream stream;

    (void)state;
    feed(&stream, in, sizeof in - 1, sizeof in);
    assert_string_equal(stream.ready.bytes, POST FAULT "8\r\n\r\n");
    assert_int_equal(SVC_FAULT_VALUE, 8);
    svc_wire_clear(&stream);
}

/* Returns the fault of what `in` repeats between begin and end; 0: none. */
static int fault_of(const char *begin, const char *repeated, unsigned times, const char *end)
{
    svc_wire_stream stream = {.head_max = (size_t)1 << 20};

    svc_wire_feed(&stream, begin, strlen(begin));
    for (unsigned i = 0; i < times; i++) {
        svc_wire_feed(&stream, repeated, strlen(repeated));
    }
    svc_wire_feed(&stream, end, strlen(end));
    const char *field = strstr(stream.ready.bytes, FAULT);
    int fault = field != NULL ? (int)strtol(field + strlen(FAULT), NULL, 10) : 0;
    svc_wire_clear(&stream);
    return fault;
}

static void counts_what_a_head_may_have(void **state)
{
    svc_wire_stream stream;
    char line[HEAD_MAX * 2];

    (void)state;
    assert_int_equal(fault_of(POST, "a: b\r\n", SVC_WIRE_FIELDS_MAX - 1, "\r\n"), 0);
    assert_int_equal(fault_of(POST, "a: b\r\n", SVC_WIRE_FIELDS_MAX, "\r\n"),
                     SVC_FAULT_HEAD_LENGTH);
    assert_int_equal(fault_of("GET /?a", "&", SVC_WIRE_PARAMETERS_MAX - 1, " HTTP/1.1\r\n"), 0);
    assert_int_equal(fault_of("GET /?a", "&", SVC_WIRE_PARAMETERS_MAX, " HTTP/1.1\r\n"),
                     SVC_FAULT_TARGET_LENGTH);
    memset(line, 'a', sizeof line);
    feed(&stream, line, HEAD_MAX, 7);
    assert_int_equal(stream.state, SVC_WIRE_REQUEST);
    svc_wire_feed(&stream, line, 1);
    assert_int_equal(stream.state, SVC_WIRE_REFUSED);
    svc_wire_clear(&stream);
}

#define LINES_HEAD POST "Content-Type: application/x-ndjson\r\n"
#define HOLD_ABOVE 8

/* Feeds bytes in steps to a stream that holds bodies of batches. */
static svc_wire_stream held(const char *in, size_t step)
{
    svc_wire_stream stream = {.head_max = HEAD_MAX, .hold_above = HOLD_ABOVE};

    for (size_t at = 0; at < strlen(in); at += step) {
        size_t left = strlen(in) - at;
        svc_wire_feed(&stream, in + at, left < step ? left : step);
    }
    return stream;
}

static void bodies_of_batches_are_held(void **state)
{
    static const struct {
        const char *head;
        const char *body; /* as it is sent */
        const char *bare;
        bool holds;
    } bodies[] = {
        {LINES_HEAD "Content-Length: 9\r\n\r\n", "12345678\n", "12345678\n", true},
        {LINES_HEAD "Content-Length: 8\r\n\r\n", "1234567\n", NULL, false},
        {LINES_HEAD "Transfer-Encoding: chunked\r\n\r\n",
         "3;a=b\r\n1\n2\r\n1\r\n\n\r\n0\r\nX: y\r\n\r\n", "1\n2\n", true},
        {POST "Content-Type: Application/JSON; charset=utf-8\r\nContent-Length: 9\r\n\r\n",
         "123456789", "123456789", true},
        {POST "Content-Type: application/json\r\nContent-Length: 8\r\n\r\n", "12345678", NULL,
         false},
        {POST "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
         "1\r\n1\r\n0\r\n\r\n", NULL, false},
        {POST "Content-Type: text/html\r\nContent-Length: 9\r\n\r\n", "123456789", NULL, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0] * 3; i++) {
        char in[HEAD_MAX];
        size_t at = i / 3;
        const size_t steps[] = {1, 50, HEAD_MAX};
        snprintf(in, sizeof in, "%s%s", bodies[at].head, bodies[at].body);

        svc_wire_stream stream = held(in, steps[i % 3]);
        assert_int_equal(stream.held, bodies[at].holds);
        if (!bodies[at].holds) {
            assert_string_equal(stream.ready.bytes, in);
            svc_wire_clear(&stream);
            continue;
        }
        assert_string_equal(stream.ready.bytes, bodies[at].head);
        svc_wire_stream taken;
        svc_wire_take_body(&stream, &taken);
        assert_true(taken.body_over);
        assert_memory_equal(taken.ready.bytes, bodies[at].bare, strlen(bodies[at].bare));
        assert_int_equal(taken.ready.length, strlen(bodies[at].bare));
        svc_wire_feed(&stream, NEXT, sizeof NEXT - 1); /* it has nothing left to pass */
        assert_string_equal(stream.ready.bytes, bodies[at].head);
        svc_wire_clear(&taken);
        svc_wire_clear(&stream);
    }
}

static void a_body_that_is_let_go_passes(void **state)
{
    static const char in[] = LINES_HEAD "Content-Length: 9\r\n\r\n12345678\n" NEXT;
    svc_wire_stream stream = held(in, 20);

    (void)state;
    assert_true(stream.held);
    svc_wire_let_go(&stream);
    assert_string_equal(stream.ready.bytes, in);
    svc_wire_clear(&stream);
}

static void chunks_that_are_wrong_end_a_bare_body(void **state)
{
    svc_wire_stream stream = held(
        LINES_HEAD "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\nnonsense\r\n", 7);
    svc_wire_stream taken;

    (void)state;
    svc_wire_take_body(&stream, &taken);
    assert_int_equal(taken.state, SVC_WIRE_REFUSED);
    assert_false(taken.body_over);
    assert_int_equal(taken.ready.length, 1);
    svc_wire_clear(&taken);
    svc_wire_clear(&stream);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judges_heads_however_they_come),
        cmocka_unit_test(every_fault_has_its_text),
        cmocka_unit_test(a_nul_is_refused),
        cmocka_unit_test(counts_what_a_head_may_have),
        cmocka_unit_test(bodies_of_batches_are_held),
        cmocka_unit_test(a_body_that_is_let_go_passes),
        cmocka_unit_test(chunks_that_are_wrong_end_a_bare_body),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
