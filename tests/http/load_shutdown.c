/* The server under more load than it can bear, and its end in the middle of it. */
#include "../unit/unit.h"

#include "raw_client.h"

#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define CLIENTS    12
#define REPLY_SIZE (1024 * 1024)
#define REPLY_MS   120000
/* Naps of 10 ms that something may take which must come. */
#define NAPS_MAX   12000
#define PAGE_LINES 4000

/* A request with a page that keeps a worker busy for a while. */
typedef struct {
    char *bytes;
    size_t length;
} request_text;

/* What the clients share. */
typedef struct {
    raw_server server;
    request_text request;
    atomic_bool stopping;
    atomic_uint answered;   /* 200 */
    atomic_uint refused;    /* 503 with Retry-After */
    atomic_uint lost;       /* sent whole before the stop, and not answered */
    atomic_uint unexpected; /* any other answer */
} load;

static request_text make_request(void)
{
    static const char line[] =
        "<p>A line of <b>text</b> that is <a href=x>long enough</a> to count.</p>";
    size_t body_size = sizeof line * PAGE_LINES + 64;
    request_text request = {.bytes = malloc(body_size + 256)};
    char *body = malloc(body_size);

    assert_non_null(request.bytes);
    assert_non_null(body);
    size_t length = (size_t)snprintf(body, body_size, "{\"html\":\"");
    for (int i = 0; i < PAGE_LINES; i++) {
        memcpy(body + length, line, sizeof line - 1);
        length += sizeof line - 1;
    }
    length += (size_t)snprintf(body + length, body_size - length, "\"}");
    int head = snprintf(request.bytes, 256,
                        "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                        "Connection: close\r\nContent-Length: %zu\r\n\r\n",
                        length);
    memcpy(request.bytes + head, body, length);
    request.length = (size_t)head + length;
    free(body);
    return request;
}

static void judge(load *l, const char *reply, bool whole_before_stop)
{
    int status = raw_status(reply);

    if (status == 200) {
        atomic_fetch_add(&l->answered, 1);
    } else if (status == 503 && strstr(reply, "\r\nRetry-After: ") != NULL) {
        atomic_fetch_add(&l->refused, 1);
    } else if (status != 0) {
        atomic_fetch_add(&l->unexpected, 1);
    } else if (whole_before_stop) {
        atomic_fetch_add(&l->lost, 1);
    }
}

/* One request on one connection. */
static void request_once(load *l, char *reply)
{
    bool closed;
    int fd = raw_connect(&l->server);

    if (fd < 0) {
        return; /* not started: the server has stopped accepting */
    }
    bool sent = raw_send(fd, l->request.bytes, l->request.length);
    bool whole = sent && !atomic_load(&l->stopping);
    raw_read(fd, reply, REPLY_SIZE, REPLY_MS, &closed);
    close(fd);
    judge(l, reply, whole);
}

static void *run_client(void *arg)
{
    load *l = arg;
    char *reply = malloc(REPLY_SIZE);

    while (reply != NULL && !atomic_load(&l->stopping)) {
        request_once(l, reply);
    }
    free(reply);
    return NULL;
}

static void pause_ms(long ms)
{
    const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static void begin(load *l, const char *workers, const char *queue_size)
{
    /* A busy machine may need long for what is queued. */
    const char *const arguments[] = {"--workers",
                                     workers,
                                     "--queue-size",
                                     queue_size,
                                     "--queue-timeout",
                                     "90s",
                                     "--process-timeout",
                                     "90s",
                                     NULL};

    *l = (load){.request = make_request()};
    assert_true(raw_server_start(&l->server, arguments));
}

/* Loads the server, sends a signal in the middle, when so many have been answered and refused, and
 * waits for all. */
static int load_and_stop(load *l, unsigned answered, unsigned refused)
{
    pthread_t threads[CLIENTS];

    for (int i = 0; i < CLIENTS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, run_client, l), 0);
    }
    pause_ms(1500);
    for (int i = 0; i < NAPS_MAX &&
                    (atomic_load(&l->answered) < answered || atomic_load(&l->refused) < refused);
         i++) {
        pause_ms(10);
    }
    atomic_store(&l->stopping, true);
    raw_server_signal(&l->server, SIGTERM);
    int status = raw_server_wait(&l->server);
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(threads[i], NULL);
    }
    free(l->request.bytes);
    return status;
}

static void answers_all_that_began(void **state)
{
    load l;

    (void)state;
    begin(&l, "2", "64");
    assert_int_equal(load_and_stop(&l, CLIENTS, 0), 0);
    assert_true(atomic_load(&l.answered) >= CLIENTS);
    assert_int_equal(atomic_load(&l.refused), 0);
    assert_int_equal(atomic_load(&l.unexpected), 0);
    assert_int_equal(atomic_load(&l.lost), 0);
}

