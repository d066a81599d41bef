#include "server/deadlines.h"

#include "base/clock.h"
#include "http/headers.h"
#include "http/observe.h"
#include "http/request.h"
#include "http/respond.h"
#include "work/batch.h"

#include <linux/sockios.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#define TICK_NS 50000000L
/* Requests ended in one look; the rest waits for the next. */
#define BATCH 64
/* Beyond its deadline, which core polls itself, before a worker is given up. */
#define GRACE_MS       2000.0
#define HEAD_SIZE      2048
#define TIMEOUT_STATUS 408

/*
 * A request beyond the deadline of the state that it was in, with a reference. Where it has left
 * that state by the time it is to be ended it was not too late after all: a request that waited for
 * as long as it may, and was then taken by a worker, has only begun.
 */
typedef struct {
    svc_request *request;
    svc_request_state state; /* one of those below */
} late_request;

typedef struct {
    late_request requests[BATCH];
    size_t count;
} batch;

static bool is_queued(svc_request_state state)
{
    return state == SVC_QUEUED || state == SVC_QUEUED_AGAIN;
}

static bool is_running(svc_request_state state)
{
    return state == SVC_RUNNING || state == SVC_RUNNING_AGAIN;
}

/* Sends what fits into the socket's buffer at once: nobody waits for such a client. */
static void send_now(int fd, const char *bytes, size_t length)
{
    ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);

    (void)sent;
}

static void add_header(const char *name, const char *value, void *arg)
{
    svc_text_add(arg, name);
    svc_text_add(arg, ": ");
    svc_text_add(arg, value);
    svc_text_add(arg, "\r\n");
}

/*
 * Answers a request whose body has not arrived. libmicrohttpd cannot send anything then, so this
 * writes to the socket itself; it has sent nothing for this request, and will not any more.
 */
static void answer_slow_body(svc_request *request)
{
    api_response response;
    char storage[HEAD_SIZE];
    svc_text head;

    api_problem_response(&response, &request->server->api, request->id, "read-timeout", NULL, 0);
    svc_text_init(&head, storage, sizeof storage);
    svc_text_addf(&head, "HTTP/1.1 %d Request Timeout\r\nContent-Length: %zu\r\n", TIMEOUT_STATUS,
                  response.body_length);
    svc_headers_each(request, &response, add_header, &head);
    svc_text_add(&head, "\r\n");
    if (!head.overflow) {
        send_now(request->fd, storage, head.length);
        send_now(request->fd, response.body, response.body_length);
        request->bytes_out = response.body_length;
    }
    request->status = TIMEOUT_STATUS;
    request->problem = response.problem;
    api_response_clear(&response);
    shutdown(request->fd, SHUT_RDWR);
}

/*
 * libmicrohttpd's timer starts anew with every byte that a client takes; this one is for the whole
 * answer.
 */
static bool is_late_to_read(const svc_server *server, svc_request *request, double now_ms)
{
    double answered_ms = atomic_load(&request->answered_ms);

    return answered_ms > 0 && now_ms - answered_ms > server->write_timeout_ms;
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
static void look_between(const svc_server *server, svc_connection *connection, double now_ms)
{
    double age_ms = now_ms - connection->idle_since_ms;

    if (age_ms > fmin(server->idle_timeout_ms, server->write_timeout_ms) &&
        has_unsent(connection->fd)) {
        if (age_ms > server->write_timeout_ms) {
            reset(connection->fd);
        }
        return;
    }
    svc_connection_end_idle(connection, now_ms, server->idle_timeout_ms, server->idle_timeout_ms);
    if (age_ms > server->idle_timeout_ms + server->api.read_timeout_ms) {
        shutdown(connection->fd, SHUT_RDWR);
    }
}

/* The list's mutex is held, so that the connection, and with it the socket, stays. */
static void look_at(svc_server *server, svc_connection *connection, double now_ms, batch *late)
{
    svc_request *request = connection->request;

    if (request == NULL) {
        look_between(server, connection, now_ms);
        return;
    }
    svc_request_state state = (svc_request_state)atomic_load(&request->state);
    double age_ms = now_ms - atomic_load(&request->stage_ms);
    bool late_in_queue = is_queued(state) && age_ms > server->api.queue_timeout_ms;
    bool late_at_work = is_running(state) && age_ms > server->api.process_timeout_ms + GRACE_MS;
    if (state == SVC_READING && age_ms > server->api.read_timeout_ms &&
        svc_request_claim(request, SVC_READING, SVC_ANSWERED)) {
        answer_slow_body(request);
    } else if (is_late_to_read(server, request, now_ms)) {
        reset(request->fd);
    } else if ((late_in_queue || late_at_work) && late->count < BATCH) {
        svc_request_retain(request);
        late->requests[late->count++] = (late_request){request, state};
    }
}

static void log_stuck(const svc_server *server, const svc_request *request)
{
    svc_log_line line;

    svc_log_begin(&line, &server->log, SVC_LOG_ERROR, "worker stuck");
    svc_log_string(&line, "request_id", request->id);
    svc_log_integer(&line, "workers_stuck", atomic_load(&server->pool.stuck));
    svc_log_end(&line);
}

/* Answers a suspended request that no worker began with in time. */
static void end_waiting(svc_server *server, svc_request *request, svc_request_state state)
{
    if (svc_request_claim(request, state, SVC_ANSWERED)) {
        svc_observe_wait(request, server->api.queue_timeout_ms);
        svc_respond_problem(request, "queue-timeout", NULL, svc_pool_retry_after_s(&server->pool));
        MHD_resume_connection(request->connection);
    }
}

/* Answers a suspended request whose worker does not end, and gives the worker up. */
static void end_running(svc_server *server, svc_request *request, svc_request_state state)
{
    if (svc_request_claim(request, state, SVC_ANSWERED)) {
        svc_respond_problem(request, "processing-timeout", NULL, 0);
        MHD_resume_connection(request->connection);
        if (svc_pool_give_up(&server->pool, request->worker, request)) {
            log_stuck(server, request);
        }
    }
}

static void end_late(svc_server *server, const late_request *late)
{
    if (is_queued(late->state)) {
        end_waiting(server, late->request, late->state);
    } else {
        end_running(server, late->request, late->state);
    }
}

static void look_around(svc_server *server)
{
    batch late = {.count = 0};
    double now_ms = svc_now_ms();

    pthread_mutex_lock(&server->connections.mutex);
    for (svc_connection *c = server->connections.first; c != NULL; c = c->next) {
        look_at(server, c, now_ms, &late);
    }
    pthread_mutex_unlock(&server->connections.mutex);
    for (size_t i = 0; i < late.count; i++) {
        end_late(server, &late.requests[i]);
        svc_request_release(late.requests[i].request);
    }
    svc_batches_look(server, now_ms);
}

static void *run(void *arg)
{
    svc_server *server = arg;
    const struct timespec tick = {.tv_nsec = TICK_NS};

    while (!atomic_load(&server->stopping)) {
        nanosleep(&tick, NULL);
        look_around(server);
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
