/* Worker threads. */
#include "unit.h"

#include "pool/pool.h"

#include <sched.h>
#include <stdatomic.h>
#include <time.h>

/* Time limit for an expected event, in milliseconds. */
#define WAITS_MAX 20000

static bool start(svc_pool *pool, unsigned workers, unsigned stuck_max, size_t queue_size,
                  svc_pool_work *work, void *arg)
{
    const svc_pool_settings settings = {.workers = workers,
                                        .workers_min = workers,
                                        .stuck_max = stuck_max,
                                        .queue_size = queue_size,
                                        .work = work,
                                        .arg = arg};

    return svc_pool_start(pool, &settings);
}

static void count_job(void *job, svc_worker *worker, void *arg)
{
    const struct timespec pause = {.tv_nsec = 1000000};

    (void)job;
    (void)worker;
    nanosleep(&pause, NULL);
    atomic_fetch_add((atomic_int *)arg, 1);
}

static void works_off_its_queue_before_it_stops(void **state)
{
    svc_pool pool;
    atomic_int done = 0;
    int job;

    (void)state;
    assert_true(start(&pool, 2, 2, 50, count_job, &done));
    for (int i = 0; i < 50; i++) {
        assert_int_equal(svc_queue_reserve(&pool.queue), SVC_QUEUE_RESERVED);
        svc_queue_push(&pool.queue, &job);
    }
    assert_true(svc_pool_stop(&pool));
    svc_pool_free(&pool);
    assert_int_equal(atomic_load(&done), 50);
}

/* A job that lasts until it is released; it records its worker. */
typedef struct {
    atomic_bool begun;
    atomic_bool released;
    svc_worker *worker;
} slow_job;

static void wait_for(const atomic_bool *flag)
{
    const struct timespec pause = {.tv_nsec = 1000000};

    while (!atomic_load(flag)) {
        nanosleep(&pause, NULL);
    }
}

static void do_slow_job(void *job, svc_worker *worker, void *arg)
{
    slow_job *slow = job;

    slow->worker = worker;
    atomic_store(&slow->begun, true);
    wait_for(&slow->released);
    atomic_fetch_add((atomic_int *)arg, 1);
}

static void push(svc_pool *pool, void *job)
{
    assert_int_equal(svc_queue_reserve(&pool->queue), SVC_QUEUE_RESERVED);
    svc_queue_push(&pool->queue, job);
}

static void a_stuck_worker_is_counted_and_replaced(void **state)
{
    svc_pool pool;
    atomic_int done = 0;
    slow_job first = {.released = false};
    slow_job second = {.released = true};

    (void)state;
    assert_true(start(&pool, 1, 1, 4, do_slow_job, &done));
    assert_int_equal(atomic_load(&pool.busy), 0);
    push(&pool, &first);
    wait_for(&first.begun);
    assert_int_equal(atomic_load(&pool.busy), 1);
    assert_false(svc_pool_give_up(&pool, first.worker, &second));
    assert_int_equal(atomic_load(&pool.stuck), 0);
    assert_true(svc_pool_give_up(&pool, first.worker, &first));
    assert_false(svc_pool_give_up(&pool, first.worker, &first));
    assert_int_equal(atomic_load(&pool.stuck), 1);
    assert_int_equal(atomic_load(&pool.busy), 0);
    push(&pool, &second);
    wait_for(&second.begun);
    assert_ptr_not_equal(first.worker, second.worker);
    atomic_store(&first.released, true);
    assert_true(svc_pool_stop(&pool));
    svc_pool_free(&pool);
    assert_int_equal(atomic_load(&pool.stuck), 0);
    assert_int_equal(atomic_load(&pool.busy), 0);
    assert_int_equal(atomic_load(&done), 2);
}

/* Without room for another thread the worker continues when it has returned. */
static void a_stuck_worker_without_a_successor_comes_back(void **state)
{
    svc_pool pool;
    atomic_int done = 0;
    slow_job first = {.released = false};
    slow_job second = {.released = true};

    (void)state;
    assert_true(start(&pool, 1, 0, 4, do_slow_job, &done));
    push(&pool, &first);
    push(&pool, &second);
    wait_for(&first.begun);
    assert_true(svc_pool_give_up(&pool, first.worker, &first));
    assert_int_equal(atomic_load(&pool.stuck), 1);
    atomic_store(&first.released, true);
    wait_for(&second.begun);
    assert_ptr_equal(first.worker, second.worker);
    assert_int_equal(atomic_load(&pool.stuck), 0);
    assert_true(svc_pool_stop(&pool));
    svc_pool_free(&pool);
    assert_int_equal(atomic_load(&pool.busy), 0);
    assert_int_equal(atomic_load(&done), 2);
}

/* As wait_for, but with a time limit. */
static bool comes(const atomic_bool *flag)
{
    const struct timespec pause = {.tv_nsec = 1000000};

    for (int i = 0; i < WAITS_MAX && !atomic_load(flag); i++) {
        nanosleep(&pause, NULL);
    }
    return atomic_load(flag);
}

