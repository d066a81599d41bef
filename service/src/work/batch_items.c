#include "work/batch_internal.h"

static svc_item *item_of(svc_job *job)
{
    return (svc_item *)job;
}

/* What the API is told of an item. */
static api_item describe(const svc_item *it)
{
    api_item out = {.request_id = it->job.request_id};

    api_batch_item(it->batch->parsed, it->position, &out);
    return out;
}

bool svc_batch_can_take(const svc_batch *b)
{
    if (api_batch_is_ordered(b->parsed)) {
        return b->taken < b->count && svc_job_is(&b->items[b->taken].job, SVC_JOB_ENDED);
    }
    return b->first_done != NULL;
}

bool svc_batch_stop_waiting(svc_batch *b)
{
    bool wake = b->waiting && (b->ended || svc_batch_can_take(b));

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

static void work_on(svc_job *job, double wait_ms, api_response *answer)
{
    const svc_item *it = item_of(job);
    api_item described = describe(it);

    described.queue_ms = wait_ms;
    described.fetched = job->has_page ? &job->fetched : NULL;
    api_item_answer(job->work->api, api_batch_defaults(it->batch->parsed), &described, answer);
}

static void refuse(const svc_job *job, const char *code, int retry_after_s, api_response *answer)
{
    const api_item described = describe((const svc_item *)job);

    api_item_refuse(job->work->api, &described, code, 0, retry_after_s, answer);
}

/* Appends the result of an item to those that are done. The mutex is held. */
static void append_done(svc_batch *b, svc_item *it, api_response *answer)
{
    it->result = answer->body;
    it->result_length = answer->body_length;
    answer->body = NULL;
    it->next = NULL;
    if (b->last_done != NULL) {
        b->last_done->next = it;
    } else {
        b->first_done = it;
    }
    b->last_done = it;
    b->unsent++;
    b->ok += answer->status == 200;
    b->failed += answer->status != 200;
}

static void end_item(svc_job *job, svc_job_exit exit, api_response *answer)
{
    svc_batch *b = item_of(job)->batch;

    (void)exit;
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
    svc_batch_retain(item_of(job)->batch);
}

static void release(svc_job *job)
{
    svc_batch_release(item_of(job)->batch);
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

void svc_item_init(svc_item *it, svc_batch *b, size_t position)
{
    svc_job_init(&it->job, &item_kind, b->list->work, b->request.job->request_id);
    it->batch = b;
    it->position = position;
}

/* --- the way in, and deadlines */

/* Whether the next item may be begun. The mutex is held. */
static bool may_start(const svc_batch *b)
{
    return !b->ended && b->started < b->count && b->active + b->unsent < b->list->inflight;
}

/*
 * Queues as many items as may be on their way. Returns an item that the queue does not take because
 * the server stops; NULL: none. The mutex is held.
 */
static svc_item *start_items(svc_batch *b)
{
    while (may_start(b)) {
        svc_item *it = &b->items[b->started];
        svc_job_offer(&it->job); /* nothing where it is ENTERING since it found no room */
        svc_queue_status status = svc_job_enter(&it->job);
        if (status == SVC_QUEUE_FULL) {
            return NULL;
        }
        b->started++;
        b->active++;
        if (status == SVC_QUEUE_CLOSED) {
            return it;
        }
    }
    return NULL;
}

void svc_batch_start_items(svc_batch *b)
{
    svc_item *refused;

    do {
        pthread_mutex_lock(&b->mutex);
        refused = start_items(b);
        pthread_mutex_unlock(&b->mutex);
        if (refused != NULL) {
            svc_job_turn_away(&refused->job, SVC_QUEUE_CLOSED);
        }
    } while (refused != NULL);
}

static void check_deadlines(svc_batch *b, double now_ms)
{
    svc_job_stage stage;

    svc_batch_start_items(b);
    pthread_mutex_lock(&b->mutex);
    while (b->oldest < b->started && svc_job_is(&b->items[b->oldest].job, SVC_JOB_ENDED)) {
        b->oldest++;
    }
    /* The next one may have found no room in the queue for too long. */
    if (may_start(b) && svc_job_is_late(&b->items[b->started].job, now_ms, &stage)) {
        b->started++;
        b->active++;
    }
    size_t end = b->started;
    size_t oldest = b->oldest;
    pthread_mutex_unlock(&b->mutex);
    for (size_t i = oldest; i < end; i++) {
        if (svc_job_is_late(&b->items[i].job, now_ms, &stage)) {
            svc_job_end_late(&b->items[i].job, stage);
        }
    }
}

void svc_batches_check_deadlines(svc_batches *list, double now_ms)
{
    svc_batch *held[SVC_BATCHES_MAX];
    size_t count = svc_batches_hold(list, held);

    for (size_t i = 0; i < count; i++) {
        check_deadlines(held[i], now_ms);
        svc_batch_release(held[i]);
    }
}
