/*
 * Worker threads over a queue. A job is a pointer; what is done with it is the owner's callback,
 * which runs on a worker, cannot fail and must return.
 */
#ifndef SVC_POOL_H
#define SVC_POOL_H

#include "queue.h"

/* What a worker does with a job. */
typedef void (*svc_pool_work)(void *job, void *arg);

/* A pool; its members are private. */
typedef struct {
    svc_queue queue;
    svc_pool_work work;
    void *arg;
    pthread_t *threads;
    unsigned thread_count;
    pthread_mutex_t mutex; /* guards service_ms; a leaf like the queue's */
    double service_ms;     /* moving average of what a job takes */
} svc_pool;

/* Starts `workers` threads over a queue for `queue_size` jobs. Returns false where that failed. */
bool svc_pool_start(svc_pool *pool, unsigned workers, size_t queue_size, svc_pool_work work,
                    void *arg);

/* Waits until all queued jobs are done, ends the threads and frees the pool. */
void svc_pool_stop(svc_pool *pool);

/* Returns in how many seconds (1 to 5) a refused client may find room. */
int svc_pool_retry_after_s(svc_pool *pool);

#endif
