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
    list->unsent_max = work->api->max_body_bytes;
    pthread_mutex_init(&list->mutex, NULL);
    svc_receiver_init(&list->receiver);
}

void svc_batches_destroy(svc_batches *list)
{
    svc_receiver_destroy(&list->receiver);
    pthread_mutex_destroy(&list->mutex);
}

bool svc_batch_link(svc_batch *b)
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

/* Nobody but the list has references to them. */
static void free_items(svc_batch *b)
{
    svc_item *next = b->entering;

    if (next != NULL) {
        svc_item_release(next);
    }
    for (svc_item *it = b->first; it != NULL; it = next) {
        next = it->next;
        svc_item_release(it);
    }
    if (b->has_line) {
        svc_memory_release(&b->list->work->memory, b->line.length);
        free(b->line.bytes);
    }
}

void svc_batch_free(svc_batch *b)
{
    svc_job *request = b->request.job;
    size_t bytes = api_batch_bytes(b->parsed);
    size_t freed = bytes + b->request.body_length;

    free_items(b);
    svc_input_free(b->input);
    svc_memory_release(&b->list->work->memory, bytes);
    api_batch_free(b->parsed);
    free(b->result);
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
        svc_batch_free(b);
    }
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

size_t svc_batches_hold(svc_batches *list, svc_batch *held[SVC_BATCHES_MAX])
{
    size_t count = 0;

    pthread_mutex_lock(&list->mutex);
    for (svc_batch *b = list->first; b != NULL && count < SVC_BATCHES_MAX; b = b->next) {
        if (try_retain(b)) {
            held[count++] = b;
        }
    }
    pthread_mutex_unlock(&list->mutex);
    return count;
}
