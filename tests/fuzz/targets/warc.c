/*
 * WARC files, plain and compressed: whole, in pieces, and with members that were decoded ahead the
 * same records are found, and pages do not become longer than they may be.
 */
#include "target.h"
#include "warc/members.h"
#include "warc/page.h"

#include <fcntl.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

/* Longest page; packets that a pipe holds for certain. */
#define PAGE_MAX    ((size_t)8192)
#define PACKETS_MAX ((size_t)200)
#define PIPE_BYTES  (1024 * 1024)

/* Blocks that are decoded ahead, smaller than those of the program. */
#define BLOCK_BYTES ((size_t)4096)
#define BLOCKS      60

/* What a file gave: a sum over its pages, and counts. */
typedef struct {
    uint64_t sum;
    uint64_t pages;
    uint64_t records;
    uint64_t broken;
} outcome;

static void add(outcome *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        out->sum = (out->sum ^ (unsigned char)bytes[i]) * 0x100000001B3u;
    }
}

static void take_page(svc_warc_page *page, outcome *out)
{
    svc_buffer decoded = {.bytes = NULL};
    const char *body;
    size_t length;
    svc_warc_skip skip = svc_warc_page_decode(page, PAGE_MAX, &decoded, &body, &length);

    must_be_right(skip != SVC_WARC_SKIP_NONE || length <= PAGE_MAX ? NULL
                                                                   : "a page beyond the limit");
    if (skip == SVC_WARC_SKIP_NONE) {
        add(out, body, length);
    }
    add(out, (const char *)&page->head.offset, sizeof page->head.offset);
    add(out, (const char *)&skip, sizeof skip);
    out->pages++;
    svc_buffer_clear(&decoded);
    svc_warc_page_clear(page);
}

static outcome read_file(int fd, int stop_fd, svc_warc_ahead *ahead)
{
    const svc_input input = {.fd = fd, .stop_fd = stop_fd, .out_fd = -1};
    outcome out = {.sum = 0xCBF29CE484222325u};
    svc_warc_tally tally = {.files = 0};
    svc_warc_reader reader;
    svc_warc_page page;

    must_be_right(svc_warc_reader_init(&reader, &input, ahead) ? NULL : "memory");
    svc_warc_step step = svc_warc_next_page(&reader, PAGE_MAX, &tally, &page);
    for (; step == SVC_WARC_FOUND; step = svc_warc_next_page(&reader, PAGE_MAX, &tally, &page)) {
        take_page(&page, &out);
    }
    must_be_right(step == SVC_WARC_END ? NULL : "it does not end");
    out.records = reader.records;
    out.broken = reader.broken;
    svc_warc_reader_clear(&reader);
    return out;
}

/* Bytes in a file. */
static int make_file(const uint8_t *data, size_t size)
{
    int fd = memfd_create("warc", MFD_CLOEXEC);

    must_be_right(fd >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0
                      ? NULL
                      : "no file");
    return fd;
}

/* Bytes in a pipe that gives them in the pieces in which they were written. */
static int make_pipe(const uint8_t *data, size_t size)
{
    size_t most = size / (PACKETS_MAX / 2) + 1;
    int ends[2];

    must_be_right(pipe2(ends, O_CLOEXEC | O_DIRECT) == 0 &&
                          fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES) >= 0
                      ? NULL
                      : "no pipe");
    for (size_t at = 0, packets = 0; at < size; packets++) {
        size_t length = packets < PACKETS_MAX / 2 ? random_below(most) + 1 : most;
        length = length < size - at ? length : size - at;
        must_be_right(write(ends[1], data + at, length) == (ssize_t)length ? NULL : "a full pipe");
        at += length;
    }
    close(ends[1]);
    return ends[0];
}

/* An svc_warc_announce: a block is decoded as soon as it is there. */
static void decode_at_once(void *arg)
{
    svc_warc_ahead *ahead = arg;

    svc_warc_decode_members(&ahead->blocks);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int stop_fd = -1;

    stop_fd = stop_fd < 0 ? eventfd(0, EFD_CLOEXEC) : stop_fd;
    seed_from((dana_view){(const char *)data, size});
    int file = make_file(data, size);
    int pieces = make_pipe(data, size);
    outcome whole = read_file(file, stop_fd, NULL);
    outcome parts = read_file(pieces, stop_fd, NULL);
    svc_warc_ahead ahead;
    svc_warc_ahead_init(&ahead, BLOCK_BYTES, BLOCKS, decode_at_once, &ahead);
    must_be_right(lseek(file, 0, SEEK_SET) == 0 ? NULL : "no file");
    outcome before = read_file(file, stop_fd, &ahead);
    svc_warc_ahead_destroy(&ahead);
    close(file);
    close(pieces);
    must_be_right(whole.records == parts.records ? NULL : "other records in pieces");
    must_be_right(whole.broken == parts.broken ? NULL : "other faults in pieces");
    must_be_right(whole.pages == parts.pages && whole.sum == parts.sum ? NULL
                                                                       : "other pages in pieces");
    must_be_right(memcmp(&whole, &before, sizeof whole) == 0 ? NULL : "something else ahead");
    return 0;
}
