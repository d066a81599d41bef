#include "http/handler.h"

#include "base/clock.h"
#include "http/framing.h"
#include "http/observe.h"
#include "http/respond.h"
#include "work/batch.h"

#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* How far beyond the body limit a client may go on and still get its answer. */
#define DRAIN_EXTRA_BYTES (1024 * 1024)
/* From this body size on, a finished job gives freed memory back to the system. */
#define TRIM_BODY_BYTES ((size_t)4 * 1024 * 1024)
/* Seconds after which a client that was refused for the state of the server may try again. */
#define RETRY_AFTER_S 1

/* What our own fetches carry: a danad does not answer another one's, or its own. */
#define HOP_HEADER "X-Danad-Hop"

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* The parameters of the query while they are collected. */
typedef struct {
    api_parameter *list;
    size_t count;
    size_t capacity;
} parameter_list;

static enum MHD_Result note_parameter(void *arg, enum MHD_ValueKind kind, const char *key,
                                      size_t key_length, const char *value, size_t value_length)
{
    parameter_list *parameters = arg;

    (void)kind;
    (void)key_length;
    if (key != NULL && parameters->count < parameters->capacity) {
        parameters->list[parameters->count++] = (api_parameter){key, value != NULL ? value : "",
                                                                value != NULL ? value_length : 0};
    }
    return MHD_YES;
}

/* The query of the URL, as libmicrohttpd decoded it. Returns false where memory is out. */
static bool read_query(svc_request *request)
{
    struct MHD_Connection *connection = request->connection;
    int count = MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, NULL, NULL);

    if (count <= 0) {
        return true;
    }
    parameter_list parameters = {.capacity = (size_t)count};
    parameters.list = calloc(parameters.capacity, sizeof *parameters.list);
    if (parameters.list == NULL) {
        return false;
    }
    MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, note_parameter, &parameters);
    request->parameters = parameters.list;
    request->head.parameters = parameters.list;
    request->head.parameter_count = parameters.count;
    return true;
}

/*
 * The path without BASE_PATH. Without it it stays as it is: probes come straight, and a proxy may
 * have taken it off.
 */
static const char *below_base(const char *base, const char *path)
{
    size_t length = strlen(base);

    if (strncmp(path, base, length) != 0 || (path[length] != '/' && path[length] != '\0')) {
        return path;
    }
    return path[length] == '\0' ? "/" : path + length;
}

static void read_head(svc_request *request, const char *url, const char *method)
{
    struct MHD_Connection *connection = request->connection;
    const char *length = header(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);

    svc_request_id_make(request->id, header(connection, "X-Request-Id"));
    request->head = (api_request){
        .id = request->id,
        .method = method,
        .path = below_base(request->server->base_path, url),
        .content_type = header(connection, MHD_HTTP_HEADER_CONTENT_TYPE),
        .content_encoding = header(connection, MHD_HTTP_HEADER_CONTENT_ENCODING),
        .accept = header(connection, MHD_HTTP_HEADER_ACCEPT),
        .content_length = -1,
    };
    if (length != NULL) {
        request->head.content_length = strtoll(length, NULL, 10);
    }
}

static bool has_body(const svc_request *request)
{
    return request->head.content_length > 0 ||
           header(request->connection, MHD_HTTP_HEADER_TRANSFER_ENCODING) != NULL;
}

/*
 * Whether to answer after the body instead of now. An answer in front of a body is followed by a
 * reset that can destroy it before the client has read it, and libmicrohttpd closes the connection
 * after it; but a client that waits for 100 (Continue), or has far too much to send, must be
 * stopped.
 */
static bool must_wait(const svc_request *request)
{
    long long most = (long long)request->server->api.max_body_bytes + DRAIN_EXTRA_BYTES;
    bool stop = request->head.content_length > most ||
                header(request->connection, MHD_HTTP_HEADER_EXPECT) != NULL;

    return !has_body(request) || !stop;
}

/* Answers a request that was being read; not where its time ran out in this moment. */
static enum MHD_Result answer_read(svc_request *request, api_response *response)
{
    if (!svc_request_claim(request, SVC_READING, SVC_ANSWERED)) {
        api_response_clear(response);
        return MHD_NO;
    }
    return svc_respond(request, response);
}

/* Keeps the refusal for when the body has passed, or sends it now. */
static enum MHD_Result refuse(svc_request *request)
{
    request->refused = true;
    if (must_wait(request)) {
        return MHD_YES;
    }
    request->refusal.close_connection = true;
    return answer_read(request, &request->refusal);
}

