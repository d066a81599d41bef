#include "http/lines.h"

#include "api/batch.h"
#include "base/clock.h"
#include "http/admission.h"
#include "http/respond.h"
#include "wire/receive.h"

#include <sys/socket.h>

/* Charges the client for another document. */
static double charge(svc_job *job)
{
    svc_request *request = (svc_request *)job;

    return svc_limiter_charge(&request->http->access.limiter, &request->access.client, 1,
                              svc_now_ms());
}

/* libmicrohttpd asks for a body only where it reads it itself. */
static void ask_for_body(const svc_request *request)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";

    if (svc_request_header(request, MHD_HTTP_HEADER_EXPECT) != NULL) {
        ssize_t sent = send(request->fd, go_on, sizeof go_on - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        (void)sent;
    }
}

/* Begins the answer, or answers with a refusal, or lets the connection end (work/batch.h). */
static bool begin(svc_job *job, svc_batch *batch, api_response *refusal)
{
    svc_request *request = (svc_request *)job;
    bool mine = svc_job_move(job, SVC_JOB_NEW, SVC_JOB_ENDING);

    if (mine && batch != NULL) {
        svc_batch_retain(batch); /* the answer's, given back by end_answer in any case */
        svc_respond_stream(request, svc_batch_media_type(batch), svc_batch_read_answer,
                           svc_batch_end_answer, batch);
    } else if (mine && refusal != NULL) {
        refusal->close_connection = true;
        svc_respond(request, refusal);
    } else if (refusal != NULL) {
        api_response_clear(refusal);
    }
    if (mine) {
        svc_job_move(job, SVC_JOB_ENDING, SVC_JOB_ENDED);
    }
    MHD_resume_connection(request->connection);
    return mine && batch != NULL;
}

/* Makes the batch, which takes the body over. NULL: request->refusal says why not. */
static svc_batch *make_batch(svc_request *request, svc_wire_stream *body)
{
    svc_http *http = request->http;
    bool lines = body->head.lines;
    const svc_batch_request asked = {.job = &request->job,
                                     .connection = request->connection,
                                     .head = &request->head,
                                     .body = body,
                                     .fd = request->fd,
                                     .charge = charge,
                                     .begin = lines ? NULL : begin,
                                     .bytes_in = &request->streamed,
                                     .answered_ms = &request->answered_ms,
                                     .bytes_out = &request->bytes_out};
    api_batch *parsed = api_batch_open(&http->api, &request->head, &request->refusal);

    return parsed != NULL ? svc_batch_new(&http->batches, &asked, parsed, &request->refusal) : NULL;
}

/* Begins the answer. What libmicrohttpd would read of the connection is the batch's from now on. */
static enum MHD_Result answer(svc_request *request, svc_batch *batch)
{
    enum MHD_Result result = MHD_NO;

    if (svc_job_move(&request->job, SVC_JOB_NEW, SVC_JOB_ENDING)) {
        ask_for_body(request);
        svc_batch_retain(batch); /* the answer's, given back by end_answer in any case */
        result = svc_respond_stream(request, svc_batch_media_type(batch), svc_batch_read_answer,
                                    svc_batch_end_answer, batch);
        svc_job_move(&request->job, SVC_JOB_ENDING, SVC_JOB_ENDED);
    }
    if (result == MHD_YES && !svc_batch_start_input(batch)) {
        result = MHD_NO;
    }
    svc_batch_release(batch);
    return result;
}

/* Waits until it is known what stands in front of the items: `begin` is called then. */
static enum MHD_Result wait_for_front(svc_request *request, svc_batch *batch)
{
    ask_for_body(request);
    MHD_suspend_connection(request->connection);
    if (!svc_batch_start_input(batch)) {
        begin(&request->job, NULL, NULL);
    }
    svc_batch_release(batch);
    return MHD_YES;
}

/* Lets the body pass. libmicrohttpd looks for it where the connection was suspended, and gives the
 * head once more. */
static enum MHD_Result let_go(svc_request *request, svc_wire_stream *body)
{
    svc_wire_let_go(body);
    request->let_go = true;
    MHD_suspend_connection(request->connection);
    MHD_resume_connection(request->connection);
    return MHD_YES;
}

/* Answers with request->refusal, where the body may be held still. */
static enum MHD_Result refuse(svc_request *request)
{
    svc_wire_stream *body = svc_wire_held(request->fd);

    if (body == NULL) {
        request->refusal.close_connection = true;
        return svc_respond_inline(request, &request->refusal);
    }
    enum MHD_Result refused = svc_admission_refuse(request);

    return refused == MHD_YES && svc_job_is(&request->job, SVC_JOB_NEW) ? let_go(request, body)
                                                                        : refused;
}

enum MHD_Result svc_lines_begin(svc_request *request)
{
    svc_wire_stream *body = svc_wire_held(request->fd);

    if (body == NULL || !svc_job_is(&request->job, SVC_JOB_NEW)) {
        return MHD_YES;
    }
    if (request->refused ||
        !api_route_takes_items(&request->http->api, request->route, &request->head)) {
        return let_go(request, body);
    }
    bool lines = body->head.lines;
    svc_batch *batch = make_batch(request, body);

    if (batch == NULL) {
        return refuse(request);
    }
    return lines ? answer(request, batch) : wait_for_front(request, batch);
}
