#include "pool.h"

#include "clock.h"

#include <math.h>
#include <stdlib.h>

/* Weight of the newest job in the moving average: about the last ten jobs count. */
#define EWMA_WEIGHT 0.2
#define RETRY_MIN_S 1
#define RETRY_MAX_S 5

static void note_service_time(svc_pool *pool, double ms)
{
    pthread_mutex_lock(&pool->mutex);
    pool->service_ms += EWMA_WEIGHT * (ms - pool->service_ms);
    pthread_mutex_unlock(&pool->mutex);
}

static void *run_worker(void *arg)
{
    svc_pool *pool = arg;

    for (void *job = svc_queue_pop(&pool->queue); job != NULL; job = svc_queue_pop(&pool->queue)) {
        double started_ms = svc_now_ms();
        pool->work(job, pool->arg);
        note_service_time(pool, svc_now_ms() - started_ms);
    }
    return NULL;
}

bool svc_pool_start(svc_pool *pool, unsigned workers, size_t queue_size, svc_pool_work work,
                    void *arg)
{
    *pool = (svc_pool){.work = work, .arg = arg};
    if (!svc_queue_init(&pool->queue, queue_size)) {
        return false;
    }
    pthread_mutex_init(&pool->mutex, NULL);
    pool->threads = calloc(workers, sizeof *pool->threads);
    while (pool->threads != NULL && pool->thread_count < workers) {
        if (pthread_create(&pool->threads[pool->thread_count], NULL, run_worker, pool) != 0) {
            break;
        }
        pool->thread_count++;
    }
    if (pool->thread_count < workers) {
        svc_pool_stop(pool);
        return false;
    }
    return true;
}

void svc_pool_stop(svc_pool *pool)
{
    svc_queue_close(&pool->queue);
    for (unsigned i = 0; i < pool->thread_count; i++) {
        pthread_join(pool->threads[i], NULL);
    }
    free(pool->threads);
    pthread_mutex_destroy(&pool->mutex);
    svc_queue_destroy(&pool->queue);
}

int svc_pool_retry_after_s(svc_pool *pool)
{
    double depth = (double)svc_queue_depth(&pool->queue);

    pthread_mutex_lock(&pool->mutex);
    double service_ms = pool->service_ms;
    pthread_mutex_unlock(&pool->mutex);
    double seconds = ceil(depth * service_ms / 1e3 / (double)pool->thread_count);
    return (int)fmax(RETRY_MIN_S, fmin(RETRY_MAX_S, seconds));
}
