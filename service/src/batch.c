#include "batch.h"

#include "api/batch.h"
#include "clock.h"
#include "respond.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

/* Beyond its deadline, which core polls itself, before the worker of an item is given up. */
#define GRACE_MS 2000.0
/* Most batches at once. */
#define BATCHES_MAX 256
/* From this body size on, the end of a batch gives freed memory back to the system. */
#define TRIM_BODY_BYTES ((size_t)4 * 1024 * 1024)

typedef enum { IDLE, QUEUED, RUNNING, FETCHING, DONE, TAKEN } item_state;

typedef struct svc_batch svc_batch;

/* An item. */
typedef struct item {
    svc_job job; /* first: the queue's pointer to it is the item's */
    svc_batch *batch;
    size_t position;
    /* The owner's: whoever works on it. */
    svc_fetch_result page;
    api_fetched fetched;
    bool has_page;
    /* Guarded by the batch's mutex: */
    item_state state;
    double stage_ms; /* when the state began */
    svc_worker *worker;
    char *result; /* owned; NULL in DONE: memory was out */
    size_t result_length;
    struct item *next; /* done after it */
} item;

/* What the I/O thread sends next. */
typedef enum { OPENING, SEPARATOR, RESULT, ENDING, CLOSED, BROKEN } phase;

struct svc_batch {
    svc_server *server;
    svc_request *request; /* a reference */
    api_batch *parsed;
    item *items;
    size_t count;
    atomic_int references;
    struct svc_batch *next_batch; /* guarded by the list's mutex */
    struct svc_batch *previous_batch;
    pthread_mutex_t mutex;
    /* Guarded by it: */
    size_t started;
    size_t oldest; /* all before it are done */
    size_t active; /* QUEUED, RUNNING or FETCHING */
    size_t unsent; /* DONE, or TAKEN and not sent */
    size_t taken;
    size_t ok;
    size_t failed;
    item *first_done; /* in the order in which they were done */
    item *last_done;
    double stalled_ms; /* since when there is no room in the queue; 0: there was */
    bool waiting;      /* suspended until a result can be taken */
    bool ended;        /* nobody wants more */
    /* The I/O thread's: */
    phase phase;
    size_t sent;
    char part[API_BATCH_PART_SIZE];
    char *result;
    const char *piece;
    size_t piece_left;
    size_t result_length;
};

void svc_batches_init(svc_batches *list, unsigned inflight, unsigned queue_size)
{
    unsigned max = queue_size / (2 * inflight);

    *list = (svc_batches){.inflight = inflight, .max = max < BATCHES_MAX ? max : BATCHES_MAX};
    if (list->max == 0) {
        list->max = 1;
    }
    pthread_mutex_init(&list->mutex, NULL);
}

void svc_batches_destroy(svc_batches *list)
{
    pthread_mutex_destroy(&list->mutex);
}

/* Returns false where there are too many. */
static bool link_batch(svc_batch *b)
{
    svc_batches *list = &b->server->batches;

    pthread_mutex_lock(&list->mutex);
    bool room = list->count < list->max;
    if (room) {
        b->next_batch = list->first;
        if (list->first != NULL) {
            list->first->previous_batch = b;
        }
        list->first = b;
        list->count++;
    }
    pthread_mutex_unlock(&list->mutex);
    return room;
}

static void unlink_batch(svc_batch *b)
{
    svc_batches *list = &b->server->batches;

    pthread_mutex_lock(&list->mutex);
    if (b->previous_batch != NULL) {
        b->previous_batch->next_batch = b->next_batch;
    } else {
        list->first = b->next_batch;
    }
    if (b->next_batch != NULL) {
        b->next_batch->previous_batch = b->previous_batch;
    }
    list->count--;
    pthread_mutex_unlock(&list->mutex);
}

/* Frees the page of an item. Only for the one who works on it, or nobody does. */
static void drop_page(item *it)
{
    atomic_fetch_sub(&it->batch->server->body_bytes, it->fetched.body_length);
    svc_fetch_result_clear(&it->page);
    it->fetched = (api_fetched){0};
    it->has_page = false;
}

