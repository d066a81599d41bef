/* Parts of the reader and writer of WARC files; tests/http/warc.py has files as users have them. */
#include "unit.h"

#include "warc/coding.h"
#include "warc/digest.h"
#include "warc/fields.h"
#include "warc/page.h"
#include "warc/tally.h"
#include "warc/writer.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

/* FIPS 180-4's examples, and lengths around those of a block. */
static void digests_are_those_of_the_standard(void **state)
{
    static const struct {
        const char *text;
        size_t times;
        const char *digest;
    } rows[] = {
        {"", 1, "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"},
        {"abc", 1, "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
         "sha1:QSMD4RA4HPJG5OVOJKQ7SUJJ4XSUM4HR"},
        {"a", 1000000, "sha1:GSVJOPGUYTNKJ5Q65MV5XLJHGFSTIALP"},
        {"a", 55, "sha1:YHELXXBCPFXCRQHBKFR5ECEZWZLCDVS2"},
        {"a", 56, "sha1:YLNTGD3AQOCUZGOUWW73N2HST4QBXZUZ"},
        {"a", 64, "sha1:ACMLVASLLQLEE66XUEJCUWSEFIS6YZCN"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char digest[SVC_WARC_DIGEST_SIZE];
        size_t length = strlen(rows[i].text) * rows[i].times;
        char *text = malloc(length + 1);
        assert_non_null(text);
        for (size_t k = 0; k < rows[i].times; k++) {
            memcpy(text + k * strlen(rows[i].text), rows[i].text, strlen(rows[i].text));
        }
        svc_warc_digest(text, length, digest);
        assert_string_equal(digest, rows[i].digest);
        free(text);
    }
}

static void ids_are_uuids_of_version_5(void **state)
{
    char a[SVC_WARC_ID_SIZE];
    char b[SVC_WARC_ID_SIZE];

    (void)state;
    svc_warc_name_id("one", 3, a);
    svc_warc_name_id("one", 3, b);
    assert_string_equal(a, b);
    svc_warc_name_id("two", 3, b);
    assert_string_not_equal(a, b);
    assert_int_equal(strlen(a), SVC_WARC_ID_SIZE - 1);
    assert_int_equal(a[10 + 14], '5');
    assert_non_null(strchr("89ab", a[10 + 19]));
}

static void fields_are_read(void **state)
{
    const char *a = NULL;
    const char *b = NULL;
    const char *c = NULL;
    const svc_warc_field fields[] = {{"Name-A", &a}, {"b", &b}, {"c", &c}, {NULL, NULL}};
    char head[] =
        "WARC/1.0: b\r\nname-a : one \t\r\n two\r\nno field\r\n:\r\nB:\n\tlate\nb: last\r\nX: y\r\n"
        "c:\r\n\r\n";

    (void)state;
    svc_warc_read_fields(head, fields);
    assert_string_equal(a, "one \t\r  two");
    assert_string_equal(b, "last");
    assert_string_equal(c, "");
    assert_true(svc_warc_is_type("Text/HTML;charset=x", "text/html"));
    assert_true(svc_warc_is_type("text/html", "text/html"));
    assert_false(svc_warc_is_type("text/htmlx", "text/html"));
    assert_false(svc_warc_is_type("text/htm", "text/html"));
    assert_false(svc_warc_is_type(NULL, "text/html"));
}

static const struct {
    const char *name;
    struct {
        const char *data;
        size_t length;
    } body;
    size_t max;
    svc_warc_decoding result;
    const char *text;
} codings[] = {
    {"chunked", BYTES("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"), 9, SVC_WARC_DECODED, "abcde"},
    {"CHUNKED", BYTES("3;x=\"y\"\nabc\n0\n\n"), 9, SVC_WARC_DECODED, "abc"},
    {"chunked", BYTES("03\r\nabc\r\n0\r\nTrailer: x\r\n\r\n"), 9, SVC_WARC_DECODED, "abc"},
    {"chunked", BYTES("3\r\nabc\r\nff\r\nde"), 9, SVC_WARC_DECODED, "abcde"},
    {"chunked", BYTES("3\r\nabc\r\nxyz"), 9, SVC_WARC_DECODED, "abc"},
    {"chunked", BYTES("0\r\n\r\n"), 9, SVC_WARC_DECODED, ""},
    {"chunked", BYTES("A\r\n0123456789\r\n0\r\n\r\n"), 10, SVC_WARC_DECODED, "0123456789"},
    {"chunked", BYTES("A\r\n0123456789\r\n0\r\n\r\n"), 9, SVC_WARC_TOO_LARGE, ""},
    {"chunked", BYTES("ffffffffffffffff\r\nabc"), 9, SVC_WARC_AS_IT_IS, ""},
    {"chunked", BYTES("<p>abc"), 9, SVC_WARC_AS_IT_IS, ""},
    {"chunked", BYTES("abc words"), 9, SVC_WARC_AS_IT_IS, ""},
    {"chunked", BYTES("abcwords"), 9, SVC_WARC_AS_IT_IS, ""},
    {"chunked", BYTES(""), 9, SVC_WARC_DECODED, ""},
    /* "abcde" by Python's zlib */
    {"deflate", BYTES("\x78\x9c\x4b\x4c\x4a\x4e\x49\x05\x00\x05\xc8\x01\xf0"), 5, SVC_WARC_DECODED,
     "abcde"},
    {"deflate", BYTES("\x4b\x4c\x4a\x4e\x49\x05\x00"), 5, SVC_WARC_DECODED, "abcde"},
    {"deflate", BYTES("\x4b\x4c\x4a\x4e\x49\x05\x00"), 4, SVC_WARC_TOO_LARGE, ""},
    {"deflate", BYTES("\x4b\x4c\x4a\x4e"), 9, SVC_WARC_DECODED, "abc"},
    {"deflate", BYTES(" \n<p>"), 9, SVC_WARC_AS_IT_IS, ""},
    {"deflate", BYTES("\xff\xff\xff"), 9, SVC_WARC_BAD_CODING, ""},
    {"gzip", BYTES("\x1f\x8b"), 9, SVC_WARC_BAD_CODING, ""},
    {"gzip", BYTES("\x1f"), 9, SVC_WARC_AS_IT_IS, ""},
    {"zstd",
     BYTES("\x28\xb5\x2f\xfd\x20\x03\x19\x00\x00"
           "abc"),
     3, SVC_WARC_DECODED, "abc"},
    {"zstd",
     BYTES("\x28\xb5\x2f\xfd\x20\x03\x19\x00\x00"
           "abc"),
     2, SVC_WARC_TOO_LARGE, ""},
    {"zstd", BYTES("\x28\xb5\x2f\xfd"), 9, SVC_WARC_BAD_CODING, ""},
    {"br",
     BYTES("\x0b\x02\x80"
           "abcde"
           "\x03"),
     5, SVC_WARC_DECODED, "abcde"},
    {"br",
     BYTES("\x0b\x02\x80"
           "abcde"
           "\x03"),
     4, SVC_WARC_TOO_LARGE, ""},
    {"br",
     BYTES("\x0b\x02\x80"
           "abc"),
     9, SVC_WARC_DECODED, "abc"},
    {"br", BYTES("<p>words"), 9, SVC_WARC_AS_IT_IS, ""},
    {"br", BYTES("\xff\xff\xff"), 9, SVC_WARC_BAD_CODING, ""},
    {"identity", BYTES("abc"), 1, SVC_WARC_AS_IT_IS, ""},
    {"compress", BYTES("\xEF\xBB\xBF\n<p>"), 1, SVC_WARC_AS_IT_IS, ""},
    {"compress", BYTES("\x1f\x9d"), 9, SVC_WARC_UNKNOWN_CODING, ""},
};

static void codings_are_undone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof codings / sizeof codings[0]; i++) {
        svc_buffer out = {.bytes = NULL};
        char *exact = malloc(codings[i].body.length > 0 ? codings[i].body.length : 1);
        assert_non_null(exact);
        memcpy(exact, codings[i].body.data, codings[i].body.length);
        svc_warc_decoding result = svc_warc_decode(codings[i].name, strlen(codings[i].name), exact,
                                                   codings[i].body.length, codings[i].max, &out);
        bool same = result != SVC_WARC_DECODED ||
                    (out.length == strlen(codings[i].text) &&
                     (out.length == 0 || memcmp(out.bytes, codings[i].text, out.length) == 0));
        if (result != codings[i].result || !same) {
            fail_msg("row %zu (%s): %d, '%.*s'", i, codings[i].name, (int)result, (int)out.length,
                     out.bytes);
        }
        svc_buffer_clear(&out);
        free(exact);
    }
}

