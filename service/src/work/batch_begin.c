#include "base/clock.h"
#include "work/batch_internal.h"

#include <stdlib.h>

/* Items beyond their deadlines that are ended in one look; the rest waits for the next. */
#define LATE_MAX 64

/* Whether results leave room for the next item. A client may send all its lines before it reads:
 * what it has not read may wait then, up to a limit. */
static bool has_room(const svc_batch *b)
{
    const svc_batches *list = b->list;
    bool lines_come = b->input != NULL && !b->exhausted;

    if (b->active >= list->inflight) {
        return false;
    }
    return b->active + b->unsent < list->inflight ||
           (lines_come && b->unsent_bytes < list->unsent_max);
}

/* Whether the next item may be begun. A batch whose input is still being made is on the list
 * already, where the reaper finds it. The mutex is held. */
static bool may_start(const svc_batch *b)
{
    return !b->ended && (b->input != NULL || b->request.body == NULL) && has_room(b);
}

/* A line that has come is charged to its client, which goes on at its own pace then. */
static bool is_paid_for(svc_batch *b)
{
    const svc_batch_request *request = &b->request;
    double now_ms = svc_now_ms();

    if (b->input == NULL || !b->has_line || request->charge == NULL) {
        return true;
    }
    if (now_ms < b->next_ms) {
        return false;
    }
    double wait_ms = b->begun > 0 ? request->charge(request->job) : 0.0;

    b->next_ms = now_ms + wait_ms;
    return wait_ms <= 0.0;
}

/* The next item; NULL: there is none now. The mutex is held. */
static svc_item *next_item(svc_batch *b)
{
    if (b->entering == NULL && is_paid_for(b)) {
        b->entering = svc_item_next(b);
    }
    return b->entering;
}

/* Puts the item that was entering on the list. */
static void note_begun(svc_batch *b)
{
    svc_item *it = b->entering;

    b->entering = NULL;
    it->previous = b->last;
    if (b->last != NULL) {
        b->last->next = it;
    } else {
        b->first = it;
    }
    b->last = it;
    b->begun++;
    b->active++;
}

/*
 * Queues as many items as may be on their way. Returns an item that the queue does not take because
 * the server stops, with a reference; NULL: none. The mutex is held.
 */
static svc_item *start_items(svc_batch *b)
{
    while (may_start(b)) {
        svc_item *it = next_item(b);
        if (it == NULL) {
            return NULL;
        }
        svc_job_offer(&it->job); /* nothing where it is ENTERING since it found no room */
        svc_queue_status status = svc_job_enter(&it->job);
        if (status == SVC_QUEUE_FULL) {
            return NULL;
        }
        note_begun(b);
        if (status == SVC_QUEUE_CLOSED) {
            atomic_fetch_add(&it->references, 1);
            return it;
        }
    }
    return NULL;
}

void svc_batch_start_items(svc_batch *b)
{
    svc_item *refused;
    bool wake = false;
    bool wants_line = false;

    do {
        pthread_mutex_lock(&b->mutex);
        refused = start_items(b);
        wake = svc_batch_stop_waiting(b);
        wants_line = b->input != NULL && !b->exhausted && !b->has_line;
        pthread_mutex_unlock(&b->mutex);
        if (wake) {
            MHD_resume_connection(b->request.connection);
        }
        if (refused != NULL) {
            svc_job_turn_away(&refused->job, SVC_QUEUE_CLOSED);
            svc_item_release(refused);
        }
    } while (refused != NULL);
    if (wants_line) {
        svc_input_go_on(b->input);
    }
}

/* --- lines that come */

static bool take_line(void *arg, const svc_line *line)
{
    svc_batch *b = arg;

    pthread_mutex_lock(&b->mutex);
    bool taken = !b->has_line;
    if (taken) {
        b->line = *line;
        b->has_line = true;
    }
    pthread_mutex_unlock(&b->mutex);
    if (taken) {
        svc_batch_start_items(b);
    }
    return taken;
}

static bool is_wanted(void *arg)
{
    svc_batch *b = arg;

    pthread_mutex_lock(&b->mutex);
    bool wanted = !b->ended;
    pthread_mutex_unlock(&b->mutex);
    return wanted;
}

