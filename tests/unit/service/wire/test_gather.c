/* Bodies that are read past libmicrohttpd: what it sees of them, and what comes. */
#include "unit.h"

#include "wire/receive.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#define HEAD_MAX   512
#define GATHER_MAX 40000
#define BODY       20000
#define NEXT       "GET /b HTTP/1.1\r\nHost: a\r\n\r\n"
#define CHUNKED    "Transfer-Encoding: chunked\r\n\r\n"

/* Both ends of a connection, and what came out of the guarded one. */
typedef struct {
    int client;
    int server;
    char *seen;
    size_t length;
    size_t parsed; /* of it, whole chunks of bodies */
    char *body;    /* what was gathered, of all requests */
    size_t body_length;
    size_t bodies;
    bool drop;
} wire;

static char text[200000];

static void open_wire(wire *w)
{
    int ends[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    *w = (wire){.client = ends[0], .server = ends[1], .seen = malloc(sizeof text * 4)};
    w->body = malloc(sizeof text);
    assert_true(w->seen != NULL && w->body != NULL);
    fcntl(w->client, F_SETFL, O_NONBLOCK);
    svc_wire_open(w->server, HEAD_MAX, SIZE_MAX, GATHER_MAX);
}

static void close_wire(wire *w)
{
    svc_wire_close(w->server);
    close(w->client);
    close(w->server);
    free(w->seen);
    free(w->body);
}

/* Takes the body as a request does, once its last chunk was seen. */
static void take_body(wire *w)
{
    svc_wire_body *body = svc_wire_gathered(w->server);

    assert_non_null(body);
    assert_int_equal(body->came, body->declared);
    memcpy(w->body + w->body_length, body->bytes.bytes != NULL ? body->bytes.bytes : "",
           body->bytes.length);
    w->body_length += body->bytes.length;
    w->bodies++;
    svc_wire_end(w->server);
    svc_buffer_clear(&body->bytes);
}

/* Comes to the next request, as the first call for one does. */
static void begin_request(wire *w)
{
    svc_wire_begin(w->server);
    svc_wire_body *body = svc_wire_gathered(w->server);

    if (body != NULL && w->drop) {
        svc_wire_body_drop(body);
    }
}

/* Reads chunks that were seen, as libmicrohttpd does. */
static void parse(wire *w)
{
    while (w->parsed < w->length) {
        char *at = w->seen + w->parsed;
        char *line = memmem(at, w->length - w->parsed, "\r\n", 2);
        if (line == NULL) {
            return;
        }
        if (w->parsed == 0 || strncmp(at, "POST", 4) == 0 || strncmp(at, "GET", 3) == 0) {
            char *end = memmem(at, w->length - w->parsed, "\r\n\r\n", 4);
            if (end == NULL) {
                return;
            }
            w->parsed = (size_t)(end + 4 - w->seen);
            begin_request(w);
            continue;
        }
        size_t size = strtoul(at, NULL, 16);
        size_t whole = (size_t)(line + 2 - at) + size + 2;
        if (w->length - w->parsed < whole) {
            return;
        }
        assert_memory_equal(at + whole - 2, "\r\n", 2);
        w->parsed += whole;
        if (size == 0) {
            take_body(w);
        }
    }
}

/* Reads as libmicrohttpd does, which comes again where it got all that it asked for. */
static ssize_t read_all(wire *w, size_t room)
{
    ssize_t got = (ssize_t)room;

    while (got == (ssize_t)room) {
        got = recv(w->server, w->seen + w->length, room, MSG_DONTWAIT);
        w->length += got > 0 ? (size_t)got : 0;
        parse(w);
    }
    return got;
}

/* Sends in pieces; what is there is read after each. */
static void pass(wire *w, const char *in, size_t length, size_t piece, size_t room)
{
    for (size_t at = 0; at < length;) {
        size_t size = length - at < piece ? length - at : piece;
        ssize_t sent = send(w->client, in + at, size, 0);
        assert_true(sent > 0 || errno == EAGAIN);
        at += sent > 0 ? (size_t)sent : 0;
        read_all(w, room);
    }
}

static void send_all(const wire *w, const char *in, size_t length)
{
    assert_int_equal(send(w->client, in, length, 0), length);
}

/* Writes a request with a body of `length` bytes. Returns the end. */
static char *put_request(char *to, size_t length, unsigned seed)
{
    to += snprintf(to, 100, "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: %zu\r\n\r\n", length);
    for (size_t i = 0; i < length; i++) {
        *to++ = (char)('a' + (i * 7 + i / 251 + seed) % 26);
    }
    return to;
}

static void comes_whole_in_any_pieces(void **state)
{
    static const size_t pieces[] = {13, 16384, 16385, sizeof text};
    static const size_t rooms[] = {65, 71, 4096, 43000};
    char *end = put_request(text, BODY, 0);
    char *second = end;

    (void)state;
    end = put_request(end, BODY + 1, 5);
    size_t head = (size_t)(second - text) - BODY;
    end += snprintf(end, sizeof NEXT, NEXT);
    for (size_t i = 0; i < 16; i++) {
        wire w;
        open_wire(&w);
        pass(&w, text, (size_t)(end - text), pieces[i / 4], rooms[i % 4]);
        assert_int_equal(w.bodies, 2);
        assert_int_equal(w.body_length, 2 * BODY + 1);
        assert_memory_equal(w.body, text + head, BODY);
        assert_memory_equal(w.body + BODY, second + head, BODY + 1);
        w.seen[w.length] = '\0';
        assert_string_equal(w.seen + w.length - strlen(NEXT), NEXT);
        assert_memory_equal(w.seen, "POST /a HTTP/1.1\r\nHost: a\r\n" CHUNKED,
                            strlen("POST /a HTTP/1.1\r\nHost: a\r\n" CHUNKED));
        close_wire(&w);
    }
}

/* libmicrohttpd's buffer may have any room left behind a head. */
static void fills_any_room(void **state)
{
    char *end = put_request(text, BODY, 0);

    (void)state;
    for (size_t room = 45; room < 130; room++) {
        wire w;
        open_wire(&w);
        pass(&w, text, (size_t)(end - text), BODY - 1000, room);
        assert_int_equal(w.bodies, 1);
        assert_int_equal(w.body_length, BODY);
        assert_int_equal(w.parsed, w.length);
        close_wire(&w);
    }
}

static void small_and_long_ones_pass(void **state)
{
    static const size_t lengths[] = {0, 1, 300, GATHER_MAX + 1};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        char *end = put_request(text, lengths[i], 0);
        wire w;
        open_wire(&w);
        pass(&w, text, (size_t)(end - text), sizeof text, 4096);
        assert_int_equal(w.length, (size_t)(end - text));
        assert_memory_equal(w.seen, text, w.length);
        assert_null(svc_wire_gathered(w.server));
        close_wire(&w);
    }
}

