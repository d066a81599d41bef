#include "server/deadlines.h"

#include "base/clock.h"
#include "http/request.h"

#include <linux/sockios.h>
#include <math.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#define TICK_NS 50000000L
/* Requests ended in one look; the rest waits for the next. */
#define BATCH 64
/* Ticks between two looks at who has left: each takes a system call for each connection. */
#define GONE_TICKS 5U
/* Ticks between two looks at memory that may be given back: a second. */
#define MEMORY_TICKS 20U
/* How long an end must have been seen before it counts. */
#define GONE_MS 200.0
/* How long a connection that is one too many may take to send a head: it is in another one's way.
 */
#define EXTRA_HEAD_MS 1000.0

/* A request beyond the deadline of the stage that it was in, with a reference. */
typedef struct {
    svc_request *request;
    svc_job_stage stage;
} late_request;

typedef struct {
    late_request requests[BATCH];
    size_t count;
} batch;

/*
 * libmicrohttpd's timer starts anew with every byte that a client takes; this one is for the whole
 * answer.
 */
static bool is_late_to_read(const svc_http *http, svc_request *request, double now_ms)
{
    double answered_ms = atomic_load(&request->answered_ms);

    return answered_ms > 0 && now_ms - answered_ms > http->write_timeout_ms;
}

/* Ends a connection with what the kernel still holds for it: the client takes too long to read it.
 */
static void reset(int fd)
{
    const struct linger now = {.l_onoff = 1, .l_linger = 0};

    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    shutdown(fd, SHUT_RDWR);
}

/* Whether the kernel still holds bytes that the client has not taken. */
static bool has_unsent(int fd)
{
    int bytes = 0;

    return ioctl(fd, SIOCOUTQ, &bytes) == 0 && bytes > 0;
}

/* To libmicrohttpd a request ends when its answer is in the kernel, and not when it was read. */
static void check_silence(const svc_http *http, svc_connection *connection, double now_ms)
{
    double age_ms = now_ms - connection->idle_since_ms;

    if (age_ms > fmin(http->idle_timeout_ms, http->write_timeout_ms) &&
        has_unsent(connection->fd)) {
        if (age_ms > http->write_timeout_ms) {
            reset(connection->fd);
        }
        return;
    }
    svc_connection_end_idle(connection, now_ms, http->idle_timeout_ms, http->idle_timeout_ms);
    svc_connection_end_extra(connection, now_ms, EXTRA_HEAD_MS);
    if (age_ms > http->idle_timeout_ms + http->api.read_timeout_ms) {
        shutdown(connection->fd, SHUT_RDWR);
    }
}

/* The list's mutex is held, so that the connection, and with it the socket, stays. */
static void check_connection(svc_http *http, svc_connection *connection, double now_ms, batch *late)
{
    svc_request *request = connection->request;
    svc_job_stage stage;

    if (request == NULL) {
        check_silence(http, connection, now_ms);
        return;
    }
    bool is_late = svc_job_is_late(&request->job, now_ms, &stage);
    if (is_late && svc_job_state_of(stage) == SVC_JOB_NEW) {
        svc_job_end_late(&request->job, stage); /* writes to the socket */
    } else if (is_late_to_read(http, request, now_ms)) {
        reset(request->fd);
    } else if (is_late && late->count < BATCH) {
        svc_request_retain(request);
        late->requests[late->count++] = (late_request){request, stage};
    }
}

/* Ends connections whose clients have left before their request was complete, or have none. */
static void check_gone(svc_http *http)
{
    double now_ms = svc_now_ms();

    pthread_mutex_lock(&http->connections.mutex);
    for (svc_connection *c = http->connections.first; c != NULL; c = c->next) {
        if (c->request == NULL || svc_job_is(&c->request->job, SVC_JOB_NEW)) {
            svc_connection_end_gone(c, now_ms, GONE_MS);
        }
    }
    pthread_mutex_unlock(&http->connections.mutex);
}

static void check_deadlines(svc_http *http)
{
    batch late = {.count = 0};
    double now_ms = svc_now_ms();

    pthread_mutex_lock(&http->connections.mutex);
    for (svc_connection *c = http->connections.first; c != NULL; c = c->next) {
        check_connection(http, c, now_ms, &late);
    }
    pthread_mutex_unlock(&http->connections.mutex);
    for (size_t i = 0; i < late.count; i++) {
        svc_job_end_late(&late.requests[i].request->job, late.requests[i].stage);
        svc_request_release(late.requests[i].request);
    }
    svc_batches_check_deadlines(&http->batches, now_ms);
}

static void *run(void *arg)
{
    svc_server *server = arg;
    const struct timespec tick = {.tv_nsec = TICK_NS};

    for (unsigned ticks = 1; !atomic_load(&server->stopping); ticks++) {
        nanosleep(&tick, NULL);
        check_deadlines(&server->http);
        if (ticks % GONE_TICKS == 0) {
            check_gone(&server->http);
        }
        if (ticks % MEMORY_TICKS == 0) {
            svc_memory_give_back();
        }
    }
    return NULL;
}

bool svc_reaper_start(svc_server *server)
{
    return pthread_create(&server->reaper, NULL, run, server) == 0;
}

void svc_reaper_stop(svc_server *server)
{
    atomic_store(&server->stopping, true);
    pthread_join(server->reaper, NULL);
}
