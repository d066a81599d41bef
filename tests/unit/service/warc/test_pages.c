/* Which records of a file are pages, and which are broken, by what stands at their ends. */
#include "unit.h"

#include "warc/page.h"

#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#define BODY     "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>one"
#define RESPONSE "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 50\r\n\r\n" BODY
#define INFO     "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 4\r\n\r\na: b"
#define REQUEST  "WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 4\r\n\r\nGET "
#define ENDS     "\r\n\r\n"

typedef struct {
    const char *file;
    unsigned pages;
    unsigned records;
    unsigned broken;
} row;

static const row rows[] = {
    {RESPONSE ENDS, 1, 1, 0},
    {RESPONSE ENDS RESPONSE ENDS, 2, 2, 0},
    /* A file that ends early in the line ends; one that has others; one without any. */
    {RESPONSE "\r\n\r", 1, 1, 0},
    {RESPONSE "\r", 1, 1, 0},
    {RESPONSE, 1, 1, 0},
    {RESPONSE "\n\n" RESPONSE ENDS, 2, 2, 0},
    {RESPONSE RESPONSE ENDS, 2, 2, 0},
    /* More bytes than the length says. */
    {RESPONSE "x", 0, 1, 1},
    {RESPONSE "\rx", 0, 1, 1},
    {RESPONSE " and more" ENDS RESPONSE ENDS, 1, 2, 1},
    /* Records that are no pages. */
    {INFO ENDS RESPONSE ENDS REQUEST ENDS, 1, 3, 0},
    {INFO ENDS, 0, 1, 0},
    {INFO, 0, 1, 0},
    {INFO " and more" ENDS RESPONSE ENDS, 1, 2, 1},
    {"", 0, 0, 0},
};

static void check(const row *wanted)
{
    int fd = memfd_create("warc", MFD_CLOEXEC);
    const svc_input input = {.fd = fd, .stop_fd = eventfd(0, EFD_CLOEXEC), .out_fd = -1};
    svc_warc_tally tally = {0};
    svc_warc_reader reader;
    svc_warc_page page;
    unsigned pages = 0;

    assert_int_equal(write(fd, wanted->file, strlen(wanted->file)), strlen(wanted->file));
    lseek(fd, 0, SEEK_SET);
    assert_true(svc_warc_reader_init(&reader, &input, NULL));
    while (svc_warc_next_page(&reader, 1000, &tally, &page) == SVC_WARC_FOUND) {
        assert_int_equal(page.block.length, strlen(BODY));
        assert_memory_equal(page.block.bytes, BODY, strlen(BODY));
        svc_warc_page_clear(&page);
        pages++;
    }
    if (pages != wanted->pages || reader.records != wanted->records ||
        reader.broken != wanted->broken) {
        fail_msg("%u pages, %u records, %u broken of\n%s", pages, (unsigned)reader.records,
                 (unsigned)reader.broken, wanted->file);
    }
    svc_warc_reader_clear(&reader);
    close(input.stop_fd);
    close(fd);
}

static void records_end_as_they_say(void **state)
{
    (void)state;
    assert_int_equal(strlen(BODY), 50);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check(&rows[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(records_end_as_they_say)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