/* Behind a request that is not answered a body passes as it is: neither's is taken for the other's.
 */
static void is_not_gathered_behind_another(void **state)
{
    char *head = text + snprintf(text, sizeof text, NEXT);
    wire w;

    (void)state;
    for (int waits = 0; waits < 2; waits++) {
        put_request(head, BODY, 0);
        open_wire(&w);
        send_all(&w, text, waits ? strlen(NEXT) : 1000);
        assert_true(recv(w.server, w.seen, 4096, MSG_DONTWAIT) > 0);
        svc_wire_begin(w.server);
        assert_null(svc_wire_gathered(w.server));
        if (waits) {
            svc_wire_end(w.server);
            send_all(&w, head, 1000);
            assert_true(recv(w.server, w.seen, 4096, MSG_DONTWAIT) > 0);
        }
        svc_wire_begin(w.server);
        assert_int_equal(svc_wire_gathered(w.server) != NULL, waits);
        close_wire(&w);
    }
}

/* A body that is held belongs to the request behind this one. */
static void a_held_body_is_of_the_request_in_hand(void **state)
{
    static const char lines[] = NEXT "POST /a HTTP/1.1\r\nHost: a\r\n"
                                     "Content-Type: application/x-ndjson\r\n" CHUNKED "2\r\n";
    wire w;

    (void)state;
    open_wire(&w);
    send_all(&w, lines, sizeof lines - 1);
    assert_true(recv(w.server, w.seen, 4096, MSG_DONTWAIT) > 0);
    svc_wire_begin(w.server);
    assert_null(svc_wire_held(w.server));
    svc_wire_begin(w.server);
    assert_non_null(svc_wire_held(w.server));
    close_wire(&w);
}

static void what_is_dropped_is_not_kept(void **state)
{
    char *end = put_request(text, BODY, 0);
    wire w;

    (void)state;
    end += snprintf(end, sizeof NEXT, NEXT);
    open_wire(&w);
    w.drop = true;
    pass(&w, text, (size_t)(end - text), 1000, 4096);
    assert_int_equal(w.bodies, 1);
    assert_int_equal(w.body_length, 0);
    assert_memory_equal(w.seen + w.length - strlen(NEXT), NEXT, strlen(NEXT));
    close_wire(&w);
}

