#include "wire/receive.h"

#include "wire/stream.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Descriptors that can be guarded: more than connections may be. */
#define DESCRIPTORS_MAX 131072

#define READ_BYTES      ((size_t)16 * 1024)
/* Of a body that is gathered, for which this thread is woken at once. A network brings a page in
 * dozens of pieces. */
#define LEAST_MAX 131072
/* Reads of one call, so that a client that sends on and on does not hold up the others. */
#define READS_MAX 64

/* By descriptor. Atomic, as threads that read other descriptors look here too. */
static _Atomic(svc_wire_stream *) guarded[DESCRIPTORS_MAX];

/* Room for a base path, which a setting limits. */
static char refusal[2048];

void svc_wire_set_refusal(const char *base_path)
{
    char body[sizeof refusal / 2];

    snprintf(body, sizeof body,
             "{\"type\":\"%s/problems/too-many-connections\",\"title\":\"The server has too many "
             "connections\",\"status\":503,\"detail\":\"There is no memory for this connection.\","
             "\"instance\":\"\",\"code\":\"too-many-connections\",\"request_id\":\"\","
             "\"retry_after\":1}\n",
             base_path);
    snprintf(refusal, sizeof refusal,
             "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\n"
             "Content-Length: %zu\r\nRetry-After: 1\r\nConnection: close\r\n\r\n%s",
             strlen(body), body);
}

/*
 * Tells it to a client that nothing was sent to since its request began. What the client still
 * sends is thrown away until it closes: if it were not read, the answer might be lost.
 */
