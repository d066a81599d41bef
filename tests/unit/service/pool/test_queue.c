/* The bounded queue. */
#include "unit.h"

#include "pool/queue.h"

#include <stdatomic.h>

#define ITEMS     20000
#define CONSUMERS 3

static void is_first_in_first_out(void **state)
{
    svc_queue queue;
    int items[5];

    (void)state;
    assert_true(svc_queue_init(&queue, 3));
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 3; i++) {
            assert_int_equal(svc_queue_reserve(&queue), SVC_QUEUE_RESERVED);
            svc_queue_push(&queue, &items[i]);
        }
        assert_int_equal(svc_queue_depth(&queue), 3);
        assert_int_equal(svc_queue_reserve(&queue), SVC_QUEUE_FULL);
        for (int i = 0; i < 3; i++) {
            assert_ptr_equal(svc_queue_pop(&queue), &items[i]);
        }
    }
    svc_queue_destroy(&queue);
}

static void counts_reservations(void **state)
{
    svc_queue queue;
    int item;

    (void)state;
    assert_true(svc_queue_init(&queue, 1));
    assert_int_equal(svc_queue_reserve(&queue), SVC_QUEUE_RESERVED);
    assert_int_equal(svc_queue_reserve(&queue), SVC_QUEUE_FULL);
    svc_queue_close(&queue);
    assert_int_equal(svc_queue_reserve(&queue), SVC_QUEUE_CLOSED);
    svc_queue_push(&queue, &item);
    assert_ptr_equal(svc_queue_pop(&queue), &item);
    assert_null(svc_queue_pop(&queue));
    svc_queue_destroy(&queue);
}

typedef struct {
    svc_queue queue;
    atomic_int taken[ITEMS];
    int numbers[ITEMS];
} shared;

static void *consume(void *arg)
{
    shared *s = arg;

    for (int *item = svc_queue_pop(&s->queue); item != NULL; item = svc_queue_pop(&s->queue)) {
        atomic_fetch_add(&s->taken[*item], 1);
    }
    return NULL;
}

static void hands_each_item_to_one_thread(void **state)
{
    shared *s = calloc(1, sizeof *s);
    pthread_t threads[CONSUMERS];

    (void)state;
    assert_non_null(s);
    assert_true(svc_queue_init(&s->queue, 7));
    for (int i = 0; i < CONSUMERS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, consume, s), 0);
    }
    for (int i = 0; i < ITEMS; i++) {
        s->numbers[i] = i;
        while (svc_queue_reserve(&s->queue) == SVC_QUEUE_FULL) {
        }
        svc_queue_push(&s->queue, &s->numbers[i]);
    }
    svc_queue_close(&s->queue);
    for (int i = 0; i < CONSUMERS; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < ITEMS; i++) {
        assert_int_equal(atomic_load(&s->taken[i]), 1);
    }
    svc_queue_destroy(&s->queue);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_first_in_first_out),
        cmocka_unit_test(counts_reservations),
        cmocka_unit_test(hands_each_item_to_one_thread),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
