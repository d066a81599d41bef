/*
 * Messages between a server and a renderer, over a Unix socket: a kind and some parts, which are
 * bytes. Both ends are danad; what comes is checked all the same.
 *
 *   server                                     renderer
 *   RENDER settings, URL, type, selector, page ->
 *                                              <- FETCH id, method, URL, headers, body
 *   FETCHED id and status, problem, headers, body ->
 *                                              <- RENDERED numbers, HTML, boxes, requests, URL
 *   PICTURE ranges ->                          <- PICTURE PNG in base64
 *                                              <- FAILED reason
 *
 * A connection is one page: the renderer closes the page with it.
 */
#ifndef SVC_RENDER_MESSAGE_H
#define SVC_RENDER_MESSAGE_H

#include "base/buffer.h"

#include <stdint.h>

/* Raised with each change of a message; ends of different versions do not talk. */
#define SVC_RENDER_VERSION 1
/* Most parts of a message, and most bytes of all of them. */
#define SVC_PARTS_MAX   6
#define SVC_MESSAGE_MAX ((uint64_t)128 << 20)

/* Kinds of messages. */
typedef enum {
    SVC_MESSAGE_RENDER = 1,
    SVC_MESSAGE_FETCH,
    SVC_MESSAGE_FETCHED,
    SVC_MESSAGE_RENDERED,
    SVC_MESSAGE_PICTURE,
    SVC_MESSAGE_FAILED
} svc_message_kind;

/* Some bytes, borrowed. A part that was received has a NUL after it. */
typedef struct {
    const char *bytes;
    size_t length;
} svc_part;

/* A message. */
typedef struct {
    svc_message_kind kind;
    svc_part parts[SVC_PARTS_MAX];
    size_t count;
} svc_message;

/* One end of a connection, whose descriptor does not block. Zeroed but for `fd` at first. */
typedef struct {
    int fd;
    svc_buffer in;  /* what has come */
    size_t taken;   /* bytes of it that were a message, which is still being looked at */
    svc_buffer out; /* what is to be sent */
    size_t sent;
} svc_channel;

/* What a channel says. */
typedef enum {
    SVC_CHANNEL_IDLE, /* nothing is there yet */
    SVC_CHANNEL_MESSAGE,
    SVC_CHANNEL_CLOSED /* the other end has gone, or what came is no message, or memory is out */
} svc_channel_status;

/* Returns the text of a C string as a part. */
svc_part svc_part_of(const char *text);

/* Queues a message for svc_channel_flush. Returns false where memory is out. */
bool svc_channel_put(svc_channel *channel, svc_message_kind kind, const svc_part *parts,
                     size_t count);

/* Sends what the socket takes. Returns false where the other end has gone. */
bool svc_channel_flush(svc_channel *channel);

/* Whether there is something to send. */
bool svc_channel_is_full(const svc_channel *channel);

/*
 * Reads what has come and takes the next message, whose parts are the channel's until the next
 * call.
 */
svc_channel_status svc_channel_take(svc_channel *channel, svc_message *message);

/* Closes the descriptor and frees what is queued. */
void svc_channel_close(svc_channel *channel);

#endif