static void types_have_names(void **state)
{
    (void)state;
    assert_int_equal(svc_warc_type_of("response"), SVC_WARC_RESPONSE);
    assert_int_equal(svc_warc_type_of("WARCinfo"), SVC_WARC_WARCINFO);
    assert_int_equal(svc_warc_type_of("other"), SVC_WARC_OTHER);
    assert_int_equal(svc_warc_type_of(""), SVC_WARC_OTHER);
}

static void tallies_are_written(void **state)
{
    svc_warc_tally tally = {.files = 2,
                            .bytes = 5000,
                            .types = {[SVC_WARC_RESPONSE] = 4, [SVC_WARC_REQUEST] = 3},
                            .skipped = {[SVC_WARC_SKIP_NOT_HTML] = 1},
                            .ok = 2,
                            .failed = 1,
                            .page_bytes = 3000000};
    svc_buffer text = {.bytes = NULL};

    (void)state;
    assert_true(svc_warc_tally_text(&tally, 2.0, &text));
    assert_string_equal(text.bytes,
                        "danad: 7 records in 2 files, 3 pages: 2 ok, 1 failed; 2.0 s, 2 pages a "
                        "second, 1.5 MB a second of HTML\n"
                        "danad: records: 4 response, 3 request\n"
                        "danad: skipped: 1 not-html\n");
    svc_buffer_clear(&text);
    assert_true(svc_warc_tally_json(&tally, true, 2.0, &text));
    assert_non_null(strstr(text.bytes, "{\"complete\":true,\"files\":2,\"unreadable_files\":0,"
                                       "\"bytes\":5000,\"records\":7,\"types\":{\"response\":4,"));
    assert_non_null(strstr(text.bytes, "\"broken\":0,\"pages\":3,\"ok\":2,\"failed\":1,\"skipped\":"
                                       "{\"not-html\":1,\"http-status\":0,"));
    svc_buffer_clear(&text);
}

