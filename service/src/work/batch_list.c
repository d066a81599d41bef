#include "work/batch_internal.h"

#include <stdlib.h>

void svc_batches_init(svc_batches *list, svc_work *work, unsigned inflight, unsigned queue_size)
{
    unsigned max = queue_size / (2 * inflight);

    *list = (svc_batches){
        .work = work, .inflight = inflight, .max = max < SVC_BATCHES_MAX ? max : SVC_BATCHES_MAX};
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
    svc_batches *list = b->list;

    pthread_mutex_lock(&list->mutex);
    bool room = list->count < list->max;
    if (room) {
        b->next = list->first;
        if (list->first != NULL) {
            list->first->previous = b;
        }
        list->first = b;
        list->count++;
    }
    pthread_mutex_unlock(&list->mutex);
    return room;
}

static void unlink_batch(svc_batch *b)
{
    svc_batches *list = b->list;

    pthread_mutex_lock(&list->mutex);
    if (b->previous != NULL) {
        b->previous->next = b->next;
    } else {
        list->first = b->next;
    }
    if (b->next != NULL) {
        b->next->previous = b->previous;
    }
    list->count--;
    pthread_mutex_unlock(&list->mutex);
}

static void free_batch(svc_batch *b)
{
    svc_job *request = b->request.job;
    size_t bytes = api_batch_bytes(b->parsed);
    size_t freed = bytes + b->request.body_length;

    for (size_t i = 0; i < b->started; i++) {
        svc_job_drop_page(&b->items[i].job);
        free(b->items[i].result);
    }
    svc_memory_release(&b->list->work->memory, bytes);
    api_batch_free(b->parsed);
    free(b->result);
    free(b->items);
    request->kind->release(request);
    pthread_mutex_destroy(&b->mutex);
    free(b);
    svc_memory_trim(freed);
}

void svc_batch_retain(svc_batch *b)
{
    atomic_fetch_add(&b->references, 1);
}

void svc_batch_release(svc_batch *b)
{
    if (atomic_fetch_sub(&b->references, 1) == 1) {
        unlink_batch(b);
        free_batch(b);
    }
}

/* Makes a batch with one reference; NULL where memory is out. Takes over what was parsed. */
static svc_batch *make_batch(svc_batches *list, const svc_batch_request *request, api_batch *parsed)
{
    svc_batch *b = calloc(1, sizeof *b);
    size_t count = api_batch_count(parsed);
    svc_item *items = calloc(count > 0 ? count : 1, sizeof *items);

    if (b == NULL || items == NULL) {
        free(b);
        free(items);
        api_batch_free(parsed);
        return NULL;
    }
    b->list = list;
    b->request = *request;
    b->parsed = parsed;
    b->items = items;
    b->count = count;
    b->piece = b->part;
    atomic_init(&b->references, 1);
    pthread_mutex_init(&b->mutex, NULL);
    for (size_t i = 0; i < count; i++) {
        svc_item_init(&items[i], b, i);
    }
    request->job->kind->retain(request->job);
    return b;
}

svc_batch *svc_batch_new(svc_batches *list, const svc_batch_request *request, api_batch *parsed,
                         api_response *answer)
{
    svc_work *work = list->work;
    const svc_job *job = request->job;
    size_t bytes = api_batch_bytes(parsed);

    if (!svc_memory_hold(&work->memory, bytes)) {
        api_batch_free(parsed);
        job->kind->refuse(job, "queue-full", svc_pool_retry_after_s(&work->pool), answer);
        return NULL;
    }
    svc_batch *b = make_batch(list, request, parsed);
    if (b == NULL) {
        svc_memory_release(&work->memory, bytes);
        job->kind->refuse(job, "internal", 0, answer);
        return NULL;
    }
    if (!link_batch(b)) {
        free_batch(b);
        job->kind->refuse(job, "queue-full", svc_pool_retry_after_s(&work->pool), answer);
        return NULL;
    }
    return b;
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

void svc_batches_check_deadlines(svc_batches *list, double now_ms)
{
    svc_batch *held[SVC_BATCHES_MAX];
    size_t count = 0;

    pthread_mutex_lock(&list->mutex);
    for (svc_batch *b = list->first; b != NULL && count < SVC_BATCHES_MAX; b = b->next) {
        if (try_retain(b)) {
            held[count++] = b;
        }
    }
    pthread_mutex_unlock(&list->mutex);
    for (size_t i = 0; i < count; i++) {
        svc_batch_check_deadlines(held[i], now_ms);
        svc_batch_release(held[i]);
    }
}
