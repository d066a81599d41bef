#include "pool/queue.h"

#include <stdlib.h>

bool svc_queue_init(svc_queue *queue, size_t capacity)
{
    *queue = (svc_queue){.capacity = capacity};
    queue->items = calloc(capacity, sizeof *queue->items);
    if (queue->items == NULL) {
        return false;
    }
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
    return true;
}

void svc_queue_destroy(svc_queue *queue)
{
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->mutex);
    free(queue->items);
    queue->items = NULL;
}

svc_queue_status svc_queue_reserve(svc_queue *queue)
{
    svc_queue_status status = SVC_QUEUE_RESERVED;

    pthread_mutex_lock(&queue->mutex);
    if (queue->closed) {
        status = SVC_QUEUE_CLOSED;
    } else if (queue->count + queue->reserved >= queue->capacity) {
        status = SVC_QUEUE_FULL;
    } else {
        queue->reserved++;
    }
    pthread_mutex_unlock(&queue->mutex);
    return status;
}

void svc_queue_push(svc_queue *queue, void *item)
{
    pthread_mutex_lock(&queue->mutex);
    queue->items[(queue->first + queue->count) % queue->capacity] = item;
    queue->count++;
    atomic_store_explicit(&queue->depth, queue->count, memory_order_relaxed);
    queue->reserved--;
    pthread_mutex_unlock(&queue->mutex);
    /* After it: who wakes would wait for the mutex at once. The queue lives longer than those who
     * push. */
    pthread_cond_signal(&queue->changed);
}

void *svc_queue_pop(svc_queue *queue)
{
    void *item = NULL;

    pthread_mutex_lock(&queue->mutex);
    while (queue->count == 0 && !(queue->closed && queue->reserved == 0)) {
        pthread_cond_wait(&queue->changed, &queue->mutex);
    }
    if (queue->count > 0) {
        item = queue->items[queue->first];
        queue->first = (queue->first + 1) % queue->capacity;
        queue->count--;
        atomic_store_explicit(&queue->depth, queue->count, memory_order_relaxed);
    }
    if (queue->closed) {
        pthread_cond_broadcast(&queue->changed); /* the others may now see it empty */
    }
    pthread_mutex_unlock(&queue->mutex);
    return item;
}

void svc_queue_close(svc_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->closed = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

bool svc_queue_is_full(svc_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    bool full = queue->count + queue->reserved >= queue->capacity;
    pthread_mutex_unlock(&queue->mutex);
    return full;
}

size_t svc_queue_depth(const svc_queue *queue)
{
    return atomic_load_explicit(&queue->depth, memory_order_relaxed);
}
