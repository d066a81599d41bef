/*
 * The bytes of a connection on their way to libmicrohttpd: where each request begins and ends, with
 * heads that are well formed, without white space around values. A head with a fault is cut there
 * and ended, with a header that names the fault, and nothing that follows on the connection passes.
 */
#ifndef SVC_WIRE_STREAM_H
#define SVC_WIRE_STREAM_H

#include "wire/body.h"
#include "wire/head.h"

/* The header that names a fault. No client can send it: its name is no token. */
#define SVC_WIRE_FAULT_FIELD "(fault)"

/* Where in a request the next byte stands. */
typedef enum {
    SVC_WIRE_REQUEST,
    SVC_WIRE_FIELDS,
    SVC_WIRE_BODY,
    SVC_WIRE_GATHERED, /* behind a body that was gathered; the next request has not begun */
    SVC_WIRE_CHUNK_SIZE,
    SVC_WIRE_CHUNK,
    SVC_WIRE_CHUNK_END,
    SVC_WIRE_TRAILER,
    SVC_WIRE_REFUSED /* nothing passes any more */
} svc_wire_state;

/* The bytes of one connection. Zeroed but for head_max it is at its begin. */
typedef struct {
    size_t head_max;               /* most bytes of a head */
    unsigned long long hold_above; /* a longer body of lines or JSON, or lines of unknown length,
                                      are held */
    size_t gather_max; /* bodies of a declared length up to this are gathered; 0: none */
    bool held;      /* the body waits: nothing passes until svc_wire_let_go or svc_wire_take_body */
    bool bare;      /* what is passed on is the body alone, without the lines of chunks */
    bool body_over; /* of a bare body */
    svc_wire_state state;
    unsigned long long received; /* bytes of the connection, counted by who reads them */
    size_t head_bytes;           /* of this head, so far */
    svc_wire_head head;
    unsigned heads; /* that have ended */
    unsigned begun; /* of these, requests that libmicrohttpd has come to; counted by who reads */
    unsigned ended; /* of these, requests that it is done with */
    svc_fault_id fault;      /* the first in its lines; told when the head has ended */
    unsigned long long left; /* of the body, or of its chunk */
    size_t follows;          /* bytes behind the line that is taken, in what was fed */
    bool gathers;            /* `body` is this request's, until svc_wire_next */
    svc_wire_body body;
    int least;        /* bytes of which the kernel tells at once; 0: of each */
    svc_buffer line;  /* begin of a line whose end has not come */
    svc_buffer ready; /* what is to be passed on */
    svc_buffer kept;  /* what has come of a body that is held */
    bool failed;      /* memory was out: the connection must end */
} svc_wire_stream;

/* Takes bytes of the client; what they give is appended to stream->ready. */
void svc_wire_feed(svc_wire_stream *stream, const char *bytes, size_t length);

/* Notes that bytes of the body, stream->left at most, were read without svc_wire_feed. */
void svc_wire_pass(svc_wire_stream *stream, size_t length);

/* Goes on to the next request where a body was gathered, and frees what nobody has taken of it. */
void svc_wire_next(svc_wire_stream *stream);

/* Lets a body that is held pass like any other. */
void svc_wire_let_go(svc_wire_stream *stream);

/*
 * Moves a body that is held to `out`, a stream that gives it bare until out->body_over, or
 * out->state is SVC_WIRE_REFUSED, as it is not well formed. Of the first stream nothing passes any
 * more.
 */
void svc_wire_take_body(svc_wire_stream *stream, svc_wire_stream *out);

/* Frees what a stream holds. */
void svc_wire_clear(svc_wire_stream *stream);

#endif