static void records_are_written(void **state)
{
    const svc_warc_conversion conversion = {.refers_to = "<urn:uuid:1>",
                                            .uri = "http://a.example/\r\nX: y",
                                            .date = "2026-03-04T05:06:07.25Z",
                                            .text = "abc",
                                            .length = 3};
    svc_buffer out = {.bytes = NULL};

    (void)state;
    assert_true(svc_warc_write_conversion(&out, &conversion, false));
    assert_non_null(strstr(out.bytes, "WARC-Target-URI: http://a.example/X: y\r\n"
                                      "WARC-Date: 2026-03-04T05:06:07Z\r\nWARC-Record-ID: <urn:"));
    assert_non_null(strstr(out.bytes,
                           "WARC-Refers-To: <urn:uuid:1>\r\n"
                           "WARC-Block-Digest: sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\r\n"
                           "Content-Type: text/plain\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n"));
    svc_buffer_clear(&out);
    assert_true(svc_warc_write_info(&out, "danad/1", NULL, "2026-03-04T05:06:07.25Z", true));
    assert_memory_equal(out.bytes, "\x1f\x8b", 2);
    svc_buffer_clear(&out);
}

/* Bytes of a plain file that were taken come back, but not more often than they came. */
static void bytes_are_put_back(void **state)
{
    static const char data[] = "0123456789";
    int fd = memfd_create("bytes", MFD_CLOEXEC);
    const svc_input input = {.fd = fd, .stop_fd = eventfd(0, EFD_CLOEXEC), .out_fd = -1};
    svc_warc_bytes bytes;
    size_t length;
    size_t rounds = 0;

    (void)state;
    assert_int_equal(write(fd, data, sizeof data - 1), (ssize_t)sizeof data - 1);
    lseek(fd, 0, SEEK_SET);
    assert_true(svc_warc_bytes_init(&bytes, &input, NULL));
    assert_int_equal(svc_warc_bytes_more(&bytes), SVC_WARC_FOUND);
    do {
        assert_memory_equal(svc_warc_bytes_window(&bytes, &length), data, sizeof data - 1);
        assert_int_equal(bytes.offset, 0);
        svc_warc_bytes_take(&bytes, 4);
        assert_int_equal(bytes.offset, 4);
        assert_memory_equal(svc_warc_bytes_window(&bytes, &length), data + 4, sizeof data - 5);
        rounds++;
    } while (svc_warc_bytes_put_back(&bytes, data, 4));
    assert_in_range(rounds, 1000, 100000);
    assert_int_equal(svc_warc_bytes_more(&bytes), SVC_WARC_END);
    svc_warc_bytes_clear(&bytes);
    close(input.stop_fd);
    close(fd);
}

/* A file that gives so many bytes at once: a pipe, of at most 256 pieces; beyond what a pipe takes
 * whole, all of them. */
