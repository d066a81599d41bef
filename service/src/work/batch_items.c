#include "work/batch_internal.h"

#include <stdlib.h>
#include <string.h>

static svc_item *item_of(svc_job *job)
{
    return (svc_item *)job;
}

/* What the API is told of an item. */
static api_item describe(const svc_item *it)
{
    api_item out = it->text;

    out.request_id = it->job.request_id;
    return out;
}

bool svc_batch_can_take(const svc_batch *b)
{
    if (api_batch_is_ordered(b->parsed)) {
        return b->first != NULL && svc_job_is(&b->first->job, SVC_JOB_ENDED);
    }
    return b->first_done != NULL;
}

bool svc_batch_is_over(const svc_batch *b)
{
    return b->exhausted && !b->has_line && b->entering == NULL && b->active == 0 && b->unsent == 0;
}

bool svc_batch_stop_waiting(svc_batch *b)
{
    bool wake = b->waiting &&
                (b->ended || svc_batch_can_take(b) || svc_batch_is_over(b) || b->out_of_memory);

    b->waiting = b->waiting && !wake;
    return wake;
}

/* --- an item as a job */

/* The client has left: no item is begun any more. */
static void abandon(svc_batch *b)
{
    pthread_mutex_lock(&b->mutex);
    b->ended = true;
    bool wake = svc_batch_stop_waiting(b);
    pthread_mutex_unlock(&b->mutex);
    if (wake) {
        MHD_resume_connection(b->request.connection);
    }
}

static bool is_wanted(svc_job *job)
{
    svc_batch *b = item_of(job)->batch;
    svc_job *request = b->request.job;

    pthread_mutex_lock(&b->mutex);
    bool wanted = !b->ended;
    pthread_mutex_unlock(&b->mutex);
    if (wanted && !request->kind->is_wanted(request)) {
        abandon(b);
        wanted = false;
    }
    return wanted;
}

/* Answers an item that did not come whole. */
static void refuse_part(const svc_item *it, const api_item *described, api_response *answer)
{
    const api_context *api = it->job.work->api;
    size_t limit = 0;

    if (strcmp(it->problem, "body-too-large") == 0) {
        limit = api->max_body_bytes;
    } else if (strcmp(it->problem, "too-many-items") == 0) {
        limit = api->batch_max_items;
    }
    api_item_refuse(api, described, it->problem, limit, 0, answer);
}

static void work_on(svc_job *job, double wait_ms, api_response *answer)
{
    const svc_item *it = item_of(job);
    api_item described = describe(it);

    if (it->problem != NULL) {
        refuse_part(it, &described, answer);
        return;
    }
    described.queue_ms = wait_ms;
    described.fetched = job->has_page ? &job->fetched : NULL;
    described.rendered = job->has_rendered ? &job->rendered.page : NULL;
    api_item_answer(job->work->api, api_batch_defaults(it->batch->parsed), &described, answer);
}

static void refuse(const svc_job *job, const char *code, int retry_after_s, api_response *answer)
{
    const api_item described = describe((const svc_item *)job);

    api_item_refuse(job->work->api, &described, code, 0, retry_after_s, answer);
}

/* Puts an item behind those that were done before. */
static void link_done(svc_batch *b, svc_item *it)
{
    if (b->last_done != NULL) {
        b->last_done->next_done = it;
    } else {
        b->first_done = it;
    }
    b->last_done = it;
}

/* Takes over the result of an item that is done. The mutex is held. */
static void append_done(svc_batch *b, svc_item *it, api_response *answer)
{
    it->result = answer->body;
    it->result_length = answer->body_length;
    answer->body = NULL;
    if (!api_batch_is_ordered(b->parsed)) {
        link_done(b, it);
    }
    b->unsent++;
    b->unsent_bytes += it->result_length;
    b->ok += answer->status == 200;
    b->failed += answer->status != 200;
}

static void end_item(svc_job *job, svc_job_exit exit, api_response *answer)
{
    svc_batch *b = item_of(job)->batch;

    if (exit == SVC_EXIT_ALONE) {
        svc_item_drop_line(item_of(job));
    }
    pthread_mutex_lock(&b->mutex);
    svc_job_move(job, SVC_JOB_ENDING, SVC_JOB_ENDED);
    b->active--;
    if (answer != NULL) {
        append_done(b, item_of(job), answer);
    }
    bool wake = svc_batch_stop_waiting(b);
    pthread_mutex_unlock(&b->mutex);
    if (answer != NULL) {
        api_response_clear(answer);
    }
    if (wake) {
        MHD_resume_connection(b->request.connection);
    }
}

static void retain(svc_job *job)
{
    atomic_fetch_add(&item_of(job)->references, 1);
    svc_batch_retain(item_of(job)->batch);
}

static void release(svc_job *job)
{
    svc_batch *b = item_of(job)->batch;

    svc_item_release(item_of(job));
    svc_batch_release(b);
}

/* How long an item waits in the queue is not limited: its batch is sent as it goes. */
static const svc_job_kind item_kind = {
    .deadlines = (1U << SVC_JOB_ENTERING) | (1U << SVC_JOB_RUNNING),
    .is_wanted = is_wanted,
    .work = work_on,
    .refuse = refuse,
    .end = end_item,
    .retain = retain,
    .release = release,
};

/* Sets what an item is: the next of the body, or the line that has come. Returns false where there
 * is none now. */
static bool take_text(svc_batch *b, svc_item *it)
{
    if (b->input == NULL) {
        b->exhausted = !api_batch_next(b->parsed, &it->text);
        return !b->exhausted;
    }
    if (!b->has_line) {
        return false;
    }
    it->line = b->line.bytes;
    it->problem = b->line.problem;
    it->text = (api_item){.index = b->line.index,
                          .json = b->line.bytes,
                          .length = b->line.length,
                          .is_line = b->line.is_line};
    b->has_line = false;
    return true;
}

svc_item *svc_item_next(svc_batch *b)
{
    svc_item *it = calloc(1, sizeof *it);

    if (it == NULL) {
        b->out_of_memory = true;
        return NULL;
    }
    if (!take_text(b, it)) {
        free(it);
        return NULL;
    }
    svc_job_init(&it->job, &item_kind, b->list->work, b->request.job->request_id);
    it->batch = b;
    atomic_init(&it->references, 1);
    return it;
}
