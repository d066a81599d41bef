/* The list of connections: which are one too many, and which may be closed. */
#include "unit.h"

#include "http/connections.h"

#include <stdbool.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Never looked into. */
struct svc_request {
    int nothing;
};

typedef struct {
    svc_connections list;
    int ends[4][2];
    svc_connection *connections[4];
} fixture;

static const svc_address peers[] = {
    {.family = AF_INET, .bytes = {10, 0, 0, 1}},
    {.family = AF_INET, .bytes = {10, 0, 0, 2}},
};

/* Four connections, of which three are allowed, and two of each address. */
static void open_all(fixture *f)
{
    svc_connections_init(&f->list);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, f->ends[i]), 0);
        f->connections[i] = svc_connections_add(&f->list, f->ends[i][0], 3, &peers[i == 3], 2);
        assert_non_null(f->connections[i]);
    }
}

static void close_all(fixture *f)
{
    for (int i = 0; i < 4; i++) {
        svc_connections_remove(&f->list, f->connections[i]);
        close(f->ends[i][0]);
        close(f->ends[i][1]);
    }
    assert_int_equal(f->list.count, 0);
    assert_null(f->list.first);
    svc_connections_destroy(&f->list);
}

/* Whether the client sees the end of its connection. */
static bool is_shut(const fixture *f, int i)
{
    char byte;

    return recv(f->ends[i][1], &byte, 1, MSG_DONTWAIT) == 0;
}

static void one_too_many_is_told_so(void **state)
{
    fixture f;

    (void)state;
    open_all(&f);
    assert_int_equal(f.list.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(f.connections[i]->surplus, i == 3);
        assert_int_equal(f.connections[i]->crowded, i == 2);
    }
    double begin_ms = f.connections[3]->idle_since_ms;

    svc_connection_end_extra(f.connections[3], begin_ms + 99.0, 100.0);
    assert_false(is_shut(&f, 3)); /* its head may still come */
    svc_connection_end_extra(f.connections[3], begin_ms + 100.0, 100.0);
    assert_true(is_shut(&f, 3));
    svc_connection_end_extra(f.connections[0], begin_ms + 1e6, 100.0);
    assert_false(is_shut(&f, 0));
    svc_connection_end_extra(f.connections[2], begin_ms + 1e6, 100.0);
    assert_true(is_shut(&f, 2));
    close_all(&f);
}

/* Idle time begins again with each request. */
static void idle_connections_are_closed(void **state)
{
    static struct svc_request request;
    const struct timespec moment = {.tv_nsec = 30000000};
    fixture f;

    (void)state;
    open_all(&f);
    svc_connection *c = f.connections[0];
    double begin_ms = c->idle_since_ms;

    svc_connection_end_idle(c, begin_ms + 49.0, 10.0, 50.0);
    assert_false(is_shut(&f, 0)); /* a new one has longer */
    nanosleep(&moment, NULL);
    assert_true(svc_connections_set_request(&f.list, c, &request));
    svc_connection_end_idle(c, begin_ms + 1e6, 10.0, 50.0);
    assert_false(is_shut(&f, 0)); /* a request is on the way */
    assert_true(svc_connections_set_request(&f.list, c, NULL));
    assert_true(c->used);
    assert_true(c->idle_since_ms >= begin_ms + 29.0);
    svc_connection_end_idle(c, begin_ms + 29.0, 10.0, 50.0);
    assert_false(is_shut(&f, 0));
    svc_connection_end_idle(c, c->idle_since_ms + 10.0, 10.0, 50.0);
    assert_true(is_shut(&f, 0));
    assert_false(svc_connections_set_request(&f.list, c, &request)); /* it is closing */
    assert_null(c->request);
    assert_int_equal(svc_connections_end_idle(&f.list, 1e9, 1e9), 4);
    assert_false(is_shut(&f, 1));
    assert_int_equal(svc_connections_end_idle(&f.list, 0.0, 0.0), 4);
    assert_true(is_shut(&f, 1));
    close_all(&f);
}

static void connections_whose_clients_are_gone_are_closed(void **state)
{
    fixture f;

    (void)state;
    open_all(&f);
    svc_connection *c = f.connections[0];

    svc_connection_end_gone(c, 1000.0, 100.0);
    assert_true(c->gone_since_ms <= 0.0);
    assert_int_equal(write(f.ends[0][1], "GET", 3), 3);
    shutdown(f.ends[0][1], SHUT_WR);
    svc_connection_end_gone(c, 2000.0, 100.0);
    assert_true(c->gone_since_ms <= 0.0); /* something is left to read */
    char bytes[3];
    assert_int_equal(read(f.ends[0][0], bytes, 3), 3);
    svc_connection_end_gone(c, 3000.0, 100.0);
    assert_false(c->closing);
    svc_connection_end_gone(c, 3099.0, 100.0);
    assert_false(c->closing);
    svc_connection_end_gone(c, 3100.0, 100.0);
    assert_true(c->closing);
    assert_true(is_shut(&f, 0));
    svc_connections_remove(&f.list, NULL);
    assert_true(svc_connections_set_request(&f.list, NULL, NULL));
    close_all(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_too_many_is_told_so),
        cmocka_unit_test(idle_connections_are_closed),
        cmocka_unit_test(connections_whose_clients_are_gone_are_closed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
