/* Reading that can be told to stop, and that stops when nobody reads what comes of it. */
#include "unit.h"

#include "base/input.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
    int in[2];
    int stop[2];
    int out[2];
} ends;

static svc_input open_ends(ends *e, bool out_is_socket)
{
    assert_int_equal(pipe(e->in), 0);
    assert_int_equal(pipe(e->stop), 0);
    assert_int_equal(out_is_socket ? socketpair(AF_UNIX, SOCK_STREAM, 0, e->out) : pipe(e->out), 0);
    return (svc_input){.fd = e->in[0], .stop_fd = e->stop[0], .out_fd = e->out[1]};
}

static void close_end(int *fd)
{
    if (*fd >= 0) {
        close(*fd);
    }
    *fd = -1;
}

static void close_ends(ends *e)
{
    for (int i = 0; i < 2; i++) {
        close_end(&e->in[i]);
        close_end(&e->stop[i]);
        close_end(&e->out[i]);
    }
}

static void assert_step(const svc_input *input, svc_input_step step, const char *text)
{
    char bytes[8];
    size_t got = 99;

    assert_int_equal(svc_input_read(input, bytes, sizeof bytes, &got), step);
    assert_int_equal(got, strlen(text));
    assert_memory_equal(bytes, text, got);
}

static void reads_what_there_is_and_then_the_end(void **state)
{
    ends e;
    svc_input input = open_ends(&e, false);

    (void)state;
    assert_int_equal(write(e.in[1], "0123456789", 10), 10);
    assert_step(&input, SVC_INPUT_FOUND, "01234567");
    assert_step(&input, SVC_INPUT_FOUND, "89");
    close_end(&e.in[1]);
    assert_step(&input, SVC_INPUT_END, "");
    assert_step(&input, SVC_INPUT_END, "");
    close_ends(&e);
}

static void stops_when_it_is_told(void **state)
{
    ends e;
    svc_input input = open_ends(&e, false);

    (void)state;
    assert_int_equal(write(e.in[1], "more", 4), 4);
    assert_int_equal(write(e.stop[1], "x", 1), 1);
    assert_step(&input, SVC_INPUT_STOPPED, "");
    close_ends(&e);
}

/* A pipe tells it as an error, a socket as its end. */
static void stops_when_nobody_reads_its_output(void **state)
{
    (void)state;
    for (int is_socket = 0; is_socket < 2; is_socket++) {
        ends e;
        svc_input input = open_ends(&e, is_socket != 0);

        close_end(&e.out[0]);
        alarm(20); /* it would wait for ever */
        assert_step(&input, SVC_INPUT_STOPPED, "");
        alarm(0);
        assert_int_equal(write(e.in[1], "last", 4), 4);
        assert_step(&input, SVC_INPUT_FOUND, "last"); /* it may be the end: then all is well */
        close_ends(&e);
    }
}

static void tells_what_cannot_be_read(void **state)
{
    ends e;
    svc_input input = open_ends(&e, false);
    char byte;
    size_t got;

    (void)state;
    input.fd = e.in[1]; /* the end to write into */
    close_end(&e.in[0]);
    assert_int_equal(svc_input_read(&input, &byte, 1, &got), SVC_INPUT_FAILED);
    assert_int_equal(errno, EBADF);
    close_ends(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_there_is_and_then_the_end),
        cmocka_unit_test(stops_when_it_is_told),
        cmocka_unit_test(stops_when_nobody_reads_its_output),
        cmocka_unit_test(tells_what_cannot_be_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
