/*
 * Worker threads over a queue. A job is a pointer; what is done with it is the owner's callback,
 * which runs on a worker and cannot fail. A thread cannot be killed: a worker that does not return
 * is given up, and another one takes its place.
 */
#ifndef SVC_POOL_POOL_H
#define SVC_POOL_POOL_H

#include "pool/queue.h"

#include <stdatomic.h>

/* A worker. */
typedef struct svc_worker svc_worker;

/* What a worker does with a job. */
typedef void svc_pool_work(void *job, svc_worker *worker, void *arg);

/* What a pool is made from. */
typedef struct {
    unsigned workers;     /* threads */
    unsigned workers_min; /* threads that are enough, where no more can be started */
    unsigned stuck_max;   /* more threads that replace workers that were given up */
    int nice;             /* added to the nice value of workers */
    size_t queue_size;    /* jobs that may wait */
    svc_pool_work *work;
    bool (*prepare)(void); /* called by each thread first, or NULL; false: it cannot work */
    void *arg;
} svc_pool_settings;

/* A pool; its members are private. */
typedef struct {
    svc_queue queue;
    svc_pool_work *work;
    bool (*prepare)(void);
    void *arg;
    int nice;
    svc_worker *workers; /* worker_count + stuck_max */
    unsigned worker_count;
    unsigned stuck_max;
    atomic_uint busy;       /* workers at work that are not stuck */
    atomic_uint stuck;      /* workers given up that have not come back */
    pthread_mutex_t mutex;  /* guards service_ms and the workers' states; a leaf like the queue's */
    pthread_cond_t changed; /* a worker has ended, was given up or came back */
    double service_ms;      /* moving average of what a job takes */
} svc_pool;

/* Starts threads over a queue. Returns false where that failed. */
bool svc_pool_start(svc_pool *pool, const svc_pool_settings *settings);

/*
 * Waits until all queued jobs are done, and ends the threads. Returns false where workers that were
 * given up, be it meanwhile, did not come back within a second: the pool must stay, and may be
 * stopped again. Until it is freed the queue may be asked for room, and has none.
 */
bool svc_pool_stop(svc_pool *pool);

/* Frees a pool that was stopped; nobody may be using it. */
void svc_pool_free(svc_pool *pool);

/*
 * Gives up a worker whose job does not end, once; nothing where it has ended after all. The worker
 * counts as stuck until its job returns, and ends then, as a new thread has taken its place;
 * without room for that one it goes on, unless one that came back before has taken it. Returns
 * whether it was given up.
 */
bool svc_pool_give_up(svc_pool *pool, svc_worker *worker, const void *job);

/*
 * Notes how long a job took that was really worked on, for the estimate below: one that was given
 * up while it waited takes no time, and would make the others look short.
 */
void svc_pool_note_work(svc_pool *pool, double ms);

/* Returns in how many seconds (1 to 5) a refused client may find room. */
int svc_pool_retry_after_s(svc_pool *pool);

#endif
