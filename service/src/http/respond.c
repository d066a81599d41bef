#include "http/respond.h"

#include "access/field_list.h"
#include "base/clock.h"
#include "http/headers.h"
#include "http/observe.h"

#include <stdlib.h>
#include <string.h>

/* Of a body that is made piece by piece, asked for at a time. */
#define BLOCK_BYTES ((size_t)16 * 1024)

/* Makes libmicrohttpd's response; the body belongs to it afterwards, or has been freed. */
static struct MHD_Response *take_over(api_response *response)
{
    enum MHD_ResponseMemoryMode mode = response->body_is_static ? MHD_RESPMEM_PERSISTENT
                                                                : MHD_RESPMEM_MUST_FREE;
    struct MHD_Response *made = MHD_create_response_from_buffer(response->body_length,
                                                                response->body, mode);

    if (made == NULL) {
        api_response_clear(response);
        return NULL;
    }
    response->body = NULL;
    response->body_is_static = true;
    return made;
}

/* A response whose headers are being added. */
typedef struct {
    struct MHD_Response *made;
    bool complete;
} headed;

static void add_header(const char *name, const char *value, void *arg)
{
    headed *to = arg;

    to->complete = to->complete && MHD_add_response_header(to->made, name, value) == MHD_YES;
}

/* Returns false where memory is out: a header that is missing can change what a body means. */
static bool add_headers(struct MHD_Response *made, const svc_request *request,
                        const api_response *response)
{
    headed to = {made, true};

    svc_headers_each(request, response, add_header, &to);
    return to.complete;
}

static void add_spare_header(const char *name, const char *value, void *arg)
{
    headed *to = arg;

    if (strcmp(name, "X-Request-Id") != 0) {
        add_header(name, value, to);
    }
}

bool svc_respond_make_spare(svc_http *http)
{
    const svc_request nobody = {.http = http};
    api_response response;

    api_problem_response(&response, &http->api, "", "internal", "Memory has run out.", 0);
    response.close_connection = true;
    headed spare = {take_over(&response), true};

    if (spare.made != NULL) {
        svc_headers_each(
            &nobody,
            &(api_response){.content_type = "application/problem+json", .close_connection = true},
            add_spare_header, &spare);
    }
    http->spare = spare.made;
    return spare.made != NULL && spare.complete;
}

void svc_respond_free_spare(svc_http *http)
{
    if (http->spare != NULL) {
        MHD_destroy_response(http->spare);
    }
}

enum MHD_Result svc_respond_spare(const svc_http *http, struct MHD_Connection *connection)
{
    return MHD_queue_response(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, http->spare);
}

/* The answer to a request for which there is no memory. */
static enum MHD_Result give_up(svc_request *request)
{
    request->status = MHD_HTTP_INTERNAL_SERVER_ERROR;
    request->bytes_out = 0;
    atomic_store(&request->answered_ms, svc_now_ms());
    return svc_respond_spare(request->http, request->connection);
}

/* A document is sent in one of the forms made at start, or not at all where the client has it. */
static void select_document(const svc_request *request, api_response *response)
{
    const char *known;
    char *joined;

    if (!response->is_document || response->status != MHD_HTTP_OK) {
        return;
    }
    /* Without memory for a list in several lines the document is sent. */
    svc_field_list(request->connection, MHD_HTTP_HEADER_IF_NONE_MATCH, &joined, &known);
    svc_static_responses_select(&request->http->access.documents, request->access.accepted, known,
                                response);
    free(joined);
}

void svc_respond_compress(const svc_request *request, api_response *response)
{
    svc_accepted accepted = request->access.accepted;
    size_t least = accepted.identity_refused ? 1 : request->http->access.compress_min;
    size_t length;

    if (accepted.best == SVC_IDENTITY || response->body_is_static || response->body_length == 0 ||
        response->body_length < least) {
        return;
    }
    char *body = svc_coding_encode(accepted.best, SVC_EFFORT_ONCE_EACH, response->body,
                                   response->body_length, &length);
    if (body == NULL || (length >= response->body_length && !accepted.identity_refused)) {
        free(body);
        return;
    }
    free(response->body);
    response->body = body;
    response->body_length = length;
    api_response_add_header(response, MHD_HTTP_HEADER_CONTENT_ENCODING,
                            svc_coding_name(accepted.best));
}

enum MHD_Result svc_respond(svc_request *request, api_response *response)
{
    select_document(request, response);
    size_t length = response->body_length;
    struct MHD_Response *made = take_over(response);

    if (made == NULL || !add_headers(made, request, response)) {
        if (made != NULL) {
            MHD_destroy_response(made);
        }
        return give_up(request);
    }
    svc_observe_answer(request, response, made);
    request->status = response->status;
    request->bytes_out = response->status == MHD_HTTP_NOT_MODIFIED ? 0 : length;
    atomic_store(&request->answered_ms, svc_now_ms());
    enum MHD_Result result = MHD_queue_response(request->connection, (unsigned)response->status,
                                                made);
    MHD_destroy_response(made);
    if (result != MHD_YES) {
        request->status = 0;
        request->bytes_out = 0;
    }
    return result;
}

enum MHD_Result svc_respond_stream(svc_request *request, const char *content_type,
                                   MHD_ContentReaderCallback reader,
                                   MHD_ContentReaderFreeCallback done, void *cls)
{
    const api_response head = {.status = MHD_HTTP_OK, .content_type = content_type};
    struct MHD_Response *made = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES,
                                                                  reader, cls, done);

    if (made == NULL) {
        done(cls);
        return give_up(request);
    }
    if (!add_headers(made, request, &head)) {
        MHD_destroy_response(made); /* and it calls done */
        return give_up(request);
    }
    svc_observe_answer(request, &head, made);
    request->status = head.status;
    enum MHD_Result result = MHD_queue_response(request->connection, MHD_HTTP_OK, made);
    if (result != MHD_YES) {
        request->status = 0;
    }
    MHD_destroy_response(made);
    return result;
}

enum MHD_Result svc_respond_inline(svc_request *request, api_response *response)
{
    if (!svc_job_move(&request->job, SVC_JOB_NEW, SVC_JOB_ENDING)) {
        api_response_clear(response);
        return MHD_NO;
    }
    enum MHD_Result result = svc_respond(request, response);
    svc_job_move(&request->job, SVC_JOB_ENDING, SVC_JOB_ENDED);
    return result;
}