static void free_batch(svc_batch *b)
{
    size_t bytes = api_batch_bytes(b->parsed);
    bool large = bytes + b->request->body_length > TRIM_BODY_BYTES;

    for (size_t i = 0; i < b->started; i++) {
        drop_page(&b->items[i]);
        free(b->items[i].result);
    }
    atomic_fetch_sub(&b->server->body_bytes, bytes);
    api_batch_free(b->parsed);
    free(b->result);
    free(b->items);
    svc_request_release(b->request);
    pthread_mutex_destroy(&b->mutex);
    free(b);
    if (large) {
        malloc_trim(0);
    }
}

static void retain(svc_batch *b)
{
    atomic_fetch_add(&b->references, 1);
}

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

static void release(svc_batch *b)
{
    if (atomic_fetch_sub(&b->references, 1) == 1) {
        unlink_batch(b);
        free_batch(b);
    }
}

/* What the API is told of an item, but for its page: that is its owner's alone. */
static api_item describe(const item *it)
{
    api_item out = {.request_id = it->batch->request->id};

    api_batch_item(it->batch->parsed, it->position, &out);
    return out;
}

/* Whether the I/O thread can take a result. The mutex is held. */
static bool can_take(const svc_batch *b)
{
    if (api_batch_is_ordered(b->parsed)) {
        return b->taken < b->count && b->items[b->taken].state == DONE;
    }
    return b->first_done != NULL;
}

/* Appends to the items that are done. The mutex is held. */
static void append_done(svc_batch *b, item *it)
{
    it->next = NULL;
    if (b->last_done != NULL) {
        b->last_done->next = it;
    } else {
        b->first_done = it;
    }
    b->last_done = it;
}

/* Takes back the word of a suspended connection. Returns whether to resume it. Mutex held. */
static bool stop_waiting(svc_batch *b)
{
    bool wake = b->waiting && (b->ended || can_take(b));

    b->waiting = b->waiting && !wake;
    return wake;
}

/*
 * Moves an item from a state to DONE with its answer, which it takes over. Returns false where
 * somebody was faster: the answer is freed then.
 */
static bool finish(item *it, item_state from, api_response *answer)
{
    svc_batch *b = it->batch;
    bool wake = false;

    pthread_mutex_lock(&b->mutex);
    bool mine = it->state == from;
    if (mine) {
        it->state = DONE;
        it->result = answer->body;
        it->result_length = answer->body_length;
        answer->body = NULL;
        b->active--;
        b->unsent++;
        b->ok += answer->status == 200;
        b->failed += answer->status != 200;
        append_done(b, it);
        wake = stop_waiting(b);
    }
    pthread_mutex_unlock(&b->mutex);
    api_response_clear(answer);
    if (wake) {
        MHD_resume_connection(b->request->connection);
    }
    return mine;
}

/* Answers an item with a problem instead of working on it, or instead of the one who does. */
static bool refuse(item *it, item_state from, const char *code, int retry_after_s)
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
    bool wake = stop_waiting(b);
    pthread_mutex_unlock(&b->mutex);
    if (wake) {
        MHD_resume_connection(b->request->connection);
    }
}

static svc_pool_work run_item;

/*
 * Queues as many items as may be on their way. Returns an item, RUNNING, that the queue does not
 * take because the server stops; NULL: none. The mutex is held.
 */
static item *start_items(svc_batch *b)
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
        item *it = &b->items[b->started];
        *it = (item){.job = {run_item}, .batch = b, .position = b->started, .stage_ms = now_ms};
        b->started++;
        b->active++;
        b->stalled_ms = 0.0;
        it->state = status == SVC_QUEUE_RESERVED ? QUEUED : RUNNING;
        if (status != SVC_QUEUE_RESERVED) {
            return it;
        }
        retain(b);
        svc_queue_push(queue, it);
    }
    return NULL;
}

static void pump(svc_batch *b)
{
    item *refused;

    do {
        pthread_mutex_lock(&b->mutex);
        refused = start_items(b);
        pthread_mutex_unlock(&b->mutex);
        if (refused != NULL) {
            refuse(refused, RUNNING, "draining", 1);
        }
    } while (refused != NULL);
}

/* Takes an item off the way without a result, as nobody wants it. */
static void forget(item *it)
{
    svc_batch *b = it->batch;

    pthread_mutex_lock(&b->mutex);
    it->state = TAKEN;
    b->active--;
    pthread_mutex_unlock(&b->mutex);
}

