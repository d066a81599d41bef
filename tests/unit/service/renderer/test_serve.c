/* The renderer's end of a connection: which orders it takes. Pages that are rendered:
 * tests/http/render.py. */
#include "unit.h"

#include "common.h"
#include "render/message.h"
#include "renderer/serve.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* The time limit for an event that must come. */
#define PATIENCE_S 60

/* A connection, and the renderer's thread that serves it. */
typedef struct {
    svc_channel server;
    int renderer;
    svc_browser browser; /* none: no order of these tests may come to it */
    bool is_fine;
    pthread_t thread;
} connection;

static void *serve(void *arg)
{
    connection *c = arg;

    c->is_fine = svc_renderer_serve(c->renderer, &c->browser);
    return NULL;
}

static void connect_ends(connection *c)
{
    int ends[2];

    *c = (connection){.is_fine = false};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    c->server = (svc_channel){.fd = ends[0]};
    c->renderer = ends[1];
}

static void begin_to_serve(connection *c)
{
    assert_int_equal(pthread_create(&c->thread, NULL, serve, c), 0);
}

/* Expects an answer of a kind with a text, then the end. */
static void expect_refusal(connection *c)
{
    struct pollfd readable = {.fd = c->server.fd, .events = POLLIN};
    svc_message message;
    svc_channel_status status = svc_channel_take(&c->server, &message);

    while (status == SVC_CHANNEL_IDLE) {
        assert_int_equal(poll(&readable, 1, PATIENCE_S * 1000), 1);
        status = svc_channel_take(&c->server, &message);
    }
    assert_int_equal(status, SVC_CHANNEL_MESSAGE);
    assert_int_equal(message.kind, SVC_MESSAGE_FAILED);
    assert_string_equal(message.parts[0].bytes, "protocol");
    pthread_join(c->thread, NULL);
    assert_true(c->is_fine); /* the browser has nothing to do with it */
    assert_int_equal(c->browser.pages, 0);
    assert_int_equal(svc_channel_take(&c->server, &message), SVC_CHANNEL_CLOSED);
    svc_channel_close(&c->server);
}

static void put_order(connection *c, svc_message_kind kind, const char *numbers)
{
    const svc_part parts[] = {svc_part_of(numbers), svc_part_of("http://a.example/"),
                              svc_part_of(""), svc_part_of("<p>a")};

    assert_true(svc_channel_put(&c->server, kind, parts, 4));
}

/* Version, end, quiet time, width, height, pictures, boxes, picture. */
static void orders_that_are_none_are_refused(void **state)
{
    static const char *const numbers[] = {"0 0 0 400 300 0 1 0",
                                          "2 0 0 400 300 0 1 0",
                                          "1 0 -1 400 300 0 1 0",
                                          "1 0 0 0 300 0 1 0",
                                          "1 0 0 4321 300 0 1 0",
                                          "1 0 0 400 0 0 1 0",
                                          "1 0 0 400 4321 0 1 0",
                                          "1 0 0 400 -1 0 1 0",
                                          "1 0 0 400 300 0 1",
                                          "1 9e99 0 400 300 0 1 0",
                                          "",
                                          "a b c d e f g h",
                                          "1 99999999999 0 400 300 0 1 0"};
    connection c;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        connect_ends(&c);
        put_order(&c, SVC_MESSAGE_RENDER, numbers[i]);
        assert_true(svc_channel_flush(&c.server));
        begin_to_serve(&c);
        expect_refusal(&c);
    }
    connect_ends(&c);
    put_order(&c, SVC_MESSAGE_PICTURE, "1 0 0 400 300 0 1 0");
    assert_true(svc_channel_flush(&c.server));
    begin_to_serve(&c);
    expect_refusal(&c);
}

static void an_order_may_come_in_pieces(void **state)
{
    connection c;
    int left = 1;

    (void)state;
    connect_ends(&c);
    put_order(&c, SVC_MESSAGE_RENDER, "0 0 0 400 300 0 1 0");
    const svc_buffer *all = &c.server.out;

    assert_int_equal(write(c.server.fd, all->bytes, all->length - 1), all->length - 1);
    begin_to_serve(&c);
    for (double end = now_s() + PATIENCE_S; left > 0 && now_s() < end; nap()) {
        assert_int_equal(ioctl(c.renderer, FIONREAD, &left), 0);
    }
    assert_int_equal(left, 0); /* it has looked */
    assert_int_equal(write(c.server.fd, all->bytes + all->length - 1, 1), 1);
    expect_refusal(&c);
}

static void a_server_may_leave_without_an_order(void **state)
{
    connection c;

    (void)state;
    connect_ends(&c);
    svc_channel_close(&c.server);
    begin_to_serve(&c);
    pthread_join(c.thread, NULL);
    assert_true(c.is_fine);
    assert_int_equal(c.browser.pages, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_that_are_none_are_refused),
        cmocka_unit_test(an_order_may_come_in_pieces),
        cmocka_unit_test(a_server_may_leave_without_an_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
