#include "render/message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The head of a message: kind, number of parts, and the length of each. */
typedef struct {
    uint32_t kind;
    uint32_t count;
    uint64_t lengths[SVC_PARTS_MAX];
} head;

/* Bytes that are read at once. */
#define READ_BYTES ((size_t)256 * 1024)

svc_part svc_part_of(const char *text)
{
    return (svc_part){text, strlen(text)};
}

bool svc_channel_put(svc_channel *c, svc_message_kind kind, const svc_part *parts, size_t count)
{
    head h = {.kind = (uint32_t)kind, .count = (uint32_t)count};
    size_t before = c->out.length;
    bool fine = true;

    for (size_t i = 0; i < count; i++) {
        h.lengths[i] = parts[i].length;
    }
    fine = svc_buffer_add(&c->out, (const char *)&h, sizeof h);
    for (size_t i = 0; i < count && fine; i++) {
        fine = (parts[i].length == 0 || svc_buffer_add(&c->out, parts[i].bytes, parts[i].length)) &&
               svc_buffer_add(&c->out, "", 1);
    }
    c->out.length = fine ? c->out.length : before;
    return fine;
}

bool svc_channel_is_full(const svc_channel *c)
{
    return c->sent < c->out.length;
}

bool svc_channel_flush(svc_channel *c)
{
    while (svc_channel_is_full(c)) {
        ssize_t sent = send(c->fd, c->out.bytes + c->sent, c->out.length - c->sent,
                            MSG_NOSIGNAL | MSG_DONTWAIT);

        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent < 0) {
            return errno == EAGAIN || errno == EWOULDBLOCK;
        }
        c->sent += (size_t)sent;
    }
    svc_buffer_clear(&c->out);
    c->sent = 0;
    return true;
}

/* Returns the length of the message that begins the buffer; 0: its head is not there yet. Returns
 * false where it is none. */
static bool measure(const svc_buffer *in, head *h, size_t *length)
{
    uint64_t total = sizeof *h;

    *length = 0;
    if (in->length < sizeof *h) {
        return true;
    }
    memcpy(h, in->bytes, sizeof *h);
    if (h->kind < SVC_MESSAGE_RENDER || h->kind > SVC_MESSAGE_FAILED || h->count > SVC_PARTS_MAX) {
        return false;
    }
    for (size_t i = 0; i < h->count; i++) {
        if (h->lengths[i] > SVC_MESSAGE_MAX || total > SVC_MESSAGE_MAX) {
            return false;
        }
        total += h->lengths[i] + 1;
    }
    *length = (size_t)total;
    return total <= SVC_MESSAGE_MAX;
}

static bool describe(const svc_buffer *in, const head *h, svc_message *message)
{
    const char *at = in->bytes + sizeof *h;

    *message = (svc_message){.kind = (svc_message_kind)h->kind, .count = h->count};
    for (size_t i = 0; i < SVC_PARTS_MAX; i++) {
        message->parts[i] = (svc_part){"", 0};
    }
    for (size_t i = 0; i < h->count; i++) {
        message->parts[i] = (svc_part){at, (size_t)h->lengths[i]};
        at += h->lengths[i];
        if (*at++ != '\0') {
            return false;
        }
    }
    return true;
}

/* Drops the message that was looked at. */
static void drop_taken(svc_channel *c)
{
    if (c->taken == c->in.length) {
        svc_buffer_clear(&c->in);
    } else if (c->taken > 0) {
        memmove(c->in.bytes, c->in.bytes + c->taken, c->in.length - c->taken);
        c->in.length -= c->taken;
    }
    c->taken = 0;
}

/* Reads some. Returns false where the other end has gone; *more: something came. */
static bool receive(svc_channel *c, size_t wanted, bool *more)
{
    size_t room = wanted > c->in.length ? wanted - c->in.length : 0;

    room = room < READ_BYTES ? READ_BYTES : room;
    *more = false;
    if (!svc_buffer_reserve(&c->in, room)) {
        return false;
    }
    ssize_t got = recv(c->fd, c->in.bytes + c->in.length, room, MSG_DONTWAIT);

    if (got > 0) {
        c->in.length += (size_t)got;
        *more = true;
    }
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

svc_channel_status svc_channel_take(svc_channel *c, svc_message *message)
{
    bool more = true;
    size_t length;
    head h;

    drop_taken(c);
    while (measure(&c->in, &h, &length)) {
        if (length > 0 && c->in.length >= length) {
            c->taken = length;
            return describe(&c->in, &h, message) ? SVC_CHANNEL_MESSAGE : SVC_CHANNEL_CLOSED;
        }
        if (!more) {
            return SVC_CHANNEL_IDLE;
        }
        if (!receive(c, length, &more)) {
            return SVC_CHANNEL_CLOSED;
        }
    }
    return SVC_CHANNEL_CLOSED;
}

void svc_channel_close(svc_channel *c)
{
    if (c->fd >= 0) {
        close(c->fd);
    }
    svc_buffer_clear(&c->in);
    svc_buffer_clear(&c->out);
    *c = (svc_channel){.fd = -1};
}