static void set_refusal(svc_request *request, const char *code, int retry_after_s)
{
    api_response_clear(&request->refusal);
    api_overload_response(&request->refusal, &request->server->api, request->id, code, NULL,
                          retry_after_s);
}

/* Bad framing is answered at once and never drained: where its body ends is not known. */
static enum MHD_Result refuse_framing(svc_request *request, svc_fault fault)
{
    api_problem_response(&request->refusal, &request->server->api, request->id, fault.code,
                         fault.detail, 0);
    request->refusal.close_connection = true;
    request->refused = true;
    return answer_read(request, &request->refusal);
}

/* A connection without a place in the list, for want of memory, is one too many as well. */
static bool is_surplus(const svc_request *request)
{
    return request->place == NULL || request->place->surplus;
}

/* Whether bodies already held leave no room for the one declared. */
static bool bodies_full(const svc_request *request)
{
    svc_server *server = request->server;
    size_t held = atomic_load(&server->body_bytes);
    long long declared = request->head.content_length;

    return declared > 0 && (unsigned long long)declared <= server->api.max_body_bytes &&
           held + (size_t)declared > server->body_bytes_max;
}

static enum MHD_Result judge_head(svc_request *request, const char *version)
{
    svc_server *server = request->server;
    svc_fault fault = svc_guard_head(request->connection, version);

    if (fault.code == NULL && request->place != NULL && request->place->path_cut) {
        fault = (svc_fault){"invalid-http", "The path holds an encoded NUL."};
    }
    if (fault.code != NULL) {
        return refuse_framing(request, fault);
    }
    if (is_surplus(request)) {
        set_refusal(request, "too-many-connections", RETRY_AFTER_S);
        request->refusal.close_connection = true;
        return refuse(request);
    }
    if (svc_access_refuses(request)) {
        return refuse(request);
    }
    request->route = api_route_head(&server->api, &request->head, &request->refusal);
    if (request->route == NULL) {
        return refuse(request);
    }
    if (api_route_place(request->route) == API_WORKER && header(request->connection, HOP_HEADER)) {
        set_refusal(request, "fetch-loop", 0);
        return refuse(request);
    }
    if (bodies_full(request) ||
        (api_route_place(request->route) == API_WORKER && svc_queue_is_full(&server->pool.queue))) {
        set_refusal(request, "queue-full", svc_pool_retry_after_s(&server->pool));
        return refuse(request);
    }
    return MHD_YES;
}

static enum MHD_Result first_call(svc_server *server, struct MHD_Connection *connection,
                                  const char *url, const char *method, const char *version,
                                  void **con_cls)
{
    svc_request *request = svc_request_new(server, connection);

    if (request == NULL) {
        return MHD_NO;
    }
    /* Before the list has it: the reaper may look at it from then on. */
    read_head(request, url, method);
    svc_access_read(request);
    svc_observe_head(request);
    if (!svc_connections_set_request(&server->connections, request->place, request)) {
        /* It crossed with the end of an idle connection; the client may send it again. */
        atomic_fetch_sub(&server->in_flight, 1);
        svc_request_release(request);
        return MHD_NO;
    }
    *con_cls = request;
    return read_query(request) ? judge_head(request, version) : MHD_NO;
}

/* A refusal cannot be sent in the middle of a body: it waits for the end. */
static enum MHD_Result read_body(svc_request *request, const char *bytes, size_t length)
{
    svc_server *server = request->server;

    if (atomic_load(&request->state) != SVC_READING) {
        return MHD_NO; /* its time has run out */
    }
    request->received += length;
    if (request->received > server->api.max_body_bytes + DRAIN_EXTRA_BYTES) {
        return MHD_NO;
    }
    if (request->refused) {
        return MHD_YES;
    }
    svc_body_status status = svc_request_append(request, bytes, length);
    if (status == SVC_BODY_KEPT) {
        return MHD_YES;
    }
    svc_request_drop_body(request);
    request->refused = true;
    if (status == SVC_BODY_TOO_LARGE) {
        set_refusal(request, "body-too-large", 0);
        request->refusal.close_connection = true;
    } else {
        set_refusal(request, "queue-full", svc_pool_retry_after_s(&server->pool));
    }
    return MHD_YES;
}

api_health svc_handle_health(svc_server *server, api_check checks[SVC_HEALTH_CHECKS])
{
    bool draining = atomic_load(&server->draining);
    unsigned stuck = atomic_load(&server->pool.stuck);
    bool live = stuck < server->pool.stuck_max;
    bool room = server->queue_high == 0 ||
                svc_queue_depth(&server->pool.queue) < server->queue_high;

    checks[0] = (api_check){"accepting", !draining};
    checks[1] = (api_check){"workers", live};
    checks[2] = (api_check){"queue", room};
    return (api_health){.live = live,
                        .ready = live && room && !draining,
                        .reason = draining ? "draining"
                                  : !live  ? "workers-stuck"
                                  : !room  ? "queue-high"
                                           : NULL,
                        .workers_stuck = stuck,
                        .checks = checks,
                        .check_count = SVC_HEALTH_CHECKS};
}