/* A client that sends is not one that does not read. */
static void note_arrival(void *arg, size_t length)
{
    svc_batch *b = arg;

    atomic_fetch_add(b->request.bytes_in, length);
    if (atomic_load(b->request.answered_ms) > 0.0) {
        atomic_store(b->request.answered_ms, svc_now_ms());
    }
}

/* Has the answer begun; see request.begin. */
static void begin_answer(svc_batch *b, svc_batch *with, api_response *refusal)
{
    bool wanted = b->request.begin(b->request.job, with, refusal);

    b->told = true;
    pthread_mutex_lock(&b->mutex);
    b->ended = b->ended || !wanted;
    pthread_mutex_unlock(&b->mutex);
}

/* Reads what stands in front of the items. A refusal waits until the body has passed, unless it
 * will not. */
static bool begin_items(void *arg, const svc_front *front)
{
    svc_batch *b = arg;
    svc_job *job = b->request.job;

    if (front->problem != NULL) {
        job->kind->refuse(job, front->problem, svc_pool_retry_after_s(&job->work->pool),
                          &b->refusal);
    } else if (api_batch_begin(job->work->api, b->request.head, b->parsed, front->bytes,
                               front->length, front->closing, &b->refusal)) {
        begin_answer(b, b, NULL);
        return true;
    }
    b->refused = true;
    return false;
}

static void end_items(void *arg, bool broken)
{
    svc_batch *b = arg;

    if (b->request.begin != NULL && !b->told) {
        begin_answer(b, NULL, b->refused ? &b->refusal : NULL);
    }
    pthread_mutex_lock(&b->mutex);
    b->exhausted = true;
    b->ended = b->ended || broken;
    bool wake = svc_batch_stop_waiting(b);
    pthread_mutex_unlock(&b->mutex);
    if (wake) {
        MHD_resume_connection(b->request.connection);
    }
    svc_batch_release(b);
}

bool svc_batch_make_input(svc_batch *b)
{
    svc_work *work = b->list->work;
    const svc_input_settings settings = {.begin = begin_items,
                                         .take = take_line,
                                         .is_wanted = is_wanted,
                                         .note = note_arrival,
                                         .end = end_items,
                                         .arg = b,
                                         .cutter = api_batch_cutter(work->api, b->parsed),
                                         .memory = &work->memory,
                                         .shedding = &work->shedding,
                                         .front_max = api_batch_front_max(work->api),
                                         .line_max = work->api->max_body_bytes,
                                         .silence_ms = work->api->read_timeout_ms};

    svc_input *input = svc_input_new(b->request.fd, b->request.body, &settings);

    pthread_mutex_lock(&b->mutex);
    b->input = input;
    pthread_mutex_unlock(&b->mutex);
    return input != NULL;
}

bool svc_batch_start_input(svc_batch *b)
{
    svc_batch_retain(b); /* the input's, given back at its end */
    if (svc_input_start(b->input, &b->list->receiver)) {
        return true;
    }
    svc_batch_release(b);
    return false;
}

/* --- deadlines */

/* Collects late items, each with a reference. The next one may have found no room in the queue for
 * too long. The mutex is held. */
static size_t collect_late(svc_batch *b, double now_ms, svc_item *late[LATE_MAX],
                           svc_job_stage stages[LATE_MAX])
{
    size_t count = 0;

    if (b->entering != NULL && may_start(b) &&
        svc_job_is_late(&b->entering->job, now_ms, &stages[0])) {
        note_begun(b);
    }
    for (svc_item *it = b->first; it != NULL && count < LATE_MAX; it = it->next) {
        if (svc_job_is_late(&it->job, now_ms, &stages[count])) {
            atomic_fetch_add(&it->references, 1);
            late[count++] = it;
        }
    }
    return count;
}

static void check_deadlines(svc_batch *b, double now_ms)
{
    svc_item *late[LATE_MAX];
    svc_job_stage stages[LATE_MAX];

    svc_batch_start_items(b);
    pthread_mutex_lock(&b->mutex);
    size_t count = collect_late(b, now_ms, late, stages);
    pthread_mutex_unlock(&b->mutex);
    for (size_t i = 0; i < count; i++) {
        svc_job_end_late(&late[i]->job, stages[i]);
        svc_item_release(late[i]);
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
