/*
 * A request from its head to its completion. It is a job (work/job.h): the job's owner owns the
 * request. While it is SVC_JOB_NEW that is the I/O thread, which has it again when it has ended. It
 * is freed by svc_request_release and nowhere else.
 */
#ifndef SVC_HTTP_REQUEST_H
#define SVC_HTTP_REQUEST_H

#include "base/buffer.h"
#include "base/request_id.h"
#include "base/traceparent.h"
#include "http/state.h"
#include "wire/body.h"

/* Room for the host that is fetched from, with its NUL. */
#define SVC_TARGET_HOST_SIZE 256

/* A request. */
typedef struct svc_request {
    svc_job job; /* first: a svc_job is a request's */
    svc_http *http;
    struct MHD_Connection *connection;
    svc_connection *slot; /* the connection's in the list; NULL where memory was out */
    int fd;               /* the connection's, borrowed */
    char id[SVC_REQUEST_ID_SIZE];
    api_request head;    /* what the API sees; strings are the connection's until they are kept */
    char *joined_accept; /* Accept and Content-Encoding, where they came in several lines */
    char *joined_codings;
    char *head_strings;
    api_parameter *parameters;
    svc_request_access access;
    const api_route *route; /* NULL: refused */
    bool refused;           /* `refusal` is the answer, once the body has been thrown away */
    api_response refusal;
    svc_buffer body;
    size_t held;            /* body bytes that count in the server's memory */
    size_t received;        /* body bytes, also those thrown away; without streamed */
    atomic_size_t streamed; /* body bytes that a batch has received itself */
    bool let_go;            /* the body, which was held, passes after all: the head comes again */
    double started_ms;
    _Atomic double answered_ms; /* when the answer, or a part of it, was there to be sent; else 0 */
    int status;                 /* of the answer, 0 before */
    size_t bytes_out;
    /* For metrics and the log; see observe.h: */
    size_t route_index;
    svc_trace trace;
    char target_host[SVC_TARGET_HOST_SIZE];
    const char *problem;   /* code of the answer */
    api_measures measures; /* of the page */
    atomic_int references;
} svc_request;

/* Makes a request with one reference; kind: of its job. Returns NULL where memory is out. */
svc_request *svc_request_new(svc_http *http, const svc_job_kind *kind,
                             struct MHD_Connection *connection);

/* Adds a reference. */
void svc_request_retain(svc_request *request);

/* Drops a reference; the last one frees. */
void svc_request_release(svc_request *request);

/*
 * Copies the strings of the head, which the connection owns: a worker that was given up may read
 * them when the connection is gone. Returns false where memory is out.
 */
bool svc_request_keep_head(svc_request *request);

/* What became of body bytes. */
typedef enum { SVC_BODY_KEPT, SVC_BODY_TOO_LARGE, SVC_BODY_NO_ROOM } svc_body_status;

/* Appends to the body, which is allocated at once where the length was declared. */
svc_body_status svc_request_append(svc_request *request, const char *bytes, size_t length);

/*
 * Notes that `length` more bytes have come of a body that the guard of the socket gathers, and
 * drops them where it returns that they are not kept.
 */
svc_body_status svc_request_note(svc_request *request, svc_wire_body *body, size_t length);

/* Takes the body over where it was gathered; it is complete. */
void svc_request_take_body(svc_request *request);

/* Frees the body. */
void svc_request_drop_body(svc_request *request);

/* Returns whether the client has closed its side. */
bool svc_request_client_gone(const svc_request *request);

/* Returns a header of the request, decoded; NULL: absent. */
const char *svc_request_header(const svc_request *request, const char *name);

#endif