static enum MHD_Result answer_inline(svc_request *request)
{
    svc_server *server = request->server;
    api_response response;

    api_check checks[SVC_HEALTH_CHECKS];

    request->head.health = svc_handle_health(server, checks);
    api_handle(&server->api, request->route, &request->head, &response);
    request->head.health.checks = NULL; /* they end here */
    return answer_read(request, &response);
}

/* Answers a request that no worker will see. */
static enum MHD_Result refuse_hand_over(svc_request *request, svc_queue_status status)
{
    bool full = status == SVC_QUEUE_FULL;
    int wait_s = full ? svc_pool_retry_after_s(&request->server->pool) : RETRY_AFTER_S;

    svc_request_drop_body(request);
    svc_request_claim(request, SVC_HANDING, SVC_ANSWERED);
    return svc_respond_problem(request, full ? "queue-full" : "draining", NULL, wait_s);
}

static svc_pool_work run_request;

/* Suspends before it pushes: a worker may be done with the request before the push returns. */
static enum MHD_Result hand_over(svc_request *request)
{
    svc_queue *queue = &request->server->pool.queue;

    if (!svc_request_keep_head(request) || !svc_request_claim(request, SVC_READING, SVC_HANDING)) {
        return MHD_NO;
    }
    svc_queue_status status = svc_queue_reserve(queue);
    if (status != SVC_QUEUE_RESERVED) {
        return refuse_hand_over(request, status);
    }
    request->job.run = run_request;
    svc_request_retain(request);
    MHD_suspend_connection(request->connection);
    atomic_store(&request->stage_ms, svc_now_ms());
    svc_request_claim(request, SVC_HANDING, SVC_QUEUED);
    svc_queue_push(queue, request);
    return MHD_YES;
}

static enum MHD_Result body_complete(svc_request *request)
{
    if (request->refused) {
        return answer_read(request, &request->refusal);
    }
    request->head.body = request->body != NULL ? request->body : "";
    request->head.body_length = request->body_length;
    if (api_route_place(request->route) == API_INLINE) {
        return answer_inline(request);
    }
    return hand_over(request);
}

enum MHD_Result svc_handle(void *cls, struct MHD_Connection *connection, const char *url,
                           const char *method, const char *version, const char *upload_data,
                           size_t *upload_data_size, void **con_cls)
{
    svc_request *request = *con_cls;

    if (request == NULL) {
        return first_call(cls, connection, url, method, version, con_cls);
    }
    if (*upload_data_size > 0) {
        size_t length = *upload_data_size;
        *upload_data_size = 0;
        return read_body(request, upload_data, length);
    }
    if (atomic_load(&request->state) != SVC_READING) {
        return MHD_NO; /* resumed without an answer: the client has left */
    }
    return body_complete(request);
}

void svc_handle_completed(void *cls, struct MHD_Connection *connection, void **con_cls,
                          enum MHD_RequestTerminationCode code)
{
    svc_server *server = cls;
    svc_request *request = *con_cls;

    (void)connection;
    (void)code;
    if (request == NULL) {
        return;
    }
    *con_cls = NULL;
    svc_connections_set_request(&server->connections, request->place, NULL);
    svc_observe_end(request);
    svc_request_release(request);
    atomic_fetch_sub(&server->in_flight, 1);
}

void *svc_handle_target(void *cls, const char *target, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    svc_connection *place = info != NULL ? info->socket_context : NULL;

    (void)cls;
    if (place != NULL) {
        place->path_cut = svc_guard_path_is_cut(target);
    }
    return NULL; /* what the access handler finds as the request's context: none yet */
}

void svc_handle_connection(void *cls, struct MHD_Connection *connection, void **socket_context,
                           enum MHD_ConnectionNotificationCode code)
{
    svc_server *server = cls;

    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        svc_connections_remove(&server->connections, *socket_context);
        *socket_context = NULL;
        return;
    }
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    /* Once: when it is closed, its number may be that of the next client. */
    int expected = info->connect_fd;
    bool own = atomic_compare_exchange_strong(&server->heartbeat_fd, &expected, -1);
    svc_address peer;
    svc_client_peer(connection, &peer);
    *socket_context = svc_connections_add(&server->connections, info->connect_fd,
                                          own ? UINT_MAX : server->connections_max, &peer,
                                          own ? 0 : server->access.per_ip_max);
}

