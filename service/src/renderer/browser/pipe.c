#include "renderer/browser/pipe.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes that are read at once. */
#define READ_BYTES ((size_t)256 * 1024)
/* Longest message: the tree of a page. */
#define MESSAGE_MAX ((size_t)256 << 20)
/* Longest sleep until the time is looked at. */
#define STEP_MS 100
/* "\uD800" */
#define ESCAPE_LENGTH 6

static bool wait_for_room(const svc_pipe *p, double end_ms)
{
    struct pollfd wanted = {.fd = p->out, .events = POLLOUT};

    if (svc_now_ms() >= end_ms) {
        return false;
    }
    return poll(&wanted, 1, STEP_MS) >= 0 || errno == EINTR;
}

static bool write_all(const svc_pipe *p, const char *bytes, size_t length, double end_ms)
{
    while (length > 0) {
        ssize_t written = write(p->out, bytes, length);

        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        } else if ((errno != EAGAIN && errno != EINTR) || !wait_for_room(p, end_ms)) {
            return false;
        }
    }
    return true;
}

long svc_pipe_send(svc_pipe *p, const char *session, const char *method, json_t *params,
                   double end_ms)
{
    json_t *command = json_pack("{sI ss so*}", "id", (json_int_t)p->last_id + 1, "method", method,
                                "params", params);
    bool fine = command != NULL;

    if (fine && session[0] != '\0') {
        fine = json_object_set_new(command, "sessionId", json_string(session)) == 0;
    }
    char *text = fine ? json_dumps(command, JSON_COMPACT) : NULL;

    json_decref(command);
    fine = text != NULL && write_all(p, text, strlen(text) + 1, end_ms);
    free(text);
    return fine ? ++p->last_id : 0;
}

/* The value of the four digits of an escape; 0: it is none. */
static unsigned escape_value(const char *text, size_t length)
{
    unsigned value = 0;

    if (length < ESCAPE_LENGTH || text[0] != '\\' || text[1] != 'u') {
        return 0;
    }
    for (size_t i = 2; i < ESCAPE_LENGTH; i++) {
        char c = text[i];
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                         : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                : 16;
        if (digit == 16) {
            return 0;
        }
        value = value * 16 + digit;
    }
    return value;
}

static bool is_between(unsigned value, unsigned least, unsigned most)
{
    return value >= least && value <= most;
}

/*
 * Replaces the escapes of lone surrogates in JSON, which are no characters and which jansson
 * refuses, by that of U+FFFD: pages have such texts.
 */
static void mend(char *json, size_t length)
{
    char *end = json + length;
    char *at = memchr(json, '\\', length);

    while (at != NULL && end - at >= 2) {
        unsigned value = escape_value(at, (size_t)(end - at));
        size_t step = value != 0 ? ESCAPE_LENGTH : 2;

        if (is_between(value, 0xD800, 0xDBFF) &&
            is_between(escape_value(at + step, (size_t)(end - at) - step), 0xDC00, 0xDFFF)) {
            step += ESCAPE_LENGTH;
        } else if (is_between(value, 0xD800, 0xDFFF)) {
            memcpy(at + 2, "fffd", 4);
        }
        at = memchr(at + step, '\\', (size_t)(end - at) - step);
    }
}

/* Takes the message that ends at a NUL. */
static svc_pipe_status take_message(svc_pipe *p, size_t length, json_t **message)
{
    mend(p->buffer.bytes, length);
    *message = json_loadb(p->buffer.bytes, length, JSON_ALLOW_NUL, NULL);
    p->buffer.length -= length + 1;
    memmove(p->buffer.bytes, p->buffer.bytes + length + 1, p->buffer.length);
    p->searched = 0;
    return *message != NULL ? SVC_PIPE_MESSAGE : SVC_PIPE_CLOSED;
}

svc_pipe_status svc_pipe_take(svc_pipe *p, json_t **message)
{
    for (;;) {
        size_t left = p->buffer.length - p->searched;
        const char *end = left > 0 ? memchr(p->buffer.bytes + p->searched, '\0', left) : NULL;

        if (end != NULL) {
            return take_message(p, (size_t)(end - p->buffer.bytes), message);
        }
        p->searched = p->buffer.length;
        if (p->buffer.length > MESSAGE_MAX || !svc_buffer_reserve(&p->buffer, READ_BYTES)) {
            return SVC_PIPE_CLOSED;
        }
        ssize_t got = read(p->in, p->buffer.bytes + p->buffer.length, READ_BYTES);

        if (got <= 0) {
            bool idle = got < 0 && (errno == EAGAIN || errno == EINTR);

            return idle ? SVC_PIPE_IDLE : SVC_PIPE_CLOSED;
        }
        p->buffer.length += (size_t)got;
    }
}

void svc_pipe_close(svc_pipe *p)
{
    if (p->in >= 0) {
        close(p->in);
        close(p->out);
    }
    svc_buffer_clear(&p->buffer);
    *p = (svc_pipe){.in = -1, .out = -1};
}