/* The first one that hangs is replaced, the second is not; the first one comes back. */
static void one_that_comes_back_works_for_one_without_a_successor(void **state)
{
    svc_pool pool;
    atomic_int done = 0;
    slow_job first = {.released = false};
    slow_job second = {.released = false};
    slow_job third = {.released = true};
    slow_job fourth = {.released = true};

    (void)state;
    assert_true(start(&pool, 1, 1, 4, do_slow_job, &done));
    push(&pool, &first);
    wait_for(&first.begun);
    assert_true(svc_pool_give_up(&pool, first.worker, &first));
    push(&pool, &second);
    wait_for(&second.begun);
    assert_true(svc_pool_give_up(&pool, second.worker, &second));
    push(&pool, &third);
    atomic_store(&first.released, true);
    assert_true(comes(&third.begun));
    assert_ptr_equal(third.worker, first.worker);
    assert_int_equal(atomic_load(&pool.stuck), 1);
    /* It was replaced, so it must end: there must not be two workers. */
    atomic_store(&second.released, true);
    while (atomic_load(&pool.stuck) != 0) {
        sched_yield();
    }
    push(&pool, &fourth);
    wait_for(&fourth.begun);
    assert_ptr_equal(fourth.worker, first.worker);
    assert_true(svc_pool_stop(&pool));
    svc_pool_free(&pool);
    assert_int_equal(atomic_load(&done), 4);
}

static void the_end_does_not_wait_for_a_stuck_worker(void **state)
{
    svc_pool pool;
    atomic_int done = 0;
    slow_job stuck = {.released = false};

    (void)state;
    assert_true(start(&pool, 1, 1, 4, do_slow_job, &done));
    push(&pool, &stuck);
    wait_for(&stuck.begun);
    assert_true(svc_pool_give_up(&pool, stuck.worker, &stuck));
    assert_false(svc_pool_stop(&pool));
    atomic_store(&stuck.released, true);
    assert_true(svc_pool_stop(&pool));
    svc_pool_free(&pool);
}

/* The progress of a pool's shutdown. */
typedef struct {
    svc_pool *pool;
    bool stopped;
    atomic_bool over;
} ending;

static void *end_pool(void *arg)
{
    ending *e = arg;

    e->stopped = svc_pool_stop(e->pool);
    atomic_store(&e->over, true);
    return NULL;
}

static bool is_closed(svc_pool *pool)
{
    pthread_mutex_lock(&pool->queue.mutex);
    bool closed = pool->queue.closed;
    pthread_mutex_unlock(&pool->queue.mutex);
    return closed;
}

/* A worker that was not yet known to be stuck when the shutdown began. */
static void the_end_does_not_wait_for_one_that_is_given_up_meanwhile(void **state)
{
    const struct timespec pause = {.tv_nsec = 50000000};
    svc_pool pool;
    atomic_int done = 0;
    slow_job stuck = {.released = false};
    slow_job queued = {.released = true};
    ending e = {.pool = &pool};
    pthread_t thread;

    (void)state;
    assert_true(start(&pool, 1, 1, 4, do_slow_job, &done));
    push(&pool, &stuck);
    push(&pool, &queued);
    wait_for(&stuck.begun);
    assert_int_equal(pthread_create(&thread, NULL, end_pool, &e), 0);
    while (!is_closed(&pool)) {
        sched_yield();
    }
    nanosleep(&pause, NULL); /* until it waits; if it is too short, the test is still valid */
    assert_true(svc_pool_give_up(&pool, stuck.worker, &stuck));
    assert_true(comes(&queued.begun)); /* another worker processes the queue */
    assert_true(comes(&e.over));
    pthread_join(thread, NULL);
    assert_false(e.stopped);
    atomic_store(&stuck.released, true);
    assert_true(svc_pool_stop(&pool));
    assert_int_equal(svc_queue_reserve(&pool.queue), SVC_QUEUE_CLOSED);
    svc_pool_free(&pool);
    assert_int_equal(atomic_load(&done), 2);
}

static void asks_for_one_to_five_seconds(void **state)
{
    svc_pool pool;
    int job;

    (void)state;
    /* No threads, so that the queue stays as it is. */
    pool = (svc_pool){.worker_count = 2};
    assert_true(svc_queue_init(&pool.queue, 8));
    pthread_mutex_init(&pool.mutex, NULL);
    assert_int_equal(svc_pool_retry_after_s(&pool), 1);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(svc_queue_reserve(&pool.queue), SVC_QUEUE_RESERVED);
        svc_queue_push(&pool.queue, &job);
    }
    pool.service_ms = 1200.0;
    assert_int_equal(svc_pool_retry_after_s(&pool), 3);
    for (int i = 0; i < 50; i++) {
        svc_pool_note_work(&pool, 900.0);
    }
    assert_int_equal(svc_pool_retry_after_s(&pool), 2);
    pool.service_ms = 60000.0;
    assert_int_equal(svc_pool_retry_after_s(&pool), 5);
    pool.worker_count = 0;
    svc_queue_destroy(&pool.queue);
    pthread_mutex_destroy(&pool.mutex);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(works_off_its_queue_before_it_stops),
        cmocka_unit_test(a_stuck_worker_is_counted_and_replaced),
        cmocka_unit_test(a_stuck_worker_without_a_successor_comes_back),
        cmocka_unit_test(one_that_comes_back_works_for_one_without_a_successor),
        cmocka_unit_test(the_end_does_not_wait_for_a_stuck_worker),
        cmocka_unit_test(the_end_does_not_wait_for_one_that_is_given_up_meanwhile),
        cmocka_unit_test(asks_for_one_to_five_seconds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
