#include "http/admission.h"

#include "http/respond.h"
#include "wire/stream.h"

#include <stdlib.h>

/* Seconds after which a client that was refused for the state of the server may try again. */
#define RETRY_AFTER_S 1

/* What our own fetches carry: a danad does not answer another one's, or its own. */
#define HOP_HEADER "X-Danad-Hop"

static bool has_body(const svc_request *request)
{
    return request->head.content_length > 0 ||
           svc_request_header(request, MHD_HTTP_HEADER_TRANSFER_ENCODING) != NULL;
}

/*
 * Whether to answer after the body instead of now. An answer in front of a body is followed by a
 * reset that can destroy it before the client has read it, and libmicrohttpd closes the connection
 * after it; but a client that waits for 100 (Continue), or has far too much to send, must be
 * stopped.
 */
static bool must_wait(const svc_request *request)
{
    long long most = (long long)request->http->api.max_body_bytes + SVC_DRAIN_BYTES;
    bool stop = request->head.content_length > most ||
                svc_request_header(request, MHD_HTTP_HEADER_EXPECT) != NULL;

    return !has_body(request) || !stop;
}

/* Keeps the refusal for when the body has passed, or sends it now. */
enum MHD_Result svc_admission_refuse(svc_request *request)
{
    request->refused = true;
    if (must_wait(request)) {
        return MHD_YES;
    }
    request->refusal.close_connection = true;
    return svc_respond_inline(request, &request->refusal);
}

void svc_admission_refuse_later(svc_request *request, const char *code, int retry_after_s)
{
    api_response_clear(&request->refusal);
    api_overload_response(&request->refusal, &request->http->api, request->id, code, NULL,
                          retry_after_s);
}

/* A bad head is answered at once and its body never read: where it ends is not known. */
static enum MHD_Result refuse_head(svc_request *request, svc_fault fault)
{
    api_problem_response(&request->refusal, &request->http->api, request->id, fault.code,
                         fault.detail, 0);
    request->refusal.close_connection = true;
    request->refused = true;
    return svc_respond_inline(request, &request->refusal);
}

/*
 * Whether the connection is one too many. One without a slot in the list, for want of memory, is
 * one as well. Probes are answered all the same: such connections are kept for them.
 */
static bool is_surplus(const svc_request *request)
{
    return (request->slot == NULL || request->slot->surplus) &&
           !svc_access_is_probe(request->head.path);
}

/* Whether bodies already held leave no room for the one declared. */
static bool bodies_full(const svc_request *request)
{
    svc_http *http = request->http;
    size_t held = atomic_load(&http->work.memory.held);
    long long declared = request->head.content_length;

    return declared > 0 && (unsigned long long)declared <= http->api.max_body_bytes &&
           held + (size_t)declared > http->work.memory.max;
}

enum MHD_Result svc_admission_judge(svc_request *request)
{
    svc_http *http = request->http;
    const svc_access_question question = {
        .id = request->id,
        .method = request->head.method,
        .path = request->head.path,
        .authorization = svc_request_header(request, MHD_HTTP_HEADER_AUTHORIZATION),
        .client = &request->access.client,
        .crowded = request->slot != NULL && request->slot->crowded};
    const char *fault = svc_request_header(request, SVC_WIRE_FAULT_FIELD);

    if (fault != NULL) {
        return refuse_head(request, svc_wire_fault(strtoul(fault, NULL, 10)));
    }
    if (is_surplus(request)) {
        svc_admission_refuse_later(request, "too-many-connections", RETRY_AFTER_S);
        request->refusal.close_connection = true;
        return svc_admission_refuse(request);
    }
    if (svc_access_refuses(&http->access, &question, &request->refusal)) {
        return svc_admission_refuse(request);
    }
    request->route = api_route_head(&http->api, &request->head, &request->refusal);
    if (request->route == NULL) {
        return svc_admission_refuse(request);
    }
    if (api_route_place(request->route) == API_WORKER && svc_request_header(request, HOP_HEADER)) {
        svc_admission_refuse_later(request, "fetch-loop", 0);
        return svc_admission_refuse(request);
    }
    if (bodies_full(request) || (api_route_place(request->route) == API_WORKER &&
                                 svc_queue_is_full(&http->work.pool.queue))) {
        svc_admission_refuse_later(request, "queue-full", svc_pool_retry_after_s(&http->work.pool));
        return svc_admission_refuse(request);
    }
    return MHD_YES;
}