/* A svc_fetch_done: the item, with its page, goes to a worker again. Has a reference. */
static void take_page(svc_fetch_result *result, void *arg)
{
    item *it = arg;
    svc_batch *b = it->batch;
    svc_queue *queue = &b->server->pool.queue;
    bool room = svc_account_bytes(b->server, result->body_length);

    it->page = *result;
    svc_describe_page(&it->page, room, &it->fetched);
    it->has_page = true;
    svc_queue_status status = room ? svc_queue_reserve(queue) : SVC_QUEUE_FULL;
    if (status != SVC_QUEUE_RESERVED) {
        refuse(it, FETCHING, status == SVC_QUEUE_FULL ? "queue-full" : "draining",
               svc_pool_retry_after_s(&b->server->pool));
        release(b);
        return;
    }
    pthread_mutex_lock(&b->mutex);
    it->state = QUEUED;
    it->stage_ms = svc_now_ms();
    pthread_mutex_unlock(&b->mutex);
    svc_queue_push(queue, it);
}

/* Orders the page of an item. Only this worker and the fetcher have to do with it now. */
static void order_page(item *it, const api_fetch_order *order)
{
    svc_batch *b = it->batch;
    const svc_fetch_order wanted = {order->url, order->timeout_ms, order->max_redirects,
                                    order->accept_error_status};

    pthread_mutex_lock(&b->mutex);
    bool mine = it->state == RUNNING;
    if (mine) {
        it->state = FETCHING;
    }
    pthread_mutex_unlock(&b->mutex);
    if (!mine) {
        return;
    }
    retain(b);
    if (!svc_fetcher_submit(b->server->fetcher, &wanted, take_page, it)) {
        refuse(it, FETCHING, "queue-full", svc_pool_retry_after_s(&b->server->pool));
        release(b);
    }
}

/* Works on an item that is RUNNING. */
static void work(item *it, double queue_ms)
{
    svc_server *server = it->batch->server;
    api_item described = describe(it);
    api_response answer;

    described.queue_ms = queue_ms;
    described.fetched = it->has_page ? &it->fetched : NULL;
    if (atomic_load(&server->shedding)) {
        refuse(it, RUNNING, "draining", 1);
        return;
    }
    api_item_answer(&server->api, api_batch_defaults(it->batch->parsed), &described, &answer);
    if (answer.wants_fetch) {
        order_page(it, &answer.order);
        api_response_clear(&answer);
    } else if (finish(it, RUNNING, &answer) && it->has_page) {
        drop_page(it);
    }
}

/* A svc_pool_work for an item, with a reference. */
static void run_item(void *job, svc_worker *worker, void *arg)
{
    item *it = job;
    svc_batch *b = it->batch;

    (void)arg;
    pthread_mutex_lock(&b->mutex);
    double queue_ms = svc_now_ms() - it->stage_ms;
    bool wanted = !b->ended;
    it->state = RUNNING;
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
    release(b);
}

/* Takes the next result into b->result. Returns false where there is none yet. */
static bool take_result(svc_batch *b)
{
    pthread_mutex_lock(&b->mutex);
    bool taken = can_take(b);
    if (taken) {
        bool ordered = api_batch_is_ordered(b->parsed);
        item *it = ordered ? &b->items[b->taken] : b->first_done;
        if (!ordered) {
            b->first_done = it->next;
            b->last_done = it->next != NULL ? b->last_done : NULL;
        }
        it->state = TAKEN;
        b->taken++;
        b->result = it->result;
        b->result_length = it->result_length;
        it->result = NULL;
    }
    pthread_mutex_unlock(&b->mutex);
    return taken;
}

static void set_part(svc_batch *b, api_batch_part part)
{
    pthread_mutex_lock(&b->mutex);
    size_t ok = b->ok;
    size_t failed = b->failed;
    pthread_mutex_unlock(&b->mutex);
    api_batch_write_part(b->parsed, part, ok, failed, b->part);
    b->piece = b->part;
    b->piece_left = strlen(b->part);
}

/* A result was sent: another item may be begun. */
static void note_sent(svc_batch *b)
{
    free(b->result);
    b->result = NULL;
    b->sent++;
    pthread_mutex_lock(&b->mutex);
    b->unsent--;
    pthread_mutex_unlock(&b->mutex);
    pump(b);
}

