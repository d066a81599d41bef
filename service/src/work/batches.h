/* The batches that are worked on, for the one who looks at them from outside: see batch.h. */
#ifndef SVC_WORK_BATCHES_H
#define SVC_WORK_BATCHES_H

#include <pthread.h>

/* Most batches at once. */
#define SVC_BATCHES_MAX 256

/* The list. Its mutex is a leaf. */
typedef struct {
    pthread_mutex_t mutex;
    struct svc_batch *first;
    unsigned count;
    unsigned max;      /* constant: more are refused */
    unsigned inflight; /* constant: of one batch, items that are queued, at work, or not sent yet */
} svc_batches;

/*
 * Makes an empty list for batches with `inflight` items each on their way, so many that they take
 * no more than half of a queue.
 */
void svc_batches_init(svc_batches *list, unsigned inflight, unsigned queue_size);

/* Frees the list; nobody may be using it. */
void svc_batches_destroy(svc_batches *list);

#endif
