#include "dana/arena.h"
#include "unit.h"

static void pieces_are_aligned_and_apart(void **state)
{
    dana_arena *arena = dana_arena_new(1 << 20, NULL);
    char *before = NULL;

    (void)state;
    for (size_t size = 1; size < 6000; size += 97) {
        char *piece = dana_arena_alloc(arena, size, NULL);

        assert_non_null(piece);
        assert_int_equal((uintptr_t)piece % _Alignof(max_align_t), 0);
        assert_ptr_not_equal(piece, before);
        memset(piece, 0x5A, size);
        before = piece;
    }
    dana_arena_free(arena);
}

static void cap_is_kept(void **state)
{
    dana_arena *arena = dana_arena_new(100000, NULL);
    dana_error err = {0};

    (void)state;
    while (dana_arena_alloc(arena, 1000, &err) != NULL) {
        assert_true(dana_arena_left(arena) <= 100000);
    }
    assert_int_equal(err.status, DANA_TOO_COMPLEX);
    assert_true(dana_arena_peak(arena) <= 100000);
    assert_true(dana_arena_peak(arena) > 80000);
    dana_arena_free(arena);
}

static void huge_sizes_do_not_wrap(void **state)
{
    dana_arena *arena = dana_arena_new(100000, NULL);
    dana_buffer buffer;
    dana_error err = {0};

    (void)state;
    assert_null(dana_arena_alloc(arena, SIZE_MAX, &err));
    assert_int_equal(err.status, DANA_TOO_COMPLEX);
    assert_null(dana_arena_alloc(arena, SIZE_MAX - 64, NULL));
    dana_buffer_init(&buffer, 16);
    assert_int_equal(dana_buffer_reserve(arena, &buffer, SIZE_MAX, &err), DANA_TOO_COMPLEX);
    assert_int_equal(dana_buffer_reserve(arena, &buffer, SIZE_MAX / 16, NULL), DANA_TOO_COMPLEX);
    dana_arena_free(arena);
}

static void buffers_keep_their_contents(void **state)
{
    dana_arena *arena = dana_arena_new(1 << 20, NULL);
    dana_buffer a;
    dana_buffer b;

    (void)state;
    dana_buffer_init(&a, sizeof(uint32_t));
    dana_buffer_init(&b, sizeof(uint64_t));
    for (uint32_t i = 0; i < 20000; i++) {
        assert_int_equal(dana_buffer_reserve(arena, &a, 1, NULL), DANA_OK);
        ((uint32_t *)a.data)[a.length++] = i;
        assert_int_equal(dana_buffer_reserve(arena, &b, 1, NULL), DANA_OK);
        ((uint64_t *)b.data)[b.length++] = (uint64_t)i << 32;
    }
    dana_buffer_trim(arena, &a);
    assert_int_equal(a.capacity, 20000);
    for (uint32_t i = 0; i < 20000; i++) {
        assert_int_equal(((uint32_t *)a.data)[i], i);
        assert_true(((uint64_t *)b.data)[i] == (uint64_t)i << 32);
    }
    size_t left = dana_arena_left(arena);

    dana_buffer_release(arena, &a);
    assert_true(dana_arena_left(arena) >= left + 80000);
    assert_int_equal(a.length, 0);
    dana_arena_free(arena);
}

static void a_buffer_uses_the_cap_to_the_end(void **state)
{
    dana_arena *arena = dana_arena_new(100000, NULL);
    dana_buffer buffer;
    dana_error err;

    (void)state;
    dana_buffer_init(&buffer, 4);
    while (dana_buffer_reserve(arena, &buffer, 1, &err) == DANA_OK) {
        buffer.length++;
    }
    assert_int_equal(err.status, DANA_TOO_COMPLEX);
    assert_true(buffer.length * 4 > 90000);
    dana_arena_free(arena);
}

/* The first room of a buffer is 64 elements or 4 KiB, whichever is less, and what is asked for at
 * least. */
static void a_buffer_of_large_elements_takes_little(void **state)
{
    static const struct {
        size_t element;
        size_t capacity;
    } cases[] = {{1, 64}, {64, 64}, {200, 20}, {4096, 1}, {20000, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        dana_arena *arena = dana_arena_new(4 << 20, NULL);
        dana_buffer buffer;

        dana_buffer_init(&buffer, cases[i].element);
        assert_int_equal(dana_buffer_reserve(arena, &buffer, 1, NULL), DANA_OK);
        assert_int_equal(buffer.capacity, cases[i].capacity);
        assert_true(dana_arena_peak(arena) < cases[i].capacity * cases[i].element + 200);
        dana_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_aligned_and_apart),
        cmocka_unit_test(cap_is_kept),
        cmocka_unit_test(huge_sizes_do_not_wrap),
        cmocka_unit_test(buffers_keep_their_contents),
        cmocka_unit_test(a_buffer_uses_the_cap_to_the_end),
        cmocka_unit_test(a_buffer_of_large_elements_takes_little),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
