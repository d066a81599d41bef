#include "pool/pool.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Weight of the newest job in the moving average: about the last ten jobs count. */
#define EWMA_WEIGHT 0.2
#define RETRY_MIN_S 1
#define RETRY_MAX_S 5
/* How long the end of the pool waits for workers that were given up. */
#define STUCK_WAIT_S 1

/* FREE -> WORKING -> (STUCK ->) ENDED -> FREE, or STUCK -> WORKING where nobody replaced it. */
typedef enum { FREE, WORKING, STUCK, ENDED } worker_state;

struct svc_worker {
    svc_pool *pool;
    pthread_t thread;
    /* Guarded by the pool's mutex: */
    worker_state state;
    bool replaced;   /* another thread works in its place */
    const void *job; /* at work on it; NULL: waiting */
};

void svc_pool_note_work(svc_pool *pool, double ms)
{
    pthread_mutex_lock(&pool->mutex);
    pool->service_ms += EWMA_WEIGHT * (ms - pool->service_ms);
    pthread_mutex_unlock(&pool->mutex);
}

static void begin(svc_worker *worker, const void *job)
{
    pthread_mutex_lock(&worker->pool->mutex);
    worker->job = job;
    atomic_fetch_add(&worker->pool->busy, 1);
    pthread_mutex_unlock(&worker->pool->mutex);
}

/* Finds a stuck worker that nobody replaced, and has it replaced. The mutex is held. */
static bool replace_other(svc_pool *pool)
{
    for (unsigned i = 0; i < pool->worker_count + pool->stuck_max; i++) {
        svc_worker *worker = &pool->workers[i];
        if (worker->state == STUCK && !worker->replaced) {
            worker->replaced = true;
            return true;
        }
    }
    return false;
}

/*
 * After a job: a worker that was given up is back. Returns whether it goes on working: as itself,
 * or as the replacement of another one.
 */
static bool come_back(svc_worker *worker)
{
    svc_pool *pool = worker->pool;

    pthread_mutex_lock(&pool->mutex);
    worker->job = NULL;
    if (worker->state == STUCK) {
        atomic_fetch_sub(&pool->stuck, 1);
        worker->state = WORKING;
        pthread_cond_broadcast(&pool->changed);
    } else {
        atomic_fetch_sub(&pool->busy, 1);
    }
    bool goes_on = !worker->replaced || replace_other(pool);
    worker->replaced = !goes_on;
    pthread_mutex_unlock(&pool->mutex);
    return goes_on;
}

/* On Linux priorities are the threads' own, though POSIX means processes (setpriority(2)). */
static void lower_priority(int nice)
{
    id_t self = (id_t)gettid();

    if (nice > 0) {
        setpriority(PRIO_PROCESS, self, getpriority(PRIO_PROCESS, self) + nice);
    }
}