typedef enum { READY, WAIT, END, FAIL } step;

/* Sets what is to be sent next. */
static step next_piece(svc_batch *b)
{
    switch (b->phase) {
    case OPENING:
        set_part(b, API_BATCH_OPENING);
        b->phase = SEPARATOR;
        return READY;
    case SEPARATOR:
        if (b->sent == b->count) {
            set_part(b, API_BATCH_CLOSING);
            b->phase = CLOSED;
            return READY;
        }
        if (!take_result(b)) {
            return WAIT;
        }
        /* The time to read is that of each result, not of all. */
        atomic_store(&b->request->answered_ms, svc_now_ms());
        set_part(b, API_BATCH_SEPARATOR);
        b->piece_left = b->sent > 0 ? b->piece_left : 0;
        b->phase = b->result != NULL ? RESULT : BROKEN;
        return READY;
    case RESULT:
        b->piece = b->result;
        b->piece_left = b->result_length;
        b->phase = ENDING;
        return READY;
    case ENDING:
        note_sent(b);
        set_part(b, API_BATCH_ENDING);
        b->phase = SEPARATOR;
        return READY;
    case CLOSED:
        return END;
    case BROKEN:
        break;
    }
    return FAIL;
}

/* Suspends the connection until there is a result; not where one has come in this moment. */
static void wait_for_result(svc_batch *b)
{
    atomic_store(&b->request->answered_ms, 0.0);
    MHD_suspend_connection(b->request->connection);
    pthread_mutex_lock(&b->mutex);
    b->waiting = true;
    bool wake = stop_waiting(b);
    pthread_mutex_unlock(&b->mutex);
    if (wake) {
        MHD_resume_connection(b->request->connection);
    }
}

static bool has_ended(svc_batch *b)
{
    pthread_mutex_lock(&b->mutex);
    bool ended = b->ended;
    pthread_mutex_unlock(&b->mutex);
    return ended;
}

