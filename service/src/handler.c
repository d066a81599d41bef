#include "handler.h"

#include "clock.h"
#include "guard.h"
#include "respond.h"

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

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static void read_head(svc_request *request, const char *url, const char *method)
{
    struct MHD_Connection *connection = request->connection;
    const char *length = header(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);

    svc_request_id_make(request->id, header(connection, "X-Request-Id"));
    request->head = (api_request){
        .id = request->id,
        .method = method,
        .path = url,
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

/* Keeps the refusal for when the body has passed, or sends it now. */
static enum MHD_Result refuse(svc_request *request)
{
    request->refused = true;
    if (must_wait(request)) {
        return MHD_YES;
    }
    request->refusal.close_connection = true;
    svc_request_claim(request, SVC_READING, SVC_ANSWERED);
    return svc_respond(request, &request->refusal);
}

static void set_refusal(svc_request *request, const char *code, int retry_after_s)
{
    api_response_clear(&request->refusal);
    api_problem_response(&request->refusal, request->id, code, NULL, retry_after_s);
}

/* Bad framing is answered at once and never drained: where its body ends is not known. */
static enum MHD_Result refuse_framing(svc_request *request, svc_fault fault)
{
    api_problem_response(&request->refusal, request->id, fault.code, fault.detail, 0);
    request->refusal.close_connection = true;
    request->refused = true;
    svc_request_claim(request, SVC_READING, SVC_ANSWERED);
    return svc_respond(request, &request->refusal);
}

static bool is_surplus(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info != NULL && info->socket_context != NULL;
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

    if (fault.code != NULL) {
        return refuse_framing(request, fault);
    }
    if (is_surplus(request->connection)) {
        set_refusal(request, "too-many-connections", RETRY_AFTER_S);
        request->refusal.close_connection = true;
        return refuse(request);
    }
    request->route = api_route_head(&server->api, &request->head, &request->refusal);
    if (request->route == NULL) {
        return refuse(request);
    }
    if (bodies_full(request)) {
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
    *con_cls = request;
    read_head(request, url, method);
    return judge_head(request, version);
}

/* A refusal cannot be sent in the middle of a body: it waits for the end. */
static enum MHD_Result read_body(svc_request *request, const char *bytes, size_t length)
{
    svc_server *server = request->server;

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

static enum MHD_Result answer_inline(svc_request *request)
{
    svc_server *server = request->server;
    bool draining = atomic_load(&server->draining);
    api_response response;

    request->head.health.live = true;
    request->head.health.ready = !draining;
    request->head.health.reason = draining ? "draining" : NULL;
    api_handle(&server->api, request->route, &request->head, &response);
    svc_request_claim(request, SVC_READING, SVC_ANSWERED);
    return svc_respond(request, &response);
}

/* Suspends before it pushes: a worker may be done with the request before the push returns. */
static enum MHD_Result hand_over(svc_request *request)
{
    svc_server *server = request->server;
    svc_queue_status status = svc_queue_reserve(&server->pool.queue);

    if (status != SVC_QUEUE_RESERVED) {
        svc_request_claim(request, SVC_READING, SVC_ANSWERED);
        svc_request_drop_body(request);
        const char *code = status == SVC_QUEUE_FULL ? "queue-full" : "draining";
        int wait_s = status == SVC_QUEUE_FULL ? svc_pool_retry_after_s(&server->pool)
                                              : RETRY_AFTER_S;
        return svc_respond_problem(request, code, NULL, wait_s);
    }
    svc_request_retain(request);
    svc_request_claim(request, SVC_READING, SVC_QUEUED);
    request->queued_ms = svc_now_ms();
    MHD_suspend_connection(request->connection);
    svc_queue_push(&server->pool.queue, request);
    return MHD_YES;
}

static enum MHD_Result body_complete(svc_request *request)
{
    if (request->refused) {
        svc_request_claim(request, SVC_READING, SVC_ANSWERED);
        return svc_respond(request, &request->refusal);
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
    svc_request_log(request);
    svc_request_release(request);
    atomic_fetch_sub(&server->in_flight, 1);
}

void svc_handle_connection(void *cls, struct MHD_Connection *connection, void **socket_context,
                           enum MHD_ConnectionNotificationCode code)
{
    svc_server *server = cls;

    (void)connection;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        atomic_fetch_sub(&server->connections, 1);
        return;
    }
    if (atomic_fetch_add(&server->connections, 1) >= SVC_CONNECTIONS_MAX) {
        *socket_context = server; /* any address will do: it says "too many" */
    }
}

/* Gives the body back before the answer is sent, as that may take the client a while. */
static void drop_worked_body(svc_request *request)
{
    bool large = request->body_length > TRIM_BODY_BYTES;

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
        api_problem_response(response, request->id, "draining", NULL, RETRY_AFTER_S);
        return true;
    }
    api_handle(&server->api, request->route, &request->head, response);
    return true;
}

void svc_handle_job(void *job, void *arg)
{
    svc_request *request = job;
    svc_server *server = arg;
    api_response response;

    if (svc_request_claim(request, SVC_QUEUED, SVC_RUNNING)) {
        request->head.queue_ms = svc_now_ms() - request->queued_ms;
        bool answered = work(server, request, &response);
        drop_worked_body(request);
        svc_request_state next = answered ? SVC_ANSWERED : SVC_ABANDONED;
        if (svc_request_claim(request, SVC_RUNNING, next)) {
            if (answered) {
                svc_respond(request, &response);
            }
            MHD_resume_connection(request->connection);
        } else if (answered) {
            api_response_clear(&response);
        }
    }
    svc_request_release(request);
}
