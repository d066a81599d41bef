/* Worker threads. */
#include "../unit.h"

#include "pool.h"

#include <stdatomic.h>
#include <time.h>

static void count_job(void *job, void *arg)
{
    const struct timespec pause = {.tv_nsec = 1000000};

    (void)job;
    nanosleep(&pause, NULL);
    atomic_fetch_add((atomic_int *)arg, 1);
}

static void works_off_its_queue_before_it_stops(void **state)
{
    svc_pool pool;
    atomic_int done = 0;
    int job;

    (void)state;
    assert_true(svc_pool_start(&pool, 2, 50, count_job, &done));
    for (int i = 0; i < 50; i++) {
        assert_int_equal(svc_queue_reserve(&pool.queue), SVC_QUEUE_RESERVED);
        svc_queue_push(&pool.queue, &job);
    }
    svc_pool_stop(&pool);
    assert_int_equal(atomic_load(&done), 50);
}

static void asks_for_one_to_five_seconds(void **state)
{
    svc_pool pool;
    int job;

    (void)state;
    /* No threads, so that the queue stays as it is. */
    pool = (svc_pool){.thread_count = 2};
    assert_true(svc_queue_init(&pool.queue, 8));
    pthread_mutex_init(&pool.mutex, NULL);
    assert_int_equal(svc_pool_retry_after_s(&pool), 1);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(svc_queue_reserve(&pool.queue), SVC_QUEUE_RESERVED);
        svc_queue_push(&pool.queue, &job);
    }
    pool.service_ms = 1200.0;
    assert_int_equal(svc_pool_retry_after_s(&pool), 3);
    pool.service_ms = 60000.0;
    assert_int_equal(svc_pool_retry_after_s(&pool), 5);
    pool.thread_count = 0;
    svc_queue_destroy(&pool.queue);
    pthread_mutex_destroy(&pool.mutex);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(works_off_its_queue_before_it_stops),
        cmocka_unit_test(asks_for_one_to_five_seconds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
