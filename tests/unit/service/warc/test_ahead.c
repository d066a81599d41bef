/*
 * What is read and decoded ahead changes nothing: generated files, whole and broken, read with and
 * without, must give the same records, pages, offsets and faults.
 */
#include "unit.h"

#include "warc/members.h"
#include "warc/page.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#define PAGE_MAX ((size_t)100000)
#define THREADS  3
/* Ways to break a file, none of them the first. */
#define FAULTS 7

/* Numbers that are the same in every run. */
static uint64_t state_of_random = 1;

static size_t random_below(size_t bound)
{
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(state_of_random >> 33) % bound;
}

/* --- files */

/* A record with a page of about so many bytes that compress by half. */
static void add_record(svc_buffer *out, unsigned number, size_t size)
{
    svc_buffer page = {.bytes = NULL};

    assert_true(svc_buffer_addf(&page, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"));
    while (page.length < size) {
        assert_true(svc_buffer_addf(&page, "%zx words of page %u ", random_below(1 << 30), number));
    }
    assert_true(svc_buffer_addf(out,
                                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: "
                                "http://a.example/%u\r\nContent-Length: %zu\r\n\r\n",
                                number, page.length));
    assert_true(svc_buffer_add(out, page.bytes, page.length));
    assert_true(svc_buffer_add(out, "\r\n\r\n", 4));
    svc_buffer_clear(&page);
}

/* Adds bytes as a gzip member; level 0 leaves them as they are. */
static void add_member(svc_buffer *out, const char *bytes, size_t length, int level)
{
    z_stream stream = {.next_in = (Bytef *)(size_t)bytes, .avail_in = (uInt)length};

    assert_int_equal(deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY),
                     Z_OK);
    size_t bound = deflateBound(&stream, (uLong)length);
    assert_true(svc_buffer_reserve(out, bound));
    stream.next_out = (Bytef *)out->bytes + out->length;
    stream.avail_out = (uInt)bound;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out->length += stream.total_out;
    deflateEnd(&stream);
}

/* How a file is made of records. */
typedef enum {
    PLAIN,     /* not compressed */
    EACH,      /* each record is a member */
    ONE,       /* one member */
    ANYWHERE,  /* members begin anywhere in records */
    NESTED,    /* members within members that are stored as they are */
    WITH_VOID, /* members of nothing between them */
    KINDS
} file_kind;

static void make_nested(const svc_buffer *records, svc_buffer *out)
{
    svc_buffer inner = {.bytes = NULL};
    svc_buffer record = {.bytes = NULL};

    for (int i = 0; i < 5; i++) {
        add_member(&inner, records->bytes, records->length / 8, 6);
    }
    assert_true(svc_buffer_addf(&record,
                                "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\n"
                                "Content-Length: %zu\r\n\r\n",
                                inner.length));
    assert_true(svc_buffer_add(&record, inner.bytes, inner.length));
    assert_true(svc_buffer_add(&record, "\r\n\r\n", 4));
    for (int i = 0; i < 3; i++) {
        add_member(out, record.bytes, record.length, 0);
        add_member(out, records->bytes, records->length / 4, 6);
    }
    svc_buffer_clear(&inner);
    svc_buffer_clear(&record);
}

static void make_file(file_kind kind, svc_buffer *out)
{
    svc_buffer records = {.bytes = NULL};

    for (unsigned i = 0; i < 20; i++) {
        size_t before = records.length;
        add_record(&records, i, random_below(4) == 0 ? random_below(30000) : random_below(3000));
        if (kind == EACH || kind == WITH_VOID) {
            add_member(out, records.bytes + before, records.length - before, 6);
        }
        if (kind == WITH_VOID) {
            add_member(out, "", 0, 6);
        }
    }
    if (kind == PLAIN) {
        assert_true(svc_buffer_add(out, records.bytes, records.length));
    } else if (kind == ONE) {
        add_member(out, records.bytes, records.length, 6);
    } else if (kind == NESTED) {
        make_nested(&records, out);
    }
    for (size_t at = 0, length; kind == ANYWHERE && at < records.length; at += length) {
        length = random_below(9000) + 1;
        length = length < records.length - at ? length : records.length - at;
        add_member(out, records.bytes + at, length, 6);
    }
    svc_buffer_clear(&records);
}

/* Breaks a file in some way, the first time not at all. */
static void break_file(svc_buffer *file, int how)
{
    size_t at = random_below(file->length - 20);

    switch (how) {
    case 0:
        break;
    case 1:
        file->length = at;
        break; /* it ends early */
    case 2:
        file->bytes[at] = (char)(file->bytes[at] ^ 0x55);
        break;
    case 3:
        memset(file->bytes + at, 0, 12);
        break;
    case 4:
        memmove(file->bytes + at, file->bytes + at + 9, file->length - at - 9);
        break;
    case 5:
        memcpy(file->bytes + at, "\x1f\x8b\x08\x08", 4);
        break;
    default:
        for (int i = 0; i < 12; i++) {
            file->bytes[random_below(file->length)] ^= 0x21;
        }
        assert_true(svc_buffer_add(file, "\x1f\x8b\x08\0junk\n\nmore", 15));
    }
}

/* --- reading */

/* What reading came to. */
typedef struct {
    uint64_t sum; /* of all pages with their offsets */
    uint64_t pages;
    uint64_t records;
    uint64_t broken;
    uint64_t first_broken;
    uint64_t total;
    svc_warc_tally tally;
} outcome;

static void add(outcome *out, const void *data, size_t length)
{
    const unsigned char *bytes = data;

    for (size_t i = 0; i < length; i++) {
        out->sum = (out->sum ^ bytes[i]) * 0x100000001B3u;
    }
}

static outcome read_all(const svc_buffer *file, svc_warc_ahead *ahead)
{
    int fd = memfd_create("warc", MFD_CLOEXEC);
    const svc_input input = {.fd = fd, .stop_fd = eventfd(0, EFD_CLOEXEC), .out_fd = -1};
    outcome out = {.sum = 1};
    svc_warc_reader reader;
    svc_warc_page page;

    assert_int_equal(write(fd, file->bytes, file->length), (ssize_t)file->length);
    lseek(fd, 0, SEEK_SET);
    assert_true(svc_warc_reader_init(&reader, &input, ahead));
    svc_warc_step step = svc_warc_next_page(&reader, PAGE_MAX, &out.tally, &page);
    for (; step == SVC_WARC_FOUND;
         step = svc_warc_next_page(&reader, PAGE_MAX, &out.tally, &page)) {
        add(&out, page.block.bytes, page.block.length);
        add(&out, &page.head.offset, sizeof page.head.offset);
        out.pages++;
        svc_warc_page_clear(&page);
    }
    assert_int_equal(step, SVC_WARC_END);
    out.records = reader.records;
    out.broken = reader.broken;
    out.first_broken = reader.first_broken;
    out.total = reader.bytes.raw.total;
    svc_warc_reader_clear(&reader);
    close(input.stop_fd);
    close(fd);
    return out;
}

static void must_be_equal(const outcome *a, const outcome *b, const char *what)
{
    if (memcmp(a, b, sizeof *a) != 0) {
        fail_msg("%s: pages %zu and %zu, records %zu and %zu, broken %zu at %zu and %zu at %zu, "
                 "bytes %zu and %zu",
                 what, (size_t)a->pages, (size_t)b->pages, (size_t)a->records, (size_t)b->records,
                 (size_t)a->broken, (size_t)a->first_broken, (size_t)b->broken,
                 (size_t)b->first_broken, (size_t)a->total, (size_t)b->total);
    }
}

/* --- who decodes: the reader's thread itself, at once; or threads */

typedef struct {
    svc_warc_ahead ahead;
    sem_t announced;
    size_t count;
    atomic_bool over;
} crew;

static void decode_at_once(void *arg)
{
    crew *c = arg;

    c->count++;
    svc_warc_decode_members(&c->ahead.blocks);
}

static void tell_threads(void *arg)
{
    crew *c = arg;

    c->count++;
    sem_post(&c->announced);
}

static void *run_thread(void *arg)
{
    crew *c = arg;

    for (;;) {
        sem_wait(&c->announced);
        if (atomic_load(&c->over)) {
            return NULL;
        }
        svc_warc_decode_members(&c->ahead.blocks);
    }
}

/* Files of each kind, whole and broken in each way, read with what the crew decodes. */
static size_t compare(crew *c, size_t block_bytes, int rounds)
{
    c->count = 0;
    state_of_random = block_bytes;
    for (int i = 0; i < rounds * KINDS; i++) {
        svc_buffer file = {.bytes = NULL};
        char what[80];
        make_file((file_kind)(i % KINDS), &file);
        break_file(&file, i / KINDS);
        outcome wanted = read_all(&file, NULL);
        outcome got = read_all(&file, &c->ahead);
        snprintf(what, sizeof what, "blocks of %zu, kind %d, fault %d", block_bytes, i % KINDS,
                 i / KINDS);
        must_be_equal(&wanted, &got, what);
        assert_true(i >= KINDS || wanted.pages >= 3);
        svc_buffer_clear(&file);
    }
    return c->count;
}

static void nothing_changes(void **state)
{
    static const size_t sizes[] = {200, 3001, (size_t)1 << 17};
    crew c;

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        svc_warc_ahead_init(&c.ahead, sizes[i], 60, decode_at_once, &c);
        assert_in_range(compare(&c, sizes[i], FAULTS), 20, 1000000);
        svc_warc_ahead_destroy(&c.ahead);
    }
}

