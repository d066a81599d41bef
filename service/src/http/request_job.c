#include "http/request_job.h"

#include "api/batch.h"
#include "base/clock.h"
#include "http/headers.h"
#include "http/observe.h"
#include "http/respond.h"

#include <sys/socket.h>

#define HEAD_SIZE 2048

static svc_request *request_of(svc_job *job)
{
    return (svc_request *)job;
}

static bool is_wanted(svc_job *job)
{
    return !svc_request_client_gone(request_of(job));
}

static void work_on(svc_job *job, double wait_ms, api_response *answer)
{
    svc_request *request = request_of(job);

    request->head.queue_ms = wait_ms;
    request->head.fetched = job->has_page ? &job->fetched : NULL;
    request->head.rendered = job->has_rendered ? &job->rendered.page : NULL;
    api_handle(&request->http->api, request->route, &request->head, answer);
    svc_respond_compress(request, answer);
}

static void note_order(svc_job *job, const char *url)
{
    svc_observe_target(request_of(job), url);
}

static void refuse(const svc_job *job, const char *code, int retry_after_s, api_response *answer)
{
    api_overload_response(answer, job->work->api, job->request_id, code, NULL, retry_after_s);
}

/* Gives a request that has its answer back to the I/O thread. */
static void hand_back(svc_request *request)
{
    svc_job_move(&request->job, SVC_JOB_ENDING, SVC_JOB_ENDED);
    MHD_resume_connection(request->connection);
}

/*
 * Charges the client for the items of a batch: the request itself was counted at its head, when
 * nobody knew how many it has. Of batches that were sent at once, and all let in, only the first is
 * not refused where it has used up the limit. Returns 0, or in how many milliseconds it may ask
 * again.
 */
static double charge_items(svc_request *request, const api_batch *parsed)
{
    size_t count = api_batch_count(parsed);

    return svc_limiter_charge(&request->http->access.limiter, &request->access.client,
                              count > 0 ? count - 1 : 0, svc_now_ms());
}

/*
 * Answers a request with the batch that its answer holds. Returns false where it cannot: *answer is
 * the refusal to send.
 */
static bool answer_batch(svc_request *request, api_response *answer)
{
    const svc_batch_request asked = {.job = &request->job,
                                     .connection = request->connection,
                                     .head = &request->head,
                                     .body_length = request->body.length,
                                     .answered_ms = &request->answered_ms,
                                     .bytes_out = &request->bytes_out};
    api_batch *parsed = answer->batch;

    answer->batch = NULL;
    svc_batch *batch = svc_batch_new(&request->http->batches, &asked, parsed, answer);
    if (batch == NULL) {
        return false;
    }
    double wait_ms = charge_items(request, parsed);
    if (wait_ms > 0.0) {
        svc_batch_release(batch);
        refuse(&request->job, "rate-limited", svc_limiter_retry_after_s(wait_ms), answer);
        return false;
    }
    svc_batch_retain(batch); /* the answer's, given back by end_answer in any case */
    svc_respond_stream(request, api_batch_media_type(parsed), svc_batch_read_answer,
                       svc_batch_end_answer, batch);
    hand_back(request);
    svc_batch_start_items(batch);
    svc_batch_release(batch);
    return true;
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
 * writes to the socket itself; it has sent nothing for this request, and will not any more. The
 * connection cannot close meanwhile (server/deadlines.c).
 */
static void answer_arriving(svc_request *request, api_response *answer)
{
    char storage[HEAD_SIZE];
    svc_text head;

    svc_text_init(&head, storage, sizeof storage);
    svc_text_addf(&head, "HTTP/1.1 %d Request Timeout\r\nContent-Length: %zu\r\n", answer->status,
                  answer->body_length);
    svc_headers_each(request, answer, add_header, &head);
    svc_text_add(&head, "\r\n");
    if (!head.overflow) {
        send_now(request->fd, storage, head.length);
        send_now(request->fd, answer->body, answer->body_length);
        request->bytes_out = answer->body_length;
    }
    request->status = answer->status;
    request->problem = answer->problem;
    api_response_clear(answer);
    svc_job_move(&request->job, SVC_JOB_ENDING, SVC_JOB_ENDED);
    shutdown(request->fd, SHUT_RDWR);
}

/* Gives the body back before the answer is sent, as that may take the client a while. */
static void drop_body(svc_request *request)
{
    size_t length = request->body.length;

    svc_request_drop_body(request);
    svc_memory_trim(length);
}

/* Answers a request whose connection is suspended, unless it is still arriving. */
static void end_request(svc_job *job, svc_job_exit exit, api_response *answer)
{
    svc_request *request = request_of(job);

    if (exit == SVC_EXIT_ARRIVING) {
        answer_arriving(request, answer);
        return;
    }
    if (answer != NULL && answer->batch != NULL && answer_batch(request, answer)) {
        return;
    }
    if (exit == SVC_EXIT_ALONE) {
        drop_body(request);
    }
    if (answer != NULL) {
        svc_respond(request, answer);
    }
    hand_back(request);
}

static void retain(svc_job *job)
{
    svc_request_retain(request_of(job));
}

static void release(svc_job *job)
{
    svc_request_release(request_of(job));
}

const svc_job_kind svc_request_job = {
    .deadlines = (1U << SVC_JOB_NEW) | (1U << SVC_JOB_QUEUED) | (1U << SVC_JOB_RUNNING),
    .is_wanted = is_wanted,
    .work = work_on,
    .note_order = note_order,
    .refuse = refuse,
    .end = end_request,
    .retain = retain,
    .release = release,
};