static void *run_worker(void *arg)
{
    svc_worker *worker = arg;
    svc_pool *pool = worker->pool;
    bool goes_on = true;

    lower_priority(pool->nice);
    while (pool->prepare != NULL && !pool->prepare()) {
        sched_yield(); /* until there is memory: without workers there is no server */
    }
    while (goes_on) {
        void *job = svc_queue_pop(&pool->queue);
        if (job == NULL) {
            break;
        }
        begin(worker, job);
        pool->work(job, worker, pool->arg);
        goes_on = come_back(worker);
    }
    pthread_mutex_lock(&pool->mutex);
    worker->state = ENDED;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* Frees the slots of threads that have ended. Returns how many others there are. Mutex held. */
static unsigned join_ended(svc_pool *pool)
{
    unsigned left = 0;

    for (unsigned i = 0; i < pool->worker_count + pool->stuck_max; i++) {
        svc_worker *worker = &pool->workers[i];
        if (worker->state == ENDED) {
            pthread_join(worker->thread, NULL); /* it has nothing left to do but return */
            worker->state = FREE;
        }
        left += worker->state != FREE;
    }
    return left;
}

/* Starts a thread in a slot that is free. The mutex is held. */
static bool start_worker(svc_pool *pool)
{
    join_ended(pool);
    for (unsigned i = 0; i < pool->worker_count + pool->stuck_max; i++) {
        svc_worker *worker = &pool->workers[i];
        if (worker->state == FREE) {
            worker->replaced = false;
            worker->state = WORKING;
            if (pthread_create(&worker->thread, NULL, run_worker, worker) == 0) {
                return true;
            }
            worker->state = FREE;
            return false;
        }
    }
    return false;
}

/* By the clock that nobody sets. */
static void init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool svc_pool_start(svc_pool *pool, const svc_pool_settings *settings)
{
    unsigned slots = settings->workers + settings->stuck_max;
    unsigned started = 0;

    *pool = (svc_pool){.work = settings->work,
                       .prepare = settings->prepare,
                       .arg = settings->arg,
                       .nice = settings->nice,
                       .worker_count = settings->workers,
                       .stuck_max = settings->stuck_max};
    if (!svc_queue_init(&pool->queue, settings->queue_size)) {
        return false;
    }
    pthread_mutex_init(&pool->mutex, NULL);
    init_condition(&pool->changed);
    pool->workers = calloc(slots, sizeof *pool->workers);
    if (pool->workers == NULL) {
        svc_pool_free(pool);
        return false;
    }
    for (unsigned i = 0; i < slots; i++) {
        pool->workers[i].pool = pool;
    }
    pthread_mutex_lock(&pool->mutex);
    while (started < settings->workers && start_worker(pool)) {
        started++;
    }
    pthread_mutex_unlock(&pool->mutex);
    if (started < settings->workers_min) {
        svc_pool_stop(pool);
        svc_pool_free(pool);
    }
    return started >= settings->workers_min;
}

/*
 * Waits until the state of a worker changes; only for a while where all that are left were given
 * up. Returns false where none has changed then. The mutex is held.
 */
static bool wait_for_change(svc_pool *pool, unsigned left)
{
    struct timespec end;

    if (atomic_load(&pool->stuck) < left) {
        return pthread_cond_wait(&pool->changed, &pool->mutex) == 0;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += STUCK_WAIT_S;
    return pthread_cond_timedwait(&pool->changed, &pool->mutex, &end) == 0;
}

/* Meanwhile workers may be given up, and others start in their places. */
bool svc_pool_stop(svc_pool *pool)
{
    bool changes = true;

    svc_queue_close(&pool->queue);
    pthread_mutex_lock(&pool->mutex);
    unsigned left = join_ended(pool);
    while (left > 0 && changes) {
        changes = wait_for_change(pool, left);
        left = join_ended(pool);
    }
    pthread_mutex_unlock(&pool->mutex);
    return left == 0;
}

void svc_pool_free(svc_pool *pool)
{
    free(pool->workers);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->mutex);
    svc_queue_destroy(&pool->queue);
}

bool svc_pool_give_up(svc_pool *pool, svc_worker *worker, const void *job)
{
    pthread_mutex_lock(&pool->mutex);
    bool given_up = worker->state == WORKING && worker->job == job;
    if (given_up) {
        worker->state = STUCK;
        atomic_fetch_sub(&pool->busy, 1);
        atomic_fetch_add(&pool->stuck, 1);
        worker->replaced = start_worker(pool);
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->mutex);
    return given_up;
}

int svc_pool_retry_after_s(svc_pool *pool)
{
    double depth = (double)svc_queue_depth(&pool->queue);

    pthread_mutex_lock(&pool->mutex);
    double service_ms = pool->service_ms;
    pthread_mutex_unlock(&pool->mutex);
    double seconds = ceil(depth * service_ms / 1e3 / (double)pool->worker_count);
    return (int)fmax(RETRY_MIN_S, fmin(RETRY_MAX_S, seconds));
}
