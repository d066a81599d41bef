/* The list of a file's blocks: who uses a block keeps it; one that nobody uses is used again. */
#include "unit.h"

#include "warc/block.h"

#define BLOCK_BYTES 64

static void a_block_that_is_left_is_used_again(void **state)
{
    svc_warc_blocks blocks;

    (void)state;
    svc_warc_blocks_init(&blocks, BLOCK_BYTES);
    svc_warc_block *first = svc_warc_block_new(&blocks, 7);
    assert_non_null(first);
    assert_int_equal(first->offset, 7);
    assert_int_equal(first->at, 7);
    assert_int_equal(first->users, 1);
    memset(first->bytes, 'x', BLOCK_BYTES);
    svc_warc_block_leave(&blocks, first);
    svc_warc_block *again = svc_warc_block_new(&blocks, 9);
    assert_ptr_equal(again, first);
    assert_int_equal(again->offset, 9);
    assert_int_equal(again->users, 1);
    svc_warc_block_leave(&blocks, again);
    svc_warc_blocks_destroy(&blocks);
}

static void a_block_is_kept_as_long_as_somebody_uses_it(void **state)
{
    svc_warc_blocks blocks;

    (void)state;
    svc_warc_blocks_init(&blocks, BLOCK_BYTES);
    svc_warc_block *first = svc_warc_block_new(&blocks, 0);
    first->users++; /* a thread that reads it */
    svc_warc_block_leave(&blocks, first);
    svc_warc_block *second = svc_warc_block_new(&blocks, BLOCK_BYTES);
    assert_ptr_not_equal(second, first);
    svc_warc_block_leave(&blocks, first);
    assert_ptr_equal(svc_warc_block_new(&blocks, 0), first);
    svc_warc_block_leave(&blocks, first);
    svc_warc_block_leave(&blocks, second);
    svc_warc_blocks_destroy(&blocks);
}

static void blocks_that_are_passed_are_dropped(void **state)
{
    svc_warc_blocks blocks;

    (void)state;
    svc_warc_blocks_init(&blocks, BLOCK_BYTES);
    for (uint64_t i = 0; i < 3; i++) {
        svc_warc_block *block = svc_warc_block_new(&blocks, i * BLOCK_BYTES);
        block->length = BLOCK_BYTES;
        svc_warc_blocks_add(&blocks, block);
    }
    svc_warc_blocks_drop(&blocks, BLOCK_BYTES - 1, NULL);
    assert_int_equal(blocks.first->offset, 0);
    svc_warc_blocks_drop(&blocks, BLOCK_BYTES, NULL);
    assert_int_equal(blocks.first->offset, BLOCK_BYTES);
    svc_warc_blocks_drop(&blocks, 3 * BLOCK_BYTES, blocks.last);
    assert_ptr_equal(blocks.first, blocks.last);
    assert_int_equal(blocks.first->offset, 2 * BLOCK_BYTES);
    svc_warc_blocks_clear(&blocks);
    assert_null(blocks.first);
    svc_warc_blocks_destroy(&blocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_that_is_left_is_used_again),
        cmocka_unit_test(a_block_is_kept_as_long_as_somebody_uses_it),
        cmocka_unit_test(blocks_that_are_passed_are_dropped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
