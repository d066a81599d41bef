/* Content codings: the choice by Accept-Encoding, and lossless compression. */
#include "unit.h"

#include "documents/coding.h"
#include "documents/etag.h"

#include <zlib.h>
#include <zstd.h>

static void reads_accept_encoding(void **state)
{
    static const struct {
        const char *header;
        svc_coding best;
        bool identity_refused;
    } cases[] = {
        {NULL, SVC_IDENTITY, false},
        {"", SVC_IDENTITY, false},
        {"gzip", SVC_GZIP, false},
        {"GZip", SVC_GZIP, false},
        {"x-gzip", SVC_GZIP, false},
        {"zstd", SVC_ZSTD, false},
        {"gzip, deflate, br, zstd", SVC_ZSTD, false},
        {"gzip, deflate, br", SVC_GZIP, false},
        {"deflate, br", SVC_IDENTITY, false},
        {"gzip;q=0", SVC_IDENTITY, false},
        {"gzip;q=0.000", SVC_IDENTITY, false},
        {"gzip;q=0.001", SVC_GZIP, false},
        {"gzip; q=0.5, zstd ; Q=0.25", SVC_GZIP, false},
        {"zstd;q=0.25,gzip;q=0.25", SVC_ZSTD, false},
        {"identity, gzip;q=0.5", SVC_IDENTITY, false},
        {"identity;q=0.5, gzip;q=0.5", SVC_GZIP, false},
        {"gzip, identity;q=0", SVC_GZIP, true},
        {"identity;q=0", SVC_IDENTITY, false},
        {"*", SVC_GZIP, false},
        {"*;q=0", SVC_IDENTITY, false},
        {"*;q=0, gzip", SVC_GZIP, true},
        {"*;q=0, zstd;q=0.1", SVC_ZSTD, true},
        {"gzip;q=0, *", SVC_IDENTITY, false},
        {"*;q=0.5, gzip;q=0.1", SVC_IDENTITY, false},
        {"identity;q=0, *", SVC_GZIP, true},
        {"gzip;q=2", SVC_IDENTITY, false},
        {"gzip;q=1.001", SVC_IDENTITY, false},
        {"gzip;q=", SVC_IDENTITY, false},
        {"gzip;q=0.1234", SVC_IDENTITY, false},
        {"gzip;level=9", SVC_IDENTITY, false},
        {",, gzip ,", SVC_GZIP, false},
        {"gzipx", SVC_IDENTITY, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        svc_accepted accepted = svc_coding_accepted(cases[i].header);
        if (accepted.best != cases[i].best ||
            accepted.identity_refused != cases[i].identity_refused) {
            fail_msg("%s: %s, %d", cases[i].header, svc_coding_name(accepted.best),
                     accepted.identity_refused);
        }
    }
}

static size_t decode_gzip(const char *bytes, size_t length, char *out, size_t size)
{
    z_stream stream = {.next_in = (z_const Bytef *)(size_t)bytes, .avail_in = (uInt)length};

    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    stream.next_out = (Bytef *)out;
    stream.avail_out = (uInt)size;
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(stream.avail_in, 0);
    size_t got = stream.total_out;
    inflateEnd(&stream);
    return got;
}

static void encodes_what_decodes(void **state)
{
    enum { SIZE = 100000 };
    char *body = malloc(SIZE);
    char *back = malloc(SIZE);
    size_t length;

    (void)state;
    assert_non_null(body);
    assert_non_null(back);
    for (size_t i = 0; i < SIZE; i++) {
        body[i] = (char)("0123456789,"[(i * i / 7) % 11]);
    }
    for (size_t size = 1; size <= SIZE; size = size * 10) {
        for (int effort = SVC_EFFORT_ONCE_EACH; effort <= SVC_EFFORT_ONCE_FOR_ALL; effort++) {
            char *gzip = svc_coding_encode(SVC_GZIP, (svc_effort)effort, body, size, &length);
            assert_non_null(gzip);
            assert_int_equal(decode_gzip(gzip, length, back, SIZE), size);
            assert_memory_equal(back, body, size);
            free(gzip);
            char *zstd = svc_coding_encode(SVC_ZSTD, (svc_effort)effort, body, size, &length);
            assert_non_null(zstd);
            assert_int_equal(ZSTD_decompress(back, SIZE, zstd, length), size);
            assert_memory_equal(back, body, size);
            free(zstd);
        }
    }
    free(body);
    free(back);
}

static void makes_tags(void **state)
{
    char plain[SVC_ETAG_SIZE];
    char gzip[SVC_ETAG_SIZE];

    (void)state;
    svc_etag_make(plain, "abc", 3, NULL);
    svc_etag_make(gzip, "abc", 3, "gzip");
    assert_string_equal(plain, "\"ba7816bf8f01cfea414140de5dae2223\"");
    assert_string_equal(gzip, "\"ba7816bf8f01cfea414140de5dae2223-gzip\"");
}

static void matches_tags(void **state)
{
    static const char *const yes[] = {
        "*", "\"a\"", "W/\"a\"", "\"b\", \"a\"", "\"b\",W/\"a\"", " , \"a\"", "\"x,y\", \"a\""};
    static const char *const no[] = {"",     "a",         "\"b\"",      "\"aa\"",   "\"A\"",
                                     "\"a",  "w/\"a\"",   "\"b\" x \"", "**",       "\"b\", a",
                                     "\"\"", "\"b,\"a\"", "W/",         "W/W/\"a\""};

    (void)state;
    assert_false(svc_etag_matches(NULL, "\"a\""));
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        if (!svc_etag_matches(yes[i], "\"a\"")) {
            fail_msg("no match: %s", yes[i]);
        }
    }
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) {
        if (svc_etag_matches(no[i], "\"a\"")) {
            fail_msg("a match: %s", no[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_accept_encoding),
        cmocka_unit_test(encodes_what_decodes),
        cmocka_unit_test(makes_tags),
        cmocka_unit_test(matches_tags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