static void an_end_within_a_body_is_seen(void **state)
{
    wire w;

    (void)state;
    put_request(text, BODY, 0);
    open_wire(&w);
    pass(&w, text, BODY / 2, BODY, 4096);
    assert_int_equal(w.bodies, 0);
    shutdown(w.client, SHUT_WR);
    assert_int_equal(read_all(&w, 4096), 0);
    close_wire(&w);
}

/* One client that sends on and on does not keep the others waiting. */
static void others_have_their_turn(void **state)
{
    static char long_text[600000];
    char *end = put_request(long_text, 500000, 0);
    size_t sent = 0;
    char out[4096];
    wire w;

    (void)state;
    open_wire(&w);
    svc_wire_close(w.server);
    svc_wire_open(w.server, HEAD_MAX, SIZE_MAX, sizeof long_text);
    int size = sizeof long_text * 2;
    setsockopt(w.client, SOL_SOCKET, SO_SNDBUFFORCE, &size, sizeof size);
    setsockopt(w.client, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    for (ssize_t got = 1; got > 0 && sent < (size_t)(end - long_text);) {
        got = send(w.client, long_text + sent, (size_t)(end - long_text) - sent, 0);
        sent += got > 0 ? (size_t)got : 0;
    }
    assert_int_equal(recv(w.server, out, sizeof out, MSG_DONTWAIT), sizeof out);
    svc_wire_begin(w.server);
    assert_in_range(svc_wire_gathered(w.server)->came, 16384, (size_t)300 * 1024);
    close_wire(&w);
}

/* Connects two sockets of TCP: those of a pair have no window. */
static void connect_wire(wire *w)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);

    open_wire(w);
    svc_wire_close(w->server);
    close(w->client);
    close(w->server);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &length), 0);
    w->client = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(w->client, (struct sockaddr *)&address, sizeof address), 0);
    w->server = accept(listener, NULL, NULL);
    close(listener);
    assert_true(w->server >= 0);
    svc_wire_open(w->server, HEAD_MAX, SIZE_MAX, GATHER_MAX);
}

/* Whether the kernel tells of bytes within some milliseconds. */
static bool is_told(const wire *w, int ms)
{
    struct pollfd poll_fd = {.fd = w->server, .events = POLLIN};

    return poll(&poll_fd, 1, ms) == 1;
}

static void is_woken_once_for_a_body(void **state)
{
    char *end = put_request(text, BODY, 0);
    wire w;

    (void)state;
    end += snprintf(end, sizeof NEXT, NEXT);
    connect_wire(&w);
    send_all(&w, text, 1000);
    assert_true(is_told(&w, 5000));
    read_all(&w, 4096);
    assert_non_null(svc_wire_gathered(w.server));
    send_all(&w, text + 1000, 9000);
    assert_false(is_told(&w, 20));
    assert_true(read_all(&w, 4096) > 0); /* who asks gets what is there */
    send_all(&w, text + 10000, (size_t)(end - text) - 10000);
    assert_true(is_told(&w, 5000));
    read_all(&w, 4096);
    assert_int_equal(w.bodies, 1);
    send_all(&w, "G", 1); /* a head is told of at once */
    assert_true(is_told(&w, 5000));
    close_wire(&w);
}

static int shut = -1;

int __real_shutdown(int fd, int how);
int __wrap_shutdown(int fd, int how);

/* Notes which descriptor is shut for both directions. */
int __wrap_shutdown(int fd, int how)
{
    shut = how == SHUT_RDWR ? fd : -1;
    return __real_shutdown(fd, how);
}

/* A descriptor that nothing can be kept of is ended: it would not be guarded. */
static void a_descriptor_beyond_all_is_shut(void **state)
{
    const int beyond = 1 << 17;

    (void)state;
    shut = -1;
    svc_wire_open(beyond - 1, HEAD_MAX, SIZE_MAX, GATHER_MAX);
    assert_int_equal(shut, -1);
    svc_wire_close(beyond - 1);
    svc_wire_open(beyond, HEAD_MAX, SIZE_MAX, GATHER_MAX);
    assert_int_equal(shut, beyond);
    assert_null(svc_wire_gathered(beyond));
    svc_wire_close(beyond);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_whole_in_any_pieces),
        cmocka_unit_test(fills_any_room),
        cmocka_unit_test(small_and_long_ones_pass),
        cmocka_unit_test(is_not_gathered_behind_another),
        cmocka_unit_test(a_held_body_is_of_the_request_in_hand),
        cmocka_unit_test(what_is_dropped_is_not_kept),
        cmocka_unit_test(an_end_within_a_body_is_seen),
        cmocka_unit_test(others_have_their_turn),
        cmocka_unit_test(is_woken_once_for_a_body),
        cmocka_unit_test(a_descriptor_beyond_all_is_shut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