static void nothing_changes_with_threads(void **state)
{
    pthread_t threads[THREADS];
    crew c = {.count = 0};

    (void)state;
    sem_init(&c.announced, 0, 0);
    svc_warc_ahead_init(&c.ahead, 20000, THREADS, tell_threads, &c);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, run_thread, &c), 0);
    }
    assert_in_range(compare(&c, 20000, FAULTS), 20, 1000000);
    atomic_store(&c.over, true);
    for (int i = 0; i < THREADS; i++) {
        sem_post(&c.announced);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    svc_warc_ahead_destroy(&c.ahead);
    sem_destroy(&c.announced);
}

/* A member that was decoded is what the reader takes; one that is broken it never sees. */
static void members_are_handed_over(void **state)
{
    crew c = {.count = 0};
    svc_buffer file = {.bytes = NULL};
    svc_warc_member member;
    char bytes[4096];
    size_t got = 0;

    (void)state;
    add_member(&file, "one", 3, 6);
    size_t second = file.length;
    add_member(&file, "two two", 7, 6);
    size_t third = file.length;
    add_member(&file, "three", 5, 6);
    file.bytes[third - 1] ^= 1; /* the length at the end of the second */
    int fd = memfd_create("warc", MFD_CLOEXEC);
    const svc_input input = {.fd = fd, .stop_fd = eventfd(0, EFD_CLOEXEC), .out_fd = -1};
    assert_int_equal(write(fd, file.bytes, file.length), (ssize_t)file.length);
    lseek(fd, 0, SEEK_SET);
    svc_warc_ahead_init(&c.ahead, 4096, 1, decode_at_once, &c);
    svc_warc_ahead_open(&c.ahead, &input);
    assert_int_equal(svc_warc_ahead_read(&c.ahead, bytes, 10, &got), SVC_INPUT_FOUND);
    assert_int_equal(got, 10);
    assert_int_equal(c.count, 1);
    assert_true(svc_warc_ahead_take(&c.ahead, 0, &member));
    assert_int_equal(member.stored, second);
    assert_int_equal(member.length, 3);
    assert_memory_equal(member.bytes, "one", 3);
    svc_warc_ahead_skip(&c.ahead, second - 10);
    assert_false(svc_warc_ahead_take(&c.ahead, second, &member));
    assert_int_equal(svc_warc_ahead_read(&c.ahead, bytes, sizeof bytes, &got), SVC_INPUT_FOUND);
    assert_int_equal(got, file.length - second);
    assert_memory_equal(bytes, file.bytes + second, got);
    assert_true(svc_warc_ahead_take(&c.ahead, third, &member));
    assert_memory_equal(member.bytes, "three", 5);
    assert_false(svc_warc_ahead_take(&c.ahead, third + 1, &member));
    assert_int_equal(svc_warc_ahead_read(&c.ahead, bytes, sizeof bytes, &got), SVC_INPUT_END);
    svc_warc_ahead_close(&c.ahead);
    svc_warc_ahead_destroy(&c.ahead);
    svc_buffer_clear(&file);
    close(input.stop_fd);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_handed_over),
        cmocka_unit_test(nothing_changes),
        cmocka_unit_test(nothing_changes_with_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