static void refuse(int fd)
{
    if (send(fd, refusal, strlen(refusal), MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) {
        shutdown(fd, SHUT_WR);
    } else {
        shutdown(fd, SHUT_RDWR);
    }
}

/* Stands for connections that there was no memory for; never changed. */
static svc_wire_stream without_memory = {.failed = true};

void svc_wire_open(int fd, size_t head_max, size_t hold_above, size_t gather_max)
{
    if (fd < 0 || fd >= DESCRIPTORS_MAX) {
        shutdown(fd, SHUT_RDWR);
        return;
    }
    svc_wire_stream *stream = calloc(1, sizeof *stream);

    if (stream != NULL) {
        stream->head_max = head_max;
        stream->hold_above = hold_above;
        stream->gather_max = gather_max;
    } else {
        refuse(fd);
    }
    atomic_store_explicit(&guarded[fd], stream != NULL ? stream : &without_memory,
                          memory_order_release);
}

static svc_wire_stream *find(int fd)
{
    return fd >= 0 && fd < DESCRIPTORS_MAX
               ? atomic_load_explicit(&guarded[fd], memory_order_acquire)
               : NULL;
}

void svc_wire_close(int fd)
{
    svc_wire_stream *stream = find(fd);

    if (stream != NULL) {
        atomic_store_explicit(&guarded[fd], NULL, memory_order_release);
    }
    if (stream != NULL && stream != &without_memory) {
        svc_wire_clear(stream);
        free(stream);
    }
}

static void count(int fd, unsigned begun, unsigned ended)
{
    svc_wire_stream *stream = find(fd);

    if (stream != NULL && stream != &without_memory) {
        stream->begun += begun;
        stream->ended += ended;
    }
}

void svc_wire_begin(int fd)
{
    count(fd, 1, 0);
}

void svc_wire_end(int fd)
{
    count(fd, 0, 1);
}

/* Returns the stream of a descriptor where libmicrohttpd is at the request whose head came last. A
 * client that does not wait for answers sends another one behind it. */
static svc_wire_stream *find_begun(int fd)
{
    svc_wire_stream *stream = find(fd);

    return stream != NULL && stream->begun == stream->heads ? stream : NULL;
}

svc_wire_stream *svc_wire_held(int fd)
{
    svc_wire_stream *stream = find_begun(fd);

    return stream != NULL && stream->held ? stream : NULL;
}

svc_wire_body *svc_wire_gathered(int fd)
{
    svc_wire_stream *stream = find_begun(fd);

    return stream != NULL && stream->gathers ? &stream->body : NULL;
}

unsigned long long svc_wire_received(int fd)
{
    const svc_wire_stream *stream = find(fd);

    return stream != NULL ? stream->received : 0;
}

/* The system's recv(). */
static ssize_t receive(int fd, void *out, size_t size, int flags)
{
    return recvfrom(fd, out, size, flags, NULL, NULL);
}

/* Moves what is ready out of a stream. */
static size_t take_ready(svc_wire_stream *stream, char *out, size_t room)
{
    svc_buffer *ready = &stream->ready;
    size_t taken = ready->length < room ? ready->length : room;

    if (taken == 0) {
        return 0;
    }
    memcpy(out, ready->bytes, taken);
    ready->length -= taken;
    memmove(ready->bytes, ready->bytes + taken, ready->length);
    if (ready->length == 0) {
        svc_buffer_clear(ready);
    }
    return taken;
}

/* Where one call of recv() has come to. */
typedef struct {
    int fd;
    int flags;
    char *out;
    size_t room;
    size_t filled;
    bool drained; /* there is no more now */
    bool enough;  /* others are to have their turn, or the next request would begin */
} reading;

/* Reads a body that is gathered. Returns what the system did, as the others. */
static ssize_t read_gathered(svc_wire_stream *stream, reading *r)
{
    char bytes[READ_BYTES];
    size_t size;
    char *to = svc_wire_body_room(&stream->body, &size);

    if (to == NULL) {
        to = bytes;
        size = size < sizeof bytes ? size : sizeof bytes;
    }
    ssize_t got = receive(r->fd, to, size, r->flags);
    if (got > 0) {
        svc_wire_body_read(&stream->body, (size_t)got);
        svc_wire_pass(stream, (size_t)got);
        r->drained = (size_t)got < size;
        r->enough = true;
    }
    return got;
}

/* Reads a body straight to where libmicrohttpd wants it. */
static ssize_t read_body(svc_wire_stream *stream, reading *r)
{
    size_t room = r->room - r->filled;
    size_t size = room < stream->left ? room : (size_t)stream->left;
    ssize_t got = receive(r->fd, r->out + r->filled, size, r->flags);

    if (got > 0) {
        svc_wire_pass(stream, (size_t)got);
        r->filled += (size_t)got;
        r->drained = (size_t)got < size;
    }
    return got;
}

/* Reads all else through the stream. */
static ssize_t read_lines(svc_wire_stream *stream, reading *r)
{
    char bytes[READ_BYTES];
    ssize_t got = receive(r->fd, bytes, sizeof bytes, r->flags);

    if (got > 0) {
        svc_wire_feed(stream, bytes, (size_t)got);
        r->filled += take_ready(stream, r->out + r->filled, r->room - r->filled);
        r->drained = (size_t)got < sizeof bytes;
    }
    return got;
}

static ssize_t read_once(svc_wire_stream *stream, reading *r)
{
    ssize_t got = stream->left == 0 ? read_lines(stream, r)
                  : stream->gathers ? read_gathered(stream, r)
                                    : read_body(stream, r);

    stream->received += got > 0 ? (unsigned long long)got : 0;
    return got;
}

/*
 * Tells libmicrohttpd of a body that is gathered. It comes back where it gets all that it asked
 * for: so the room is filled where there may be more.
 */
static void tell(svc_wire_stream *stream, reading *r)
{
    /* So that a room that is too small is filled, and the rest told in the next one. */
    static const char more[] = "1\r\n-\r\n1\r\n-\r\n";
    bool over = stream->state == SVC_WIRE_GATHERED;
    size_t room = r->room - r->filled;

    if (room < SVC_WIRE_BODY_TELL_MIN) {
        stream->failed = !svc_buffer_add(&stream->ready, more, sizeof more - 1);
        r->filled += take_ready(stream, r->out + r->filled, room);
    } else {
        r->filled += svc_wire_body_tell(&stream->body, r->out + r->filled, room,
                                        over || (r->enough && !r->drained));
    }
}

/* Throws away what a client sends that was refused. A client that does not stop is let go. */
static ssize_t discard(int fd)
{
    char bytes[READ_BYTES];

    for (int reads = 0; reads < READS_MAX; reads++) {
        ssize_t got = receive(fd, bytes, sizeof bytes, MSG_DONTWAIT);
        if (got <= 0) {
            return got;
        }
    }
    errno = ECONNRESET;
    return -1;
}

/* Memory is out. Where nothing of an answer was sent, that is told. */
static ssize_t fail(int fd, bool begun)
{
    if (!begun) {
        refuse(fd);
        return discard(fd);
    }
    errno = ECONNRESET;
    return -1;
}

/* Has the kernel tell of what is to come of a body in few pieces, and of a head at once. */
static void set_least(svc_wire_stream *stream, int fd)
{
    int least = !stream->gathers || stream->left == 0 ? 1
                : stream->left < LEAST_MAX            ? (int)stream->left
                                                      : LEAST_MAX;

    if (least != stream->least && (least > 1 || stream->least > 1)) {
        stream->least = least;
        setsockopt(fd, SOL_SOCKET, SO_RCVLOWAT, &least, sizeof least);
    }
}

/* Whether there is something to read for what is in hand. */
static bool goes_on(const svc_wire_stream *stream, const reading *r)
{
    return r->filled < r->room && !r->drained && !r->enough && !stream->held &&
           stream->state != SVC_WIRE_GATHERED;
}

/*
 * Fills `out` as long as there is something: libmicrohttpd takes less than it asked for as a sign
 * that there is nothing more, and waits for the next event of a socket whose events come once.
 */
static ssize_t guarded_receive(svc_wire_stream *stream, reading *r)
{
    bool begun = stream->state != SVC_WIRE_REQUEST && stream->state != SVC_WIRE_FIELDS;

    if (!stream->body.untold) {
        svc_wire_next(stream);
    }
    r->filled = take_ready(stream, r->out, r->room);
    for (int reads = 0; goes_on(stream, r) && reads < READS_MAX; reads++) {
        ssize_t got = read_once(stream, r);
        if (got <= 0 && r->filled == 0 && !stream->body.untold) {
            return got;
        }
        if (got <= 0) {
            break;
        }
        if (stream->failed) {
            return fail(r->fd, begun || r->filled > 0);
        }
    }
    if (stream->body.untold && stream->ready.length == 0 && r->filled < r->room) {
        tell(stream, r);
    }
    set_least(stream, r->fd);
    if (r->filled == 0) {
        errno = EAGAIN;
        return -1;
    }
    return (ssize_t)r->filled;
}

/* Seen by shared libraries in place of the system's. */
__attribute__((visibility("default"))) ssize_t recv(int fd, void *out, size_t size, int flags)
{
    svc_wire_stream *stream = find(fd);

    if (stream == NULL) {
        return receive(fd, out, size, flags);
    }
    return stream->failed
               ? discard(fd)
               : guarded_receive(stream,
                                 &(reading){.fd = fd, .flags = flags, .out = out, .room = size});
}
