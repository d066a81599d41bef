#include "base/lines.h"

#include "base/buffer.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_BYTES ((size_t)1 << 18)

bool svc_lines_init(svc_lines *lines, int fd, int stop_fd, int out_fd, size_t max_bytes)
{
    *lines = (svc_lines){.fd = fd, .stop_fd = stop_fd, .out_fd = out_fd, .max_bytes = max_bytes};
    lines->block = malloc(BLOCK_BYTES);
    return lines->block != NULL;
}

void svc_lines_destroy(svc_lines *lines)
{
    free(lines->block);
    lines->block = NULL;
}

/* Waits for input, or a reason to stop. */
static svc_lines_step wait_for_input(const svc_lines *lines)
{
    for (;;) {
        /* Of the output only errors are told: its other end is closed. */
        struct pollfd fds[] = {{.fd = lines->fd, .events = POLLIN},
                               {.fd = lines->stop_fd, .events = POLLIN},
                               {.fd = lines->out_fd, .events = 0}};
        int ready = poll(fds, sizeof fds / sizeof fds[0], -1);

        if (ready < 0 && errno != EINTR) {
            return SVC_LINES_FAILED;
        }
        if (ready > 0 && fds[1].revents != 0) {
            return SVC_LINES_STOPPED;
        }
        if (ready > 0 && fds[0].revents != 0) {
            return SVC_LINES_FOUND; /* it may be the end: then all is well */
        }
        if (ready > 0 && (fds[2].revents & POLLERR) != 0) {
            return SVC_LINES_STOPPED;
        }
    }
}

static svc_lines_step fill(svc_lines *lines)
{
    ssize_t got;

    do {
        svc_lines_step step = wait_for_input(lines);
        if (step != SVC_LINES_FOUND) {
            return step;
        }
        got = read(lines->fd, lines->block, BLOCK_BYTES);
    } while (got < 0 && (errno == EINTR || errno == EAGAIN));
    if (got < 0) {
        return SVC_LINES_FAILED;
    }
    lines->start = 0;
    lines->end = (size_t)got;
    lines->ended = got == 0;
    return lines->ended ? SVC_LINES_END : SVC_LINES_FOUND;
}

/* A line while it grows. */
typedef struct {
    svc_line *line;
    svc_buffer text;
    bool any; /* there is a line, be it empty */
} growing;

static void give_up(growing *g, bool too_long)
{
    svc_buffer_clear(&g->text);
    *g->line = (svc_line){.too_long = too_long, .no_memory = !too_long};
}

static void append(growing *g, const char *bytes, size_t length, size_t max_bytes)
{
    g->any = true;
    if (g->line->too_long || g->line->no_memory || length == 0) {
        return;
    }
    if (length > max_bytes - g->text.length) {
        give_up(g, true);
    } else if (!svc_buffer_add(&g->text, bytes, length)) {
        give_up(g, false);
    }
}

/* Hands over what has grown. */
static svc_lines_step finish(const growing *g)
{
    size_t length = g->text.length;

    g->line->bytes = g->text.bytes;
    g->line->length = length > 0 && g->text.bytes[length - 1] == '\r' ? length - 1 : length;
    return g->any ? SVC_LINES_FOUND : SVC_LINES_END;
}

svc_lines_step svc_lines_next(svc_lines *lines, svc_line *out)
{
    growing g = {.line = out};

    *out = (svc_line){.bytes = NULL};
    for (;;) {
        if (lines->start == lines->end && !lines->ended) {
            svc_lines_step step = fill(lines);
            if (step == SVC_LINES_STOPPED || step == SVC_LINES_FAILED) {
                svc_buffer_clear(&g.text);
                return step;
            }
        }
        if (lines->ended) {
            return finish(&g);
        }
        const char *start = lines->block + lines->start;
        const char *feed = memchr(start, '\n', lines->end - lines->start);
        const char *stop = feed != NULL ? feed : lines->block + lines->end;
        append(&g, start, (size_t)(stop - start), lines->max_bytes);
        lines->start = (size_t)(stop - lines->block) + (feed != NULL ? 1 : 0);
        if (feed != NULL) {
            return finish(&g);
        }
    }
}