static void refuses_with_retry_after_when_full(void **state)
{
    load l;

    (void)state;
    begin(&l, "1", "1");
    assert_int_equal(load_and_stop(&l, 1, 1), 0);
    assert_true(atomic_load(&l.answered) > 0);
    assert_true(atomic_load(&l.refused) > 0);
    assert_int_equal(atomic_load(&l.unexpected), 0);
    assert_int_equal(atomic_load(&l.lost), 0);
}

/* Sends a part of the request, or all of it, and leaves; every second time with a reset. */
static void leave_early(load *l, int round)
{
    struct linger reset = {.l_onoff = round % 2, .l_linger = 0};
    size_t part = l->request.length * (size_t)(round % 5) / 4;
    int fd = raw_connect(&l->server);

    assert_true(fd >= 0);
    raw_send(fd, l->request.bytes, part);
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    close(fd);
}

static void bears_clients_that_leave(void **state)
{
    static char reply[REPLY_SIZE];
    bool closed;
    load l;

    (void)state;
    begin(&l, "2", "16");
    for (int round = 0; round < 200; round++) {
        leave_early(&l, round);
    }
    raw_exchange(&l.server, "GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", reply,
                 sizeof reply, REPLY_MS, &closed);
    assert_int_equal(raw_status(reply), 200);
    assert_true(raw_wait_for_requests(&l.server, 0));
    request_once(&l, reply);
    assert_int_equal(atomic_load(&l.answered), 1);
    assert_int_equal(raw_server_stop(&l.server), 0);
    free(l.request.bytes);
}

static const char probe[] = "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n";

/* Asks /readyz on new connections until it says something else than 200; its last answer. */
static void wait_until_not_ready(const load *l, char *reply)
{
    static const char last[] = "GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    int status = 200;
    bool closed;

    for (int i = 0; i < NAPS_MAX && (status == 200 || status == 0); i++) {
        pause_ms(10);
        raw_exchange(&l->server, last, reply, REPLY_SIZE, REPLY_MS, &closed);
        status = raw_status(reply);
    }
}

/* Waits until nobody accepts connections any more. */
static void wait_until_closed(const load *l)
{
    for (int late = raw_connect(&l->server); late >= 0; late = raw_connect(&l->server)) {
        close(late);
        pause_ms(10);
    }
}

/* During the delay new and kept connections learn that it is about to stop; after it there are no
 * new ones, and what had begun is taken to its end. */
static void is_not_ready_while_it_drains(void **state)
{
    static const char *const arguments[] = {"--workers", "1", "--drain-delay", "8s", NULL};
    static char reply[REPLY_SIZE];
    bool closed;
    load l = {.request = make_request()};

    (void)state;
    assert_true(raw_server_start(&l.server, arguments));
    int held = raw_connect(&l.server);
    int fd = raw_connect(&l.server);
    assert_true(raw_send_text(fd, probe));
    raw_read_responses(fd, reply, sizeof reply, 1, 300, &closed);
    assert_int_equal(raw_status(reply), 200);
    assert_true(raw_send(held, l.request.bytes, l.request.length - 1));
    raw_server_signal(&l.server, SIGTERM);
    wait_until_not_ready(&l, reply);
    assert_int_equal(raw_status(reply), 503);
    assert_non_null(strstr(reply, "\"draining\""));
    assert_true(raw_send_text(fd, probe));
    raw_read(fd, reply, sizeof reply, REPLY_MS, &closed);
    assert_int_equal(raw_status(reply), 503);
    assert_non_null(strstr(reply, "\"draining\""));
    assert_true(closed);
    wait_until_closed(&l);
    /* The request that had begun is still taken to its end. */
    assert_true(raw_send(held, l.request.bytes + l.request.length - 1, 1));
    raw_read(held, reply, sizeof reply, REPLY_MS, &closed);
    assert_int_equal(raw_status(reply), 200);
    close(held);
    close(fd);
    assert_int_equal(raw_server_wait(&l.server), 0);
    free(l.request.bytes);
}

static void second_signal_exits_at_once(void **state)
{
    load l;

    (void)state;
    begin(&l, "1", "8");
    int held = raw_connect(&l.server);
    assert_true(raw_send(held, l.request.bytes, l.request.length - 1));
    assert_true(raw_wait_for_requests(&l.server, 1));
    raw_server_signal(&l.server, SIGTERM);
    wait_until_closed(&l);
    raw_server_signal(&l.server, SIGINT);
    assert_int_equal(raw_server_wait(&l.server), 1);
    close(held);
    free(l.request.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_all_that_began),
        cmocka_unit_test(refuses_with_retry_after_when_full),
        cmocka_unit_test(bears_clients_that_leave),
        cmocka_unit_test(is_not_ready_while_it_drains),
        cmocka_unit_test(second_signal_exits_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
