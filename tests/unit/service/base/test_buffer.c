/* Buffers and arrays that grow. */
#include "unit.h"

#include "base/buffer.h"

static void grows_as_it_is_filled(void **state)
{
    svc_buffer buffer = {.bytes = NULL};

    (void)state;
    for (int i = 0; i < 10000; i++) {
        assert_true(svc_buffer_add(&buffer, "abc", 3));
        assert_int_equal(buffer.bytes[buffer.length], '\0');
    }
    assert_int_equal(buffer.length, 30000);
    assert_true(buffer.capacity > 30000);
    assert_true(buffer.capacity <= 2 * 30001);
    assert_memory_equal(buffer.bytes + 29997, "abc", 4);
    svc_buffer_clear(&buffer);
    assert_null(buffer.bytes);
    assert_int_equal(buffer.length, 0);
}

static void reserves_what_is_asked_for(void **state)
{
    svc_buffer buffer = {.bytes = NULL};

    (void)state;
    assert_true(svc_buffer_reserve(&buffer, 0));
    assert_string_equal(buffer.bytes, "");
    assert_true(svc_buffer_reserve(&buffer, 1000000));
    assert_int_equal(buffer.capacity, 1000001);
    assert_true(svc_buffer_addf(&buffer, "%s %d", "a", 7));
    assert_string_equal(buffer.bytes, "a 7");
    assert_int_equal(buffer.capacity, 1000001);
    svc_buffer_clear(&buffer);
}

static void formats_what_is_long(void **state)
{
    svc_buffer buffer = {.bytes = NULL};

    (void)state;
    assert_true(svc_buffer_addf(&buffer, "%s", "")); /* nothing is no failure */
    assert_string_equal(buffer.bytes, "");
    assert_true(svc_buffer_addf(&buffer, "%9000d", 7));
    assert_int_equal(buffer.length, 9000);
    assert_string_equal(buffer.bytes + 8998, " 7");
    svc_buffer_clear(&buffer);
}

static void arrays_keep_their_items(void **state)
{
    size_t *items = NULL;

    (void)state;
    for (size_t count = 0; count < 5000; count++) {
        items = svc_array_grow(items, count, sizeof *items);
        assert_non_null(items);
        items[count] = count;
    }
    for (size_t i = 0; i < 5000; i++) {
        assert_int_equal(items[i], i);
    }
    free(items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_as_it_is_filled),
        cmocka_unit_test(reserves_what_is_asked_for),
        cmocka_unit_test(formats_what_is_long),
        cmocka_unit_test(arrays_keep_their_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
