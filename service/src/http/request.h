/*
 * A request from its head to its completion.
 *
 * Thread rule: the I/O thread owns the request until it is queued, the worker that claimed it
 * until it is answered, and the I/O thread again from then on; only `state` and `references` are
 * touched outside that. It is freed by svc_request_release and nowhere else.
 */
#ifndef SVC_HTTP_REQUEST_H
#define SVC_HTTP_REQUEST_H

#include "base/request_id.h"
#include "base/traceparent.h"
#include "server/server.h"

/* Room for the host that is fetched from, with its NUL. */
#define SVC_TARGET_HOST_SIZE 256

/*
 * Where a request is. READING -> ANSWERED on the I/O thread, or by the reaper; READING -> HANDING
 * -> QUEUED -> RUNNING -> ANSWERED or ABANDONED (the client left) with a worker; where a page is
 * fetched, RUNNING -> FETCHING -> QUEUED_AGAIN -> RUNNING_AGAIN. It is suspended from QUEUED on. A
 * step is taken by svc_request_claim, so that of two threads that want it one loses; no state comes
 * twice, so that who has looked at one cannot take it for another.
 */
typedef enum {
    SVC_READING,
    SVC_HANDING,
    SVC_QUEUED,
    SVC_RUNNING,
    SVC_FETCHING,
    SVC_QUEUED_AGAIN,
    SVC_RUNNING_AGAIN,
    SVC_ANSWERED,
    SVC_ABANDONED
} svc_request_state;

/* What workers do: the first member of all that is put into the queue. */
typedef struct {
    svc_pool_work *run;
} svc_job;

/* A request. */
typedef struct svc_request {
    svc_job job;
    svc_server *server;
    struct MHD_Connection *connection;
    svc_connection *place; /* the connection's in the server's list; NULL where memory was out */
    int fd;                /* the connection's, borrowed */
    char id[SVC_REQUEST_ID_SIZE];
    api_request head; /* what the API sees; strings are the connection's until they are kept */
    char *head_strings;
    api_parameter *parameters;
    svc_request_access access;
    const api_route *route; /* NULL: refused */
    bool refused;           /* `refusal` is the answer, once the body has been thrown away */
    api_response refusal;
    char *body;
    size_t body_length;
    size_t body_capacity;
    size_t received; /* body bytes, also those thrown away */
    double started_ms;
    _Atomic double stage_ms;    /* when it was queued, and then when a worker began with it */
    _Atomic double answered_ms; /* when the answer, or a part of it, was there to be sent; else 0 */
    svc_fetch_result fetch; /* the page that was ordered; its strings are those of head.fetched */
    api_fetched fetched;
    const char *fetch_reason; /* for the log; NULL: nothing was fetched */
    double fetch_ms;
    _Atomic double queue_ms; /* how long it waited for workers; negative: it did not */
    svc_worker *worker;      /* at work on it, once it is RUNNING */
    int status;              /* of the answer, 0 before */
    size_t bytes_out;
    /* For metrics and the log; see observe.h: */
    size_t route_index;
    svc_trace trace;
    char target_host[SVC_TARGET_HOST_SIZE];
    const char *problem;   /* code of the answer */
    api_measures measures; /* of the page */
    atomic_int state;
    atomic_int references;
} svc_request;

/*
 * Copies the strings of the head, which the connection owns: a worker that was given up may look at
 * them when the connection is gone. Returns false where memory is out.
 */
bool svc_request_keep_head(svc_request *request);

/* Makes a request with one reference. Returns NULL where memory is out. */
svc_request *svc_request_new(svc_server *server, struct MHD_Connection *connection);

/* Adds a reference. */
void svc_request_retain(svc_request *request);

/* Drops a reference; the last one frees. */
void svc_request_release(svc_request *request);

/* Moves from one state to another; false where another thread was faster. */
bool svc_request_claim(svc_request *request, svc_request_state from, svc_request_state to);

/* What became of body bytes. */
typedef enum { SVC_BODY_KEPT, SVC_BODY_TOO_LARGE, SVC_BODY_NO_ROOM } svc_body_status;

/* Appends to the body, which is allocated at once where the length was declared. */
svc_body_status svc_request_append(svc_request *request, const char *bytes, size_t length);

/*
 * Counts bytes that are held for requests, in server->body_bytes; to be subtracted there when they
 * are freed. Returns false, and has counted nothing, where there is no room.
 */
bool svc_account_bytes(svc_server *server, size_t length);

/* Describes a page that was fetched, by borrowing; without its bytes where there was no room. */
void svc_describe_page(const svc_fetch_result *result, bool room, api_fetched *out);

/*
 * Takes the page that was ordered, as head.fetched. Its bytes count as a body's do; returns false
 * where there is no room for them.
 */
bool svc_request_take_page(svc_request *request, svc_fetch_result *result);

/* Frees the body, and the page that was fetched. */
void svc_request_drop_body(svc_request *request);

/* Returns whether the client has closed its side. */
bool svc_request_client_gone(const svc_request *request);

#endif
