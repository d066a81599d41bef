#include "http/handler.h"

#include "http/admission.h"
#include "http/head.h"
#include "http/health.h"
#include "http/lines.h"
#include "http/observe.h"
#include "http/request_job.h"
#include "http/respond.h"
#include "wire/receive.h"

#include <limits.h>

/* Seconds after which a client that found no memory may try again. */
#define RETRY_AFTER_S 1

static enum MHD_Result first_call(svc_http *http, struct MHD_Connection *connection,
                                  const char *url, const char *method, void **con_cls)
{
    svc_request *request = svc_request_new(http, &svc_request_job, connection);

    if (request == NULL) {
        return svc_respond_spare(http, connection);
    }
    svc_wire_begin(request->fd);
    /* Before the list has it: the reaper checks it from then on. */
    bool is_read = svc_head_read(request, url, method);
    request->access = svc_access_read(&http->access, connection, method);
    svc_observe_head(request);
    if (!svc_connections_set_request(&http->connections, request->slot, request)) {
        /* It crossed with the end of an idle connection; the client may send it again. */
        atomic_fetch_sub(&http->in_flight, 1);
        svc_request_release(request);
        return MHD_NO;
    }
    *con_cls = request;
    if (!is_read || !svc_head_read_query(request)) {
        svc_admission_refuse_later(request, "queue-full", RETRY_AFTER_S);
        return svc_admission_refuse(request);
    }
    enum MHD_Result judged = svc_admission_judge(request);
    return judged == MHD_YES ? svc_lines_begin(request) : judged;
}

/* A refusal cannot be sent in the middle of a body: it waits for the end. */
static enum MHD_Result read_body(svc_request *request, const char *bytes, size_t length)
{
    svc_http *http = request->http;
    svc_wire_body *gathered = svc_wire_gathered(request->fd);

    if (!svc_job_is(&request->job, SVC_JOB_NEW)) {
        return MHD_NO; /* its time has run out */
    }
    if (gathered != NULL) {
        length = (size_t)gathered->came - request->received;
    }
    request->received += length;
    if (request->received > http->api.max_body_bytes + SVC_DRAIN_BYTES) {
        return MHD_NO;
    }
    if (request->refused && gathered != NULL) {
        svc_wire_body_drop(gathered);
    }
    if (request->refused) {
        return MHD_YES;
    }
    svc_body_status status = gathered != NULL ? svc_request_note(request, gathered, length)
                                              : svc_request_append(request, bytes, length);
    if (status == SVC_BODY_KEPT) {
        return MHD_YES;
    }
    svc_request_drop_body(request);
    request->refused = true;
    if (status == SVC_BODY_TOO_LARGE) {
        svc_admission_refuse_later(request, "body-too-large", 0);
        request->refusal.close_connection = true;
    } else {
        svc_admission_refuse_later(request, "queue-full", svc_pool_retry_after_s(&http->work.pool));
    }
    return MHD_YES;
}

static enum MHD_Result answer_inline(svc_request *request)
{
    api_check checks[SVC_HEALTH_CHECKS];
    api_response response;

    request->head.health = svc_health_now(request->http, checks);
    api_handle(&request->http->api, request->route, &request->head, &response);
    request->head.health.checks = NULL; /* they end here */
    return svc_respond_inline(request, &response);
}

/* Suspends before it enters: a worker may be done with the request before that returns. */
static enum MHD_Result hand_over(svc_request *request)
{
    svc_job *job = &request->job;

    if (!svc_request_keep_head(request)) {
        svc_admission_refuse_later(request, "queue-full", RETRY_AFTER_S);
        return svc_respond_inline(request, &request->refusal);
    }
    if (!svc_job_offer(job)) {
        return MHD_NO;
    }
    MHD_suspend_connection(request->connection);
    svc_queue_status status = svc_job_enter(job);
    if (status != SVC_QUEUE_RESERVED) {
        svc_job_turn_away(job, status);
    }
    return MHD_YES;
}

static enum MHD_Result body_complete(svc_request *request)
{
    if (request->refused) {
        return svc_respond_inline(request, &request->refusal);
    }
    svc_request_take_body(request);
    request->head.body = request->body.bytes != NULL ? request->body.bytes : "";
    request->head.body_length = request->body.length;
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

    (void)version;
    if (request == NULL) {
        return first_call(cls, connection, url, method, con_cls);
    }
    if (request->let_go) {
        request->let_go = false;
        return MHD_YES;
    }
    if (*upload_data_size > 0) {
        size_t length = *upload_data_size;
        *upload_data_size = 0;
        return read_body(request, upload_data, length);
    }
    if (!svc_job_is(&request->job, SVC_JOB_NEW)) {
        return MHD_NO; /* resumed without an answer: the client has left */
    }
    return body_complete(request);
}

void svc_handle_completed(void *cls, struct MHD_Connection *connection, void **con_cls,
                          enum MHD_RequestTerminationCode code)
{
    svc_http *http = cls;
    svc_request *request = *con_cls;

    (void)connection;
    (void)code;
    if (request == NULL) {
        return;
    }
    *con_cls = NULL;
    svc_wire_end(request->fd);
    svc_connections_set_request(&http->connections, request->slot, NULL);
    svc_observe_end(request);
    svc_request_release(request);
    atomic_fetch_sub(&http->in_flight, 1);
}

void svc_handle_connection(void *cls, struct MHD_Connection *connection, void **socket_context,
                           enum MHD_ConnectionNotificationCode code)
{
    svc_http *http = cls;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_CONNECTION_FD);

    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        svc_connections_remove(&http->connections, *socket_context);
        svc_wire_close(info->connect_fd);
        *socket_context = NULL;
        return;
    }
    svc_wire_open(info->connect_fd, http->header_bytes, http->api.max_body_bytes,
                  http->api.max_body_bytes);
    /* Once: when it is closed, its number may be that of the next client. */
    int expected = info->connect_fd;
    bool own = atomic_compare_exchange_strong(&http->heartbeat_fd, &expected, -1);
    svc_address peer;
    svc_client_peer(connection, &peer);
    *socket_context = svc_connections_add(&http->connections, info->connect_fd,
                                          own ? UINT_MAX : http->connections_max, &peer,
                                          own ? 0 : http->access.per_ip_max);
}