/* Gives the body back before the answer is sent, as that may take the client a while. */
static void drop_worked_body(svc_request *request)
{
    bool large = request->body_length + request->fetched.body_length > TRIM_BODY_BYTES;

    svc_request_drop_body(request);
    request->head.body = NULL;
    request->head.body_length = 0;
    if (large) {
        malloc_trim(0);
    }
}

/* Returns whether there is an answer in *response: none where the client has left. */
static bool work(svc_server *server, svc_request *request, api_response *response)
{
    if (svc_request_client_gone(request)) {
        return false;
    }
    if (atomic_load(&server->shedding)) {
        api_problem_response(response, &server->api, request->id, "draining", NULL, RETRY_AFTER_S);
        return true;
    }
    api_handle(&server->api, request->route, &request->head, response);
    svc_respond_compress(request, response);
    return true;
}

/* Sends a worker's answer, unless the reaper was faster. */
static void finish(svc_request *request, svc_request_state running, bool answered,
                   api_response *response)
{
    svc_request_state next = answered ? SVC_ANSWERED : SVC_ABANDONED;

    if (svc_request_claim(request, running, next)) {
        drop_worked_body(request);
        if (answered) {
            svc_respond(request, response);
        }
        MHD_resume_connection(request->connection);
    } else if (answered) {
        api_response_clear(response);
    }
}

/* Answers a suspended request that is not RUNNING. */
static void answer_suspended(svc_request *request, svc_request_state state, const char *code)
{
    if (svc_request_claim(request, state, SVC_ANSWERED)) {
        svc_request_drop_body(request);
        svc_respond_problem(request, code, NULL, svc_pool_retry_after_s(&request->server->pool));
        MHD_resume_connection(request->connection);
    }
}

/* A svc_fetch_done: the request, with its page, goes to a worker again. Has a reference. */
static void take_page(svc_fetch_result *result, void *arg)
{
    svc_request *request = arg;
    svc_queue *queue = &request->server->pool.queue;
    bool room = svc_request_take_page(request, result);
    svc_queue_status status = room ? svc_queue_reserve(queue) : SVC_QUEUE_FULL;

    if (status != SVC_QUEUE_RESERVED) {
        answer_suspended(request, SVC_FETCHING,
                         status == SVC_QUEUE_FULL ? "queue-full" : "draining");
        svc_request_release(request);
        return;
    }
    atomic_store(&request->stage_ms, svc_now_ms());
    svc_request_claim(request, SVC_FETCHING, SVC_QUEUED_AGAIN);
    svc_queue_push(queue, request);
}

/* Orders the page that a request needs. Only this worker and the fetcher have to do with it now. */
static void order_page(svc_request *request, const api_fetch_order *order)
{
    const svc_fetch_order wanted = {order->url, order->timeout_ms, order->max_redirects,
                                    order->accept_error_status};

    if (!svc_request_claim(request, SVC_RUNNING, SVC_FETCHING)) {
        return;
    }
    svc_observe_target(request, order->url);
    svc_request_retain(request);
    if (!svc_fetcher_submit(request->server->fetcher, &wanted, take_page, request)) {
        answer_suspended(request, SVC_FETCHING, "queue-full");
        svc_request_release(request);
    }
}

/* A svc_pool_work for a request, with a reference. */
static void run_request(void *job, svc_worker *worker, void *arg)
{
    svc_request *request = job;
    svc_server *server = arg;
    api_response response;
    bool again = request->head.fetched != NULL;
    svc_request_state running = again ? SVC_RUNNING_AGAIN : SVC_RUNNING;
    double queued_ms = atomic_load(&request->stage_ms);

    atomic_store(&request->stage_ms, svc_now_ms());
    request->worker = worker;
    if (svc_request_claim(request, again ? SVC_QUEUED_AGAIN : SVC_QUEUED, running)) {
        double wait_ms = svc_now_ms() - queued_ms;
        svc_observe_wait(request, wait_ms);
        request->head.queue_ms = wait_ms;
        bool answered = work(server, request, &response);
        if (answered && response.batch != NULL && svc_batch_begin(request, &response)) {
            /* its items are jobs of their own */
        } else if (answered && response.wants_fetch) {
            order_page(request, &response.order);
            api_response_clear(&response);
        } else {
            finish(request, running, answered, &response);
        }
        if (answered) {
            svc_pool_note_work(&server->pool, svc_now_ms() - queued_ms - wait_ms);
        }
    }
    svc_request_release(request);
}

void svc_handle_job(void *job, svc_worker *worker, void *arg)
{
    const svc_job *first = job;

    first->run(job, worker, arg);
}
