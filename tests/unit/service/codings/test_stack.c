/* Content codings that are undone piece by piece. */
#include "unit.h"

#include "codings/stack.h"

#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#define TEXT_LENGTH 300
#define BOMB        ((size_t)1 << 20)

typedef struct {
    const char *bytes;
    size_t length;
} body;

static char text[TEXT_LENGTH];
/* Bodies that were made, freed at the end of each test. */
static char *made[16];
static size_t made_count;

static char *make(size_t size)
{
    char *bytes = malloc(size);

    assert_non_null(bytes);
    assert_true(made_count < sizeof made / sizeof made[0]);
    made[made_count++] = bytes;
    return bytes;
}

static int free_made(void **state)
{
    (void)state;
    while (made_count > 0) {
        free(made[--made_count]);
    }
    return 0;
}

/* Words that do not compress to nothing. */
static void fill_text(void)
{
    unsigned state = 7;

    for (size_t i = 0; i < TEXT_LENGTH; i++) {
        state = state * 1103515245U + 12345U;
        text[i] = (char)('a' + (state >> 16) % 26);
    }
}

/* Compresses with zlib's bits for the window. */
static body deflate_all(int bits, const char *bytes, size_t length)
{
    z_stream z = {.next_in = (z_const Bytef *)(size_t)bytes, .avail_in = (uInt)length};
    size_t size = 2 * length + 100;
    char *out = make(size);

    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_out = (Bytef *)out;
    z.avail_out = (uInt)size;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return (body){out, size - z.avail_out};
}

static body zstd_all(const char *bytes, size_t length)
{
    size_t size = ZSTD_compressBound(length);
    char *out = make(size);

    size = ZSTD_compress(out, size, bytes, length, 3);
    assert_false(ZSTD_isError(size));
    return (body){out, size};
}

static body join(body a, body b)
{
    char *out = make(a.length + b.length);

    memcpy(out, a.bytes, a.length);
    memcpy(out + a.length, b.bytes, b.length);
    return (body){out, a.length + b.length};
}

/* Sets up a stack for a list, and decodes a body that comes at once. */
static svc_coding_status take_all(svc_coding_stack *stack, const char *list, const char *bytes,
                                  size_t length, size_t max, svc_buffer *out)
{
    svc_coding_status status = svc_coding_stack_add(stack, list);

    return status == SVC_CODING_FINE ? svc_coding_stack_take(stack, bytes, length, max, out)
                                     : status;
}

/* What a body gives that comes in two pieces, and then byte by byte, must be the text, whole. */
static void check_pieces(const char *list, body whole, const char *expected, size_t length)
{
    for (size_t cut = 0; cut <= whole.length + 1; cut++) {
        svc_coding_stack stack = {.count = 0};
        svc_buffer out = {.bytes = NULL};
        bool single = cut > whole.length;

        assert_int_equal(svc_coding_stack_add(&stack, list), SVC_CODING_FINE);
        for (size_t at = 0; at < whole.length;) {
            size_t piece = single ? 1 : at < cut ? cut - at : whole.length - at;
            assert_int_equal(svc_coding_stack_take(&stack, whole.bytes + at, piece, 1 << 20, &out),
                             SVC_CODING_FINE);
            at += piece;
        }
        assert_true(svc_coding_stack_is_whole(&stack));
        assert_int_equal(out.length, length);
        assert_memory_equal(out.bytes, expected, length);
        svc_coding_stack_clear(&stack);
        svc_buffer_clear(&out);
    }
}

/* A body that ends anywhere before its end is not whole, and what it gave is a part of the text. */
static void check_cuts(const char *list, body whole, size_t needed)
{
    for (size_t cut = 1; cut < needed; cut++) {
        svc_coding_stack stack = {.count = 0};
        svc_buffer out = {.bytes = NULL};

        assert_int_equal(take_all(&stack, list, whole.bytes, cut, 1 << 20, &out), SVC_CODING_FINE);
        if (svc_coding_stack_is_whole(&stack)) {
            fail_msg("%s: %zu of %zu bytes are whole", list, cut, whole.length);
        }
        assert_true(out.length <= TEXT_LENGTH);
        assert_memory_equal(out.length > 0 ? out.bytes : "", text, out.length);
        svc_coding_stack_clear(&stack);
        svc_buffer_clear(&out);
    }
}

static const struct {
    const char *name;
    int bits;
} frames[] = {{"gzip", 15 + 16}, {"X-GZIP", 15 + 16}, {"deflate", 15}, {"Deflate", -15}};

static void bodies_come_in_pieces(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        body whole = deflate_all(frames[i].bits, text, TEXT_LENGTH);
        check_pieces(frames[i].name, whole, text, TEXT_LENGTH);
        check_cuts(frames[i].name, whole, whole.length);
    }
    body whole = zstd_all(text, TEXT_LENGTH);
    check_pieces("zstd", whole, text, TEXT_LENGTH);
    check_cuts("zstd", whole, whole.length);
    body brotli = {"\x0b\x02\x80"
                   "abcde"
                   "\x03",
                   9};
    check_pieces("br", brotli, "abcde", 5);
    check_pieces("identity", brotli, brotli.bytes, brotli.length);
    check_pieces("", brotli, brotli.bytes, brotli.length);
}

static void codings_stand_over_one_another(void **state)
{
    (void)state;
    body inner = deflate_all(15 + 16, text, TEXT_LENGTH);
    body middle = zstd_all(inner.bytes, inner.length);
    body outer = deflate_all(-15, middle.bytes, middle.length);
    check_pieces("gzip, zstd , identity,\tdeflate", outer, text, TEXT_LENGTH);
    check_cuts("gzip,zstd,deflate", outer, outer.length);
}