/* A MHD_ContentReaderCallback: as much as is there and fits. */
static ssize_t read_answer(void *cls, uint64_t position, char *buffer, size_t max)
{
    svc_batch *b = cls;
    size_t used = 0;
    step found = READY;

    (void)position;
    if (has_ended(b)) {
        return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    while (used < max && found == READY) {
        size_t length = b->piece_left < max - used ? b->piece_left : max - used;
        if (length > 0) {
            memcpy(buffer + used, b->piece, length);
        }
        used += length;
        b->piece += length;
        b->piece_left -= length;
        if (b->piece_left == 0) {
            found = next_piece(b);
        }
    }
    b->request->bytes_out += used;
    if (used > 0 || found == READY) {
        return (ssize_t)used;
    }
    if (found == WAIT) {
        wait_for_result(b);
        return 0;
    }
    return found == END ? MHD_CONTENT_READER_END_OF_STREAM : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void log_end(svc_batch *b)
{
    svc_log_line line;

    pthread_mutex_lock(&b->mutex);
    size_t ok = b->ok;
    size_t failed = b->failed;
    pthread_mutex_unlock(&b->mutex);
    svc_log_begin(&line, &b->server->log, SVC_LOG_INFO, "batch");
    svc_log_string(&line, "request_id", b->request->id);
    svc_log_integer(&line, "items", (long long)b->count);
    svc_log_integer(&line, "ok", (long long)ok);
    svc_log_integer(&line, "failed", (long long)failed);
    svc_log_end(&line);
}

/* A MHD_ContentReaderFreeCallback: the answer is sent, or its connection closed. */
static void end_answer(void *cls)
{
    svc_batch *b = cls;

    pthread_mutex_lock(&b->mutex);
    b->ended = true;
    pthread_mutex_unlock(&b->mutex);
    log_end(b);
    release(b);
}

/* Makes a batch with one reference; NULL where memory is out. Takes over what was parsed. */
static svc_batch *make_batch(svc_request *request, api_batch *parsed)
{
    svc_batch *b = calloc(1, sizeof *b);
    size_t count = api_batch_count(parsed);
    item *items = calloc(count > 0 ? count : 1, sizeof *items);

    if (b == NULL || items == NULL) {
        free(b);
        free(items);
        api_batch_free(parsed);
        return NULL;
    }
    b->server = request->server;
    b->request = request;
    b->parsed = parsed;
    b->items = items;
    b->count = count;
    b->piece = b->part;
    atomic_init(&b->references, 1);
    pthread_mutex_init(&b->mutex, NULL);
    svc_request_retain(request);
    return b;
}

bool svc_batch_begin(svc_request *request, api_response *response)
{
    svc_server *server = request->server;
    api_batch *parsed = response->batch;
    size_t bytes = api_batch_bytes(parsed);
    int retry_after_s = svc_pool_retry_after_s(&server->pool);

    response->batch = NULL;
    if (!svc_account_bytes(server, bytes)) {
        api_batch_free(parsed);
        api_overload_response(response, &server->api, request->id, "queue-full", NULL,
                              retry_after_s);
        return false;
    }
    svc_batch *b = make_batch(request, parsed);
    if (b == NULL) {
        atomic_fetch_sub(&server->body_bytes, bytes);
        api_problem_response(response, &server->api, request->id, "internal", NULL, 0);
        return false;
    }
    if (!link_batch(b)) {
        free_batch(b);
        api_overload_response(response, &server->api, request->id, "queue-full", NULL,
                              retry_after_s);
        return false;
    }
    /* The request itself was counted at its head, when nobody knew how many items it has. */
    svc_limiter_charge(&server->access.limiter, &request->access.client,
                       b->count > 0 ? b->count - 1 : 0, svc_now_ms());
    if (svc_request_claim(request, SVC_RUNNING, SVC_ANSWERED)) {
        retain(b); /* the answer's, given back by end_answer in any case */
        svc_respond_stream(request, api_batch_media_type(parsed), read_answer, end_answer, b);
        MHD_resume_connection(request->connection);
        pump(b);
    }
    release(b);
    return true;
}

/* Takes the next item where there was no room for it for too long. */
static item *take_stalled(svc_batch *b, double now_ms)
{
    item *it = NULL;

    pthread_mutex_lock(&b->mutex);
    if (b->stalled_ms > 0.0 && now_ms - b->stalled_ms > b->server->api.queue_timeout_ms &&
        !b->ended && b->started < b->count && b->active + b->unsent < b->server->batches.inflight) {
        it = &b->items[b->started];
        *it = (item){.job = {run_item}, .batch = b, .position = b->started, .state = RUNNING};
        b->started++;
        b->active++;
        b->stalled_ms = now_ms;
    }
    pthread_mutex_unlock(&b->mutex);
    return it;
}

/* Finds an item that is at work for too long, from *at on. Returns NULL where there is none. */
static item *find_late(svc_batch *b, size_t *at, double now_ms, svc_worker **worker)
{
    double limit_ms = b->server->api.process_timeout_ms + GRACE_MS;
    item *late = NULL;

    pthread_mutex_lock(&b->mutex);
    while (b->oldest < b->started && b->items[b->oldest].state >= DONE) {
        b->oldest++;
    }
    for (*at = *at > b->oldest ? *at : b->oldest; late == NULL && *at < b->started; ++*at) {
        item *it = &b->items[*at];
        if (it->state == RUNNING && it->worker != NULL && now_ms - it->stage_ms > limit_ms) {
            late = it;
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

    pump(b);
    item *stalled = take_stalled(b, now_ms);
    if (stalled != NULL) {
        refuse(stalled, RUNNING, "queue-full", svc_pool_retry_after_s(&b->server->pool));
    }
    for (item *late = find_late(b, &at, now_ms, &worker); late != NULL;
         late = find_late(b, &at, now_ms, &worker)) {
        if (refuse(late, RUNNING, "processing-timeout", 0) &&
            svc_pool_give_up(&b->server->pool, worker, late)) {
            log_stuck(b);
        }
    }
}

void svc_batches_look(svc_server *server, double now_ms)
{
    svc_batch *held[BATCHES_MAX];
    size_t count = 0;

    pthread_mutex_lock(&server->batches.mutex);
    for (svc_batch *b = server->batches.first; b != NULL && count < BATCHES_MAX;
         b = b->next_batch) {
        if (try_retain(b)) {
            held[count++] = b;
        }
    }
    pthread_mutex_unlock(&server->batches.mutex);
    for (size_t i = 0; i < count; i++) {
        look_at(held[i], now_ms);
        release(held[i]);
    }
}