static int open_pieces(const char *data, size_t length, size_t at_once)
{
    int ends[2];

    if (at_once > PIPE_BUF) {
        int fd = memfd_create("warc", MFD_CLOEXEC);
        assert_int_equal(write(fd, data, length), (ssize_t)length);
        lseek(fd, 0, SEEK_SET);
        return fd;
    }
    assert_int_equal(pipe2(ends, O_CLOEXEC | O_DIRECT), 0);
    assert_true(fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) >= 0);
    for (size_t at = 0; at < length; at += at_once) {
        size_t now = at_once < length - at ? at_once : length - at;
        assert_int_equal(write(ends[1], data + at, now), (ssize_t)now);
    }
    close(ends[1]);
    return ends[0];
}

/* Reads all records; broken: places that were not in order. */
static uint64_t count_records(const char *data, size_t length, size_t at_once, uint64_t *broken)
{
    const svc_input input = {
        .fd = open_pieces(data, length, at_once), .stop_fd = eventfd(0, EFD_CLOEXEC), .out_fd = -1};
    svc_warc_reader reader;
    svc_warc_head head;
    svc_warc_step step = SVC_WARC_FOUND;

    assert_true(svc_warc_reader_init(&reader, &input));
    while (step == SVC_WARC_FOUND || step == SVC_WARC_BROKEN) {
        step = svc_warc_next(&reader, &head);
        if (step == SVC_WARC_FOUND) {
            svc_warc_head_clear(&head);
            step = svc_warc_finish(&reader, NULL);
        }
    }
    assert_int_equal(step, SVC_WARC_END);
    uint64_t records = reader.records;
    *broken = reader.broken;
    svc_warc_reader_clear(&reader);
    close(input.fd);
    close(input.stop_fd);
    return records;
}

#define RECORD "WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 3\r\n\r\n"

/* A begin in the middle of a line is none, and one behind an empty line is one, wherever a read has
 * ended. */
static void pieces_begin_no_records(void **state)
{
    static const char *const files[] = {
        "what is broken " RECORD "abc\r\n\r\n" RECORD "def\r\n\r\n",
        "what is broken\n\r" RECORD "def\r\n\r\n",
    };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        size_t length = strlen(files[i]);
        for (size_t at_once = 1; at_once <= length; at_once++) {
            uint64_t broken = 0;
            assert_int_equal(count_records(files[i], length, at_once, &broken), 1);
            assert_int_equal(broken, 1);
        }
    }
}

/* A gzip member of a text. Returns its length. */
static size_t add_member(char *out, size_t room, const char *text)
{
    z_stream stream = {.next_in = (z_const Bytef *)(size_t)text,
                       .avail_in = (uInt)strlen(text),
                       .next_out = (Bytef *)out,
                       .avail_out = (uInt)room};

    assert_int_equal(deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_FIXED), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    deflateEnd(&stream);
    return room - stream.avail_out;
}

/* A record that its member ends before its length does not take the next one for its rest. */
static void members_in_pieces_begin_records(void **state)
{
    char file[1024];
    size_t length = add_member(file, sizeof file, RECORD);

    (void)state;
    length += add_member(file + length, sizeof file - length, RECORD "abc\r\n\r\n");
    for (size_t at_once = 1; at_once < 60; at_once++) {
        uint64_t broken = 0;
        assert_int_equal(count_records(file, length, at_once, &broken), 2);
        assert_int_equal(broken, 1);
    }
}

/* A head beyond the limit is given up there, be it read at once or in pieces. */
static void heads_end(void **state)
{
    static const char begin[] = "WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 3\r\nX: ";
    static const char end[] = "\r\n\r\nabc\r\n\r\n" RECORD "abc\r\n\r\n";
    static char file[80000];
    const size_t length = 70000 + sizeof end - 1;

    (void)state;
    memset(file, 'a', sizeof file);
    memcpy(file, begin, sizeof begin - 1);
    memcpy(file + 70000, end, sizeof end - 1);
    for (size_t at_once = 500; at_once <= sizeof file; at_once *= 2) {
        uint64_t broken = 0;
        assert_int_equal(count_records(file, length, at_once, &broken), 1);
        assert_int_equal(broken, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_are_those_of_the_standard),
        cmocka_unit_test(ids_are_uuids_of_version_5),
        cmocka_unit_test(fields_are_read),
        cmocka_unit_test(codings_are_undone),
        cmocka_unit_test(types_have_names),
        cmocka_unit_test(tallies_are_written),
        cmocka_unit_test(records_are_written),
        cmocka_unit_test(bytes_are_put_back),
        cmocka_unit_test(pieces_begin_no_records),
        cmocka_unit_test(members_in_pieces_begin_records),
        cmocka_unit_test(heads_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
