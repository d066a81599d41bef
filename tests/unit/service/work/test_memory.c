/* Bytes that are held, and memory that is given back. */
#include "unit.h"

#include "work/memory.h"

#define MUCH ((size_t)5 * 1024 * 1024)

int __wrap_malloc_trim(size_t pad);

static unsigned trims;

int __wrap_malloc_trim(size_t pad)
{
    (void)pad;
    trims++;
    return 1;
}

static void holds_as_much_as_there_is_room(void **state)
{
    svc_memory memory = {.max = 10};

    (void)state;
    assert_true(svc_memory_hold(&memory, 6));
    assert_false(svc_memory_hold(&memory, 5));
    assert_true(svc_memory_hold(&memory, 4));
    svc_memory_release(&memory, 6);
    assert_true(svc_memory_hold(&memory, 6));
    assert_false(svc_memory_hold(&memory, 1));
}

static void gives_back_once_large_requests_end(void **state)
{
    (void)state;
    svc_memory_trim(MUCH / 2);
    svc_memory_give_back();
    svc_memory_give_back();
    assert_int_equal(trims, 0);
    for (int i = 0; i < 3; i++) { /* one a second */
        svc_memory_trim(MUCH);
        svc_memory_give_back();
    }
    assert_int_equal(trims, 0);
    svc_memory_give_back();
    assert_int_equal(trims, 1);
    svc_memory_give_back();
    assert_int_equal(trims, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_as_much_as_there_is_room),
        cmocka_unit_test(gives_back_once_large_requests_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
