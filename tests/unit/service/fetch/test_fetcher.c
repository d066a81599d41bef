/* The fetcher's thread: what it starts before it sleeps. tests/http tests whole fetches. */
#include "unit.h"

#include "common.h"
#include "fetch/fetch.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* In units of 10 ms: the time limit for an expected event. */
#define NAPS_MAX 2000
/* Longer than any test waits. */
#define FOR_EVER_MS 3600000

static atomic_uint sleeps;

CURLMcode __real_curl_multi_poll(CURLM *multi, struct curl_waitfd *fds, unsigned count, int ms,
                                 int *ready);
CURLMcode __wrap_curl_multi_poll(CURLM *multi, struct curl_waitfd *fds, unsigned count, int ms,
                                 int *ready);

/* Only an explicit wakeup ends the thread's sleep. */
CURLMcode __wrap_curl_multi_poll(CURLM *multi, struct curl_waitfd *fds, unsigned count, int ms,
                                 int *ready)
{
    (void)ms;
    atomic_fetch_add(&sleeps, 1);
    return __real_curl_multi_poll(multi, fds, count, FOR_EVER_MS, ready);
}

/* How many have ended, and which was the first, from 1. */
typedef struct {
    atomic_uint count;
    atomic_uint first;
} endings;

typedef struct {
    endings *all;
    unsigned number;
} order_mark;

static void note_end(svc_fetch_result *result, void *arg)
{
    const order_mark *mark = arg;
    unsigned none = 0;

    svc_fetch_result_clear(result);
    atomic_compare_exchange_strong(&mark->all->first, &none, mark->number);
    atomic_fetch_add(&mark->all->count, 1);
}

/* A loopback socket on which nobody answers. */
static int listen_somewhere(unsigned *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    assert_int_equal(bind(fd, (struct sockaddr *)&address, length), 0);
    assert_int_equal(listen(fd, 4), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &length), 0);
    *port = ntohs(address.sin_port);
    return fd;
}

/* A fetcher of pages from a socket that accepts connections and sends nothing. */
typedef struct {
    svc_fetcher *fetcher;
    int listener;
    char ports[16];
    char url[64];
    endings ended;
    order_mark marks[2];
    unsigned submitted;
} fixture;

static void start(fixture *f, unsigned concurrency)
{
    char error[SVC_FETCHER_ERROR_SIZE];
    unsigned port;

    *f = (fixture){.listener = listen_somewhere(&port)};
    snprintf(f->ports, sizeof f->ports, "%u", port);
    snprintf(f->url, sizeof f->url, "http://127.0.0.1:%u/", port);
    const svc_fetch_settings settings = {.limits = {.timeout_ms = FOR_EVER_MS,
                                                    .connect_timeout_ms = FOR_EVER_MS,
                                                    .max_bytes = 1000,
                                                    .max_ratio = 100,
                                                    .concurrency = concurrency,
                                                    .per_host = 1},
                                         .ports = f->ports,
                                         .allow_networks = "127.0.0.0/8",
                                         .deny_networks = "",
                                         .allow_hosts = "",
                                         .deny_hosts = "",
                                         .user_agent = "test"};
    f->fetcher = svc_fetcher_start(&settings, error);
    assert_non_null(f->fetcher);
}

static void submit(fixture *f, long timeout_ms)
{
    const svc_fetch_order order = {.url = f->url, .timeout_ms = timeout_ms, .max_redirects = -1};

    order_mark *mark = &f->marks[f->submitted];
    *mark = (order_mark){&f->ended, ++f->submitted};
    assert_true(svc_fetcher_submit(f->fetcher, &order, note_end, mark));
}

static void wait_for_ends(const fixture *f, unsigned count)
{
    for (int i = 0; i < NAPS_MAX && atomic_load(&f->ended.count) < count; i++) {
        nap();
    }
    assert_true(atomic_load(&f->ended.count) >= count);
}

static void stop(fixture *f)
{
    svc_fetcher_stop(f->fetcher);
    svc_fetcher_free(f->fetcher);
}

static void begins_the_next_order_when_one_has_ended(void **state)
{
    fixture f;

    (void)state;
    start(&f, 1);
    submit(&f, 0);
    int connection = accept(f.listener, NULL, NULL);
    unsigned before = atomic_load(&sleeps);
    submit(&f, 0);
    for (int i = 0; i < NAPS_MAX && atomic_load(&sleeps) == before; i++) {
        nap(); /* until it has seen that there is no slot for the second one */
    }
    nap();
    close(f.listener);
    close(connection);
    wait_for_ends(&f, 2);
    stop(&f);
}

/* The first one has the only connection to the host. */
static void an_order_that_waits_for_a_connection_ends_in_time(void **state)
{
    fixture f;

    (void)state;
    start(&f, 2);
    submit(&f, 0);
    int connection = accept(f.listener, NULL, NULL);
    submit(&f, 200);
    wait_for_ends(&f, 1);
    assert_int_equal(atomic_load(&f.ended.first), 2);
    stop(&f);
    assert_int_equal(atomic_load(&f.ended.count), 2);
    close(connection);
    close(f.listener);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_the_next_order_when_one_has_ended),
        cmocka_unit_test(an_order_that_waits_for_a_connection_ends_in_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
