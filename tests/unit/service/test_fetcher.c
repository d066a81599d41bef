/* The fetcher's thread: what it begins before it sleeps. Where pages come from: tests/http. */
#include "../unit.h"

#include "fetch/fetch.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Of 10 ms: how long something may take that must come. */
#define NAPS_MAX 2000
/* So long that nothing comes of waiting for it. */
#define FOR_EVER_MS 3600000

static atomic_uint sleeps;

CURLMcode __real_curl_multi_poll(CURLM *multi, struct curl_waitfd *fds, unsigned count, int ms,
                                 int *ready);
CURLMcode __wrap_curl_multi_poll(CURLM *multi, struct curl_waitfd *fds, unsigned count, int ms,
                                 int *ready);

/* Only what wakes the thread up ends its sleep. */
CURLMcode __wrap_curl_multi_poll(CURLM *multi, struct curl_waitfd *fds, unsigned count, int ms,
                                 int *ready)
{
    (void)ms;
    atomic_fetch_add(&sleeps, 1);
    return __real_curl_multi_poll(multi, fds, count, FOR_EVER_MS, ready);
}

static void nap(void)
{
    const struct timespec pause = {.tv_nsec = 10000000};

    nanosleep(&pause, NULL);
}

static void note_end(svc_fetch_result *result, void *arg)
{
    svc_fetch_result_clear(result);
    atomic_fetch_add((atomic_uint *)arg, 1);
}

/* A socket of loopback that nobody answers on. */
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

static void begins_the_next_order_when_one_has_ended(void **state)
{
    char error[SVC_FETCHER_ERROR_SIZE];
    char ports[16];
    char url[64];
    unsigned port;
    atomic_uint ended = 0;
    int listener = listen_somewhere(&port);
    const svc_fetch_settings settings = {.limits = {.timeout_ms = FOR_EVER_MS,
                                                    .connect_timeout_ms = FOR_EVER_MS,
                                                    .max_bytes = 1000,
                                                    .max_ratio = 100,
                                                    .concurrency = 1,
                                                    .per_host = 1},
                                         .ports = ports,
                                         .allow_networks = "127.0.0.0/8",
                                         .deny_networks = "",
                                         .allow_hosts = "",
                                         .deny_hosts = "",
                                         .user_agent = "test"};
    const svc_fetch_order order = {.url = url, .max_redirects = -1};

    (void)state;
    snprintf(ports, sizeof ports, "%u", port);
    snprintf(url, sizeof url, "http://127.0.0.1:%u/", port);
    svc_fetcher *fetcher = svc_fetcher_start(&settings, error);
    assert_non_null(fetcher);
    assert_true(svc_fetcher_submit(fetcher, &order, note_end, &ended));
    int connection = accept(listener, NULL, NULL);
    unsigned before = atomic_load(&sleeps);
    assert_true(svc_fetcher_submit(fetcher, &order, note_end, &ended));
    for (int i = 0; i < NAPS_MAX && atomic_load(&sleeps) == before; i++) {
        nap(); /* until it has seen that there is no place for the second one */
    }
    nap();
    close(listener);
    close(connection);
    for (int i = 0; i < NAPS_MAX && atomic_load(&ended) < 2; i++) {
        nap();
    }
    assert_int_equal(atomic_load(&ended), 2);
    svc_fetcher_stop(fetcher);
    svc_fetcher_free(fetcher);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_the_next_order_when_one_has_ended),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
