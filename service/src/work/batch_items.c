#include "base/clock.h"
#include "work/batch_internal.h"

void svc_item_drop_page(svc_item *it)
{
    atomic_fetch_sub(&it->batch->server->body_bytes, it->fetched.body_length);
    svc_fetch_result_clear(&it->page);
    it->fetched = (api_fetched){0};
    it->has_page = false;
}

/* What the API is told of an item, but for its page: that is its owner's alone. */
static api_item describe(const svc_item *it)
{
    api_item out = {.request_id = it->batch->request->id};

    api_batch_item(it->batch->parsed, it->position, &out);
    return out;
}

bool svc_batch_can_take(const svc_batch *b)
{
    if (api_batch_is_ordered(b->parsed)) {
        return b->taken < b->count && b->items[b->taken].state == SVC_ITEM_DONE;
    }
    return b->first_done != NULL;
}

/* Appends to the items that are done. The mutex is held. */
static void append_done(svc_batch *b, svc_item *it)
{
    it->next = NULL;
    if (b->last_done != NULL) {
        b->last_done->next = it;
    } else {
        b->first_done = it;
    }
    b->last_done = it;
}

bool svc_batch_stop_waiting(svc_batch *b)
{
    bool wake = b->waiting && (b->ended || svc_batch_can_take(b));

    b->waiting = b->waiting && !wake;
    return wake;
}

/*
 * Moves an item from a state to SVC_ITEM_DONE with its answer, which it takes over. Returns false
 * where somebody was faster: the answer is freed then.
 */
static bool finish(svc_item *it, svc_item_state from, api_response *answer)
{
    svc_batch *b = it->batch;
    bool wake = false;

    pthread_mutex_lock(&b->mutex);
    bool mine = it->state == from;
    if (mine) {
        it->state = SVC_ITEM_DONE;
        it->result = answer->body;
        it->result_length = answer->body_length;
        answer->body = NULL;
        b->active--;
        b->unsent++;
        b->ok += answer->status == 200;
        b->failed += answer->status != 200;
        append_done(b, it);
        wake = svc_batch_stop_waiting(b);
    }
    pthread_mutex_unlock(&b->mutex);
    api_response_clear(answer);
    if (wake) {
        MHD_resume_connection(b->request->connection);
    }
    return mine;
}

bool svc_item_refuse(svc_item *it, svc_item_state from, const char *code, int retry_after_s)
{
    api_response answer;
    const api_item described = describe(it);

    api_item_refuse(&it->batch->server->api, &described, code, 0, retry_after_s, &answer);
    return finish(it, from, &answer);
}

/* The client has left: no item is begun any more. */
static void abandon(svc_batch *b)
{
    pthread_mutex_lock(&b->mutex);
    b->ended = true;
    bool wake = svc_batch_stop_waiting(b);
    pthread_mutex_unlock(&b->mutex);
    if (wake) {
        MHD_resume_connection(b->request->connection);
    }
}

/*
 * Queues as many items as may be on their way. Returns an item, SVC_ITEM_RUNNING, that the queue
 * does not take because the server stops; NULL: none. The mutex is held.
 */
static svc_item *start_items(svc_batch *b)
{
    svc_queue *queue = &b->server->pool.queue;

    while (!b->ended && b->started < b->count &&
           b->active + b->unsent < b->server->batches.inflight) {
        svc_queue_status status = svc_queue_reserve(queue);
        double now_ms = svc_now_ms();
        if (status == SVC_QUEUE_FULL) {
            b->stalled_ms = b->stalled_ms > 0.0 ? b->stalled_ms : now_ms;
            return NULL;
        }
        svc_item *it = &b->items[b->started];
        *it = (svc_item){
            .job = {svc_item_run}, .batch = b, .position = b->started, .stage_ms = now_ms};
        b->started++;
        b->active++;
        b->stalled_ms = 0.0;
        it->state = status == SVC_QUEUE_RESERVED ? SVC_ITEM_QUEUED : SVC_ITEM_RUNNING;
        if (status != SVC_QUEUE_RESERVED) {
            return it;
        }
        svc_batch_retain(b);
        svc_queue_push(queue, it);
    }
    return NULL;
}

