#include "base/input.h"

#include <errno.h>
#include <poll.h>
#include <sys/types.h>
#include <unistd.h>

/* Waits for input, or a reason to stop. */
static svc_input_step wait_for_input(const svc_input *input)
{
    for (;;) {
        /* Of the output nothing is told but that its other end is closed. */
        struct pollfd fds[] = {{.fd = input->fd, .events = POLLIN},
                               {.fd = input->stop_fd, .events = POLLIN},
                               {.fd = input->out_fd, .events = 0}};
        int ready = poll(fds, sizeof fds / sizeof fds[0], -1);

        if (ready < 0 && errno != EINTR) {
            return SVC_INPUT_FAILED;
        }
        if (ready > 0 && fds[1].revents != 0) {
            return SVC_INPUT_STOPPED;
        }
        if (ready > 0 && fds[0].revents != 0) {
            return SVC_INPUT_FOUND; /* it may be the end: then all is well */
        }
        if (ready > 0) {
            return SVC_INPUT_STOPPED;
        }
    }
}

svc_input_step svc_input_read(const svc_input *input, char *to, size_t size, size_t *got)
{
    ssize_t count;

    *got = 0;
    do {
        svc_input_step step = wait_for_input(input);
        if (step != SVC_INPUT_FOUND) {
            return step;
        }
        count = read(input->fd, to, size);
    } while (count < 0 && (errno == EINTR || errno == EAGAIN));
    if (count < 0) {
        return SVC_INPUT_FAILED;
    }
    *got = (size_t)count;
    return count == 0 ? SVC_INPUT_END : SVC_INPUT_FOUND;
}