/* What is behind the end: another member is one more part, anything else is nothing. */
static void bodies_end(void **state)
{
    (void)state;
    body first = deflate_all(15 + 16, text, 200);
    body second = deflate_all(15 + 16, text + 200, 100);
    body members = join(first, second);
    check_pieces("gzip", members, text, TEXT_LENGTH);
    body trailed = join(first, (body){"\0\0\0no member", 12});
    check_pieces("gzip", trailed, text, 200);
    body frames_of_zstd = join(zstd_all(text, 200), zstd_all(text + 200, 100));
    check_pieces("zstd", frames_of_zstd, text, TEXT_LENGTH);
    check_cuts("gzip", first, first.length);
    svc_coding_stack stack = {.count = 0};
    svc_buffer out = {.bytes = NULL};
    assert_int_equal(take_all(&stack, "gzip", members.bytes, members.length - 1, 999, &out),
                     SVC_CODING_FINE);
    assert_false(svc_coding_stack_is_whole(&stack)); /* the second member is cut */
    svc_coding_stack_clear(&stack);
    svc_buffer_clear(&out);
}

/* Lists and bodies that are refused, and what the text is before it. */
static void refusals_are_told(void **state)
{
    body gzip = deflate_all(15 + 16, text, TEXT_LENGTH);
    body broken = join(gzip, (body){"", 0});
    const struct {
        const char *list;
        body body;
        size_t max;
        svc_coding_status status;
        size_t length;
    } rows[] = {
        {"gzip", gzip, 300, SVC_CODING_FINE, 300},
        {"gzip", gzip, 299, SVC_CODING_TOO_LARGE, 300},
        {"gzip", gzip, 0, SVC_CODING_TOO_LARGE, 1},
        {"", {"abc", 3}, 3, SVC_CODING_FINE, 3},
        {"", {"abcde", 5}, 3, SVC_CODING_TOO_LARGE, 4},
        {"identity", {"abcde", 5}, 3, SVC_CODING_TOO_LARGE, 4},
        {"gzip", {"<p>words", 8}, 99, SVC_CODING_BROKEN, 0},
        {"gzip", broken, 999, SVC_CODING_BROKEN, 300}, /* its sum is wrong */
        {"deflate", {"\xff\xff\xff", 3}, 99, SVC_CODING_BROKEN, 0},
        {"zstd", {"<p>words", 8}, 99, SVC_CODING_BROKEN, 0},
        {"br", {"\xff\xff\xff", 3}, 99, SVC_CODING_BROKEN, 0},
        {"compress", {"", 0}, 99, SVC_CODING_BROKEN, 0},
        {"utf-8", {"", 0}, 99, SVC_CODING_BROKEN, 0},
        {"gzip,gzip,gzip,gzip,gzip", {"", 0}, 99, SVC_CODING_FINE, 0},
        {"gzip,gzip,gzip,gzip,gzip,gzip", {"", 0}, 99, SVC_CODING_BROKEN, 0},
    };

    (void)state;
    ((char *)(size_t)broken.bytes)[gzip.length - 8] ^= 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        svc_coding_stack stack = {.count = 0};
        svc_buffer out = {.bytes = NULL};
        svc_coding_status status = take_all(&stack, rows[i].list, rows[i].body.bytes,
                                            rows[i].body.length, rows[i].max, &out);

        if (status != rows[i].status || out.length != rows[i].length) {
            fail_msg("row %zu (%s): %d, %zu bytes", i, rows[i].list, (int)status, out.length);
        }
        assert_true(rows[i].body.length > 0 || svc_coding_stack_is_whole(&stack));
        svc_coding_stack_clear(&stack);
        svc_buffer_clear(&out);
    }
}

/* Layers that grow a thousandfold each pass through rooms of constant size. */
static void layers_take_constant_memory(void **state)
{
    char *zeros = make(4 * BOMB);
    svc_coding_stack stack = {.count = 0};
    svc_buffer out = {.bytes = NULL};

    (void)state;
    memset(zeros, 0, 4 * BOMB);
    body inner = deflate_all(15 + 16, zeros, 4 * BOMB);
    memcpy(zeros + BOMB, inner.bytes, inner.length); /* and zeros behind it */
    body outer = deflate_all(15 + 16, zeros + BOMB, 2 * BOMB);
    assert_int_equal(take_all(&stack, "gzip,gzip", outer.bytes, outer.length, BOMB, &out),
                     SVC_CODING_TOO_LARGE);
    assert_true(stack.between[1].capacity <= 2 * SVC_CODING_STEP);
    assert_int_equal(out.length, BOMB + 1);
    svc_coding_stack_clear(&stack);
    svc_buffer_clear(&out);

    assert_int_equal(take_all(&stack, "gzip,gzip", outer.bytes, outer.length, 4 * BOMB, &out),
                     SVC_CODING_FINE);
    assert_true(svc_coding_stack_is_whole(&stack)); /* what is behind a body is ignored */
    assert_true(stack.between[1].capacity <= 2 * SVC_CODING_STEP);
    assert_int_equal(out.length, 4 * BOMB);
    svc_coding_stack_clear(&stack);
    svc_buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(bodies_come_in_pieces, free_made),
        cmocka_unit_test_teardown(codings_stand_over_one_another, free_made),
        cmocka_unit_test_teardown(bodies_end, free_made),
        cmocka_unit_test_teardown(refusals_are_told, free_made),
        cmocka_unit_test_teardown(layers_take_constant_memory, free_made),
    };

    fill_text();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