void svc_batch_pump(svc_batch *b)
{
    svc_item *refused;

    do {
        pthread_mutex_lock(&b->mutex);
        refused = start_items(b);
        pthread_mutex_unlock(&b->mutex);
        if (refused != NULL) {
            svc_item_refuse(refused, SVC_ITEM_RUNNING, "draining", 1);
        }
    } while (refused != NULL);
}

/* Takes an item off the way without a result, as nobody wants it; the reaper may have been faster.
 */
static void forget(svc_item *it)
{
    svc_batch *b = it->batch;

    pthread_mutex_lock(&b->mutex);
    if (it->state == SVC_ITEM_RUNNING) {
        it->state = SVC_ITEM_TAKEN;
        b->active--;
    }
    pthread_mutex_unlock(&b->mutex);
}

/* A svc_fetch_done: the item, with its page, goes to a worker again. Has a reference. */
static void take_page(svc_fetch_result *result, void *arg)
{
    svc_item *it = arg;
    svc_batch *b = it->batch;
    svc_queue *queue = &b->server->pool.queue;
    bool room = svc_account_bytes(b->server, result->body_length);

    it->page = *result;
    svc_describe_page(&it->page, room, &it->fetched);
    it->has_page = true;
    svc_queue_status status = room ? svc_queue_reserve(queue) : SVC_QUEUE_FULL;
    if (status != SVC_QUEUE_RESERVED) {
        svc_item_refuse(it, SVC_ITEM_FETCHING, status == SVC_QUEUE_FULL ? "queue-full" : "draining",
                        svc_pool_retry_after_s(&b->server->pool));
        svc_item_drop_page(it);
        svc_batch_release(b);
        return;
    }
    pthread_mutex_lock(&b->mutex);
    it->state = SVC_ITEM_QUEUED;
    it->stage_ms = svc_now_ms();
    pthread_mutex_unlock(&b->mutex);
    svc_queue_push(queue, it);
}

/* Orders the page of an item. Only this worker and the fetcher have to do with it now. */
static void order_page(svc_item *it, const api_fetch_order *order)
{
    svc_batch *b = it->batch;
    const svc_fetch_order wanted = {order->url, order->timeout_ms, order->max_redirects,
                                    order->accept_error_status};

    pthread_mutex_lock(&b->mutex);
    bool mine = it->state == SVC_ITEM_RUNNING;
    if (mine) {
        it->state = SVC_ITEM_FETCHING;
    }
    pthread_mutex_unlock(&b->mutex);
    if (!mine) {
        return;
    }
    svc_batch_retain(b);
    if (!svc_fetcher_submit(b->server->fetcher, &wanted, take_page, it)) {
        svc_item_refuse(it, SVC_ITEM_FETCHING, "queue-full",
                        svc_pool_retry_after_s(&b->server->pool));
        svc_batch_release(b);
    }
}

/* Works on an item that is SVC_ITEM_RUNNING. */
static void work(svc_item *it, double queue_ms)
{
    svc_server *server = it->batch->server;
    api_item described = describe(it);
    api_response answer;

    described.queue_ms = queue_ms;
    described.fetched = it->has_page ? &it->fetched : NULL;
    if (atomic_load(&server->shedding)) {
        svc_item_refuse(it, SVC_ITEM_RUNNING, "draining", 1);
        return;
    }
    api_item_answer(&server->api, api_batch_defaults(it->batch->parsed), &described, &answer);
    if (answer.wants_fetch) {
        order_page(it, &answer.order);
        api_response_clear(&answer);
    } else {
        finish(it, SVC_ITEM_RUNNING, &answer);
        svc_item_drop_page(it);
    }
}

void svc_item_run(void *job, svc_worker *worker, void *arg)
{
    svc_item *it = job;
    svc_batch *b = it->batch;

    (void)arg;
    pthread_mutex_lock(&b->mutex);
    double queue_ms = svc_now_ms() - it->stage_ms;
    bool wanted = !b->ended;
    it->state = SVC_ITEM_RUNNING;
    it->stage_ms += queue_ms;
    it->worker = worker;
    pthread_mutex_unlock(&b->mutex);
    svc_metrics_queue_wait(&b->server->metrics, queue_ms);
    if (wanted && svc_request_client_gone(b->request)) {
        abandon(b);
        wanted = false;
    }
    if (wanted) {
        work(it, queue_ms);
    } else {
        forget(it);
    }
    svc_batch_release(b);
}
