#include "base/clock.h"
#include "work/batch_internal.h"

/* Beyond its deadline, which core polls itself, before the worker of an item is given up. */
#define GRACE_MS 2000.0

/* For a batch that is on the list, whose mutex is held: it may have no reference any more. */
static bool try_retain(svc_batch *b)
{
    int count = atomic_load(&b->references);

    while (count > 0) {
        if (atomic_compare_exchange_weak(&b->references, &count, count + 1)) {
            return true;
        }
    }
    return false;
}

/* Takes the next item where there was no room for it for too long. */
static svc_item *take_stalled(svc_batch *b, double now_ms)
{
    svc_item *it = NULL;

    pthread_mutex_lock(&b->mutex);
    if (b->stalled_ms > 0.0 && now_ms - b->stalled_ms > b->server->api.queue_timeout_ms &&
        !b->ended && b->started < b->count && b->active + b->unsent < b->server->batches.inflight) {
        it = &b->items[b->started];
        *it = (svc_item){
            .job = {svc_item_run}, .batch = b, .position = b->started, .state = SVC_ITEM_RUNNING};
        b->started++;
        b->active++;
        b->stalled_ms = now_ms;
    }
    pthread_mutex_unlock(&b->mutex);
    return it;
}

/*
 * Takes an item that is at work for too long, from *at on, away from its worker: it is
 * SVC_ITEM_LATE. Returns NULL where there is none.
 */
static svc_item *take_late(svc_batch *b, size_t *at, double now_ms, svc_worker **worker)
{
    double limit_ms = b->server->api.process_timeout_ms + GRACE_MS;
    svc_item *late = NULL;

    pthread_mutex_lock(&b->mutex);
    while (b->oldest < b->started && b->items[b->oldest].state >= SVC_ITEM_DONE) {
        b->oldest++;
    }
    for (*at = *at > b->oldest ? *at : b->oldest; late == NULL && *at < b->started; ++*at) {
        svc_item *it = &b->items[*at];
        if (it->state == SVC_ITEM_RUNNING && it->worker != NULL &&
            now_ms - it->stage_ms > limit_ms) {
            late = it;
            it->state = SVC_ITEM_LATE;
            *worker = it->worker;
        }
    }
    pthread_mutex_unlock(&b->mutex);
    return late;
}

static void log_stuck(const svc_batch *b)
{
    svc_log_line line;

    svc_log_begin(&line, &b->server->log, SVC_LOG_ERROR, "worker stuck");
    svc_log_string(&line, "request_id", b->request->id);
    svc_log_integer(&line, "workers_stuck", atomic_load(&b->server->pool.stuck));
    svc_log_end(&line);
}

static void look_at(svc_batch *b, double now_ms)
{
    size_t at = 0;
    svc_worker *worker = NULL;

    svc_batch_pump(b);
    svc_item *stalled = take_stalled(b, now_ms);
    if (stalled != NULL) {
        svc_item_refuse(stalled, SVC_ITEM_RUNNING, "queue-full",
                        svc_pool_retry_after_s(&b->server->pool));
    }
    for (svc_item *late = take_late(b, &at, now_ms, &worker); late != NULL;
         late = take_late(b, &at, now_ms, &worker)) {
        if (svc_item_refuse(late, SVC_ITEM_LATE, "processing-timeout", 0) &&
            svc_pool_give_up(&b->server->pool, worker, late)) {
            log_stuck(b);
        }
    }
}

void svc_batches_look(svc_server *server, double now_ms)
{
    svc_batch *held[SVC_BATCHES_MAX];
    size_t count = 0;

    pthread_mutex_lock(&server->batches.mutex);
    for (svc_batch *b = server->batches.first; b != NULL && count < SVC_BATCHES_MAX;
         b = b->next_batch) {
        if (try_retain(b)) {
            held[count++] = b;
        }
    }
    pthread_mutex_unlock(&server->batches.mutex);
    for (size_t i = 0; i < count; i++) {
        look_at(held[i], now_ms);
        svc_batch_release(held[i]);
    }
}
