/* Messages between a server and a renderer: whole, in pieces, and what is none. */
#include "unit.h"

#include "render/message.h"
#include "render/result.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
    svc_channel near;
    int far;
} ends;

static ends open_ends(void)
{
    int pair[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
    return (ends){.near = {.fd = pair[0]}, .far = pair[1]};
}

static void close_ends(ends *e)
{
    svc_channel_close(&e->near);
    close(e->far);
}

/* The bytes of a message with two parts. */
static svc_buffer bytes_of(svc_message_kind kind)
{
    const svc_part parts[] = {svc_part_of("17 200"), {"a\0b", 3}};
    svc_channel out = {.fd = -1};

    assert_true(svc_channel_put(&out, kind, parts, 2));
    return out.out;
}

static void takes_pieces(void **state)
{
    svc_buffer bytes = bytes_of(SVC_MESSAGE_FETCHED);
    svc_message message;
    ends e = open_ends();

    (void)state;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < bytes.length; i++) {
            assert_int_equal(svc_channel_take(&e.near, &message), SVC_CHANNEL_IDLE);
            assert_int_equal(write(e.far, bytes.bytes + i, 1), 1);
        }
        assert_int_equal(svc_channel_take(&e.near, &message), SVC_CHANNEL_MESSAGE);
        assert_int_equal(message.kind, SVC_MESSAGE_FETCHED);
        assert_int_equal(message.count, 2);
        assert_string_equal(message.parts[0].bytes, "17 200");
        assert_int_equal(message.parts[1].length, 3);
        assert_memory_equal(message.parts[1].bytes, "a\0b", 4);
        assert_int_equal(message.parts[2].length, 0);
    }
    svc_buffer_clear(&bytes);
    close_ends(&e);
}

static void sends_more_than_fits(void **state)
{
    static char large[1 << 20];
    const svc_part part = {large, sizeof large};
    char got[65536];
    size_t read_bytes = 0;
    ends e = open_ends();

    (void)state;
    assert_true(svc_channel_put(&e.near, SVC_MESSAGE_RENDERED, &part, 1));
    while (svc_channel_is_full(&e.near)) {
        assert_true(svc_channel_flush(&e.near));
        for (ssize_t n = read(e.far, got, sizeof got); n > 0; n = read(e.far, got, sizeof got)) {
            read_bytes += (size_t)n;
        }
    }
    assert_true(read_bytes > sizeof large);
    close_ends(&e);
}

static void refuses(const char *bytes, size_t length)
{
    svc_message message;
    ends e = open_ends();

    assert_int_equal(write(e.far, bytes, length), length);
    assert_int_equal(svc_channel_take(&e.near, &message), SVC_CHANNEL_CLOSED);
    close_ends(&e);
}

static void refuses_others(void **state)
{
    static const char http[] =
        "GET / HTTP/1.1\r\nHost: a.example\r\nAccept: text/html, and a long one\r\n\r\n";
    svc_buffer bytes = bytes_of(SVC_MESSAGE_FAILED);
    uint64_t too_long = SVC_MESSAGE_MAX + 1;
    char changed[256];

    (void)state;
    refuses(http, sizeof http - 1);
    memcpy(changed, bytes.bytes, bytes.length);
    changed[0] = 99; /* the kind */
    refuses(changed, bytes.length);
    memcpy(changed, bytes.bytes, bytes.length);
    changed[4] = 7; /* parts */
    refuses(changed, bytes.length);
    memcpy(changed, bytes.bytes, bytes.length);
    memcpy(changed + 8, &too_long, sizeof too_long);
    refuses(changed, bytes.length);
    memcpy(changed, bytes.bytes, bytes.length);
    changed[bytes.length - 1] = 'x'; /* the NUL after the last part */
    refuses(changed, bytes.length);
    svc_buffer_clear(&bytes);
}

static void tells_of_the_end(void **state)
{
    svc_message message;
    ends e = open_ends();

    (void)state;
    close(e.far);
    assert_int_equal(svc_channel_take(&e.near, &message), SVC_CHANNEL_CLOSED);
    svc_channel_close(&e.near);
}

static bool reads(const char *numbers, size_t boxes, svc_rendered *rendered)
{
    static const char bytes[sizeof(api_packed_box) * 2];
    const svc_message message = {.kind = SVC_MESSAGE_RENDERED,
                                 .parts = {svc_part_of(numbers),
                                           svc_part_of("<p>a"),
                                           {bytes, boxes},
                                           svc_part_of(""),
                                           svc_part_of("http://a/")},
                                 .count = 5};

    return svc_rendered_read(rendered, &message);
}

static void reads_results(void **state)
{
    svc_rendered rendered = {.kept = NULL};

    (void)state;
    assert_true(reads("1 2 3 4 5 600 1280 900 1", 2 * sizeof(api_packed_box), &rendered));
    assert_true(rendered.page.is_complete);
    assert_int_equal(rendered.page.skipped, 4);
    assert_int_equal(rendered.page.box_count, 2);
    assert_int_equal(rendered.page.height, 900);
    assert_string_equal(rendered.page.final_url, "http://a/");
    svc_rendered_clear(&rendered);
    assert_false(reads("1 2 3 4 5 600 1280", 0, &rendered));
    svc_rendered_clear(&rendered);
    assert_false(reads("1 2 3 4 5 600 1280 99999999999 0", 0, &rendered));
    svc_rendered_clear(&rendered);
    assert_false(reads("1 2 3 4 5 600 1280 900 0", sizeof(api_packed_box) - 1, &rendered));
    svc_rendered_clear(&rendered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_pieces),   cmocka_unit_test(sends_more_than_fits),
        cmocka_unit_test(refuses_others), cmocka_unit_test(tells_of_the_end),
        cmocka_unit_test(reads_results),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
