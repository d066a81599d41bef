/*
 * What the requests of a server share. Known to http, and to the server that it is the main part
 * of; all other parts are handed what they need. Constant while the server runs, but for the
 * atomics and what guards itself.
 */
#ifndef SVC_HTTP_STATE_H
#define SVC_HTTP_STATE_H

#include "access/access.h"
#include "base/log.h"
#include "http/connections.h"
#include "metrics/metrics.h"
#include "work/batch.h"

/* The state. */
typedef struct {
    svc_log log;
    svc_metrics metrics;
    double start_time_s; /* of the process, since 1970 UTC; negative: unknown */
    api_context api;
    svc_work work;
    svc_batches batches;
    svc_connections connections;
    svc_access access;
    struct MHD_Response
        *spare;               /* 500, made at the start: for when there is no memory for answers */
    const char *base_path;    /* "", or "/a/b"; borrowed from the settings */
    unsigned connections_max; /* that are served; those above are answered 503 */
    size_t header_bytes;      /* most of a request's head */
    double idle_timeout_ms;   /* longest silence between requests */
    double write_timeout_ms;  /* longest time that a client may take to read its answer */
    unsigned queue_high;      /* jobs in the queue from which on it is not ready; 0: any */
    atomic_int heartbeat_fd;  /* our own connection that is being handed over, or -1 */
    atomic_uint in_flight;    /* requests begun and not completed */
    atomic_bool draining;     /* stopping: not ready, and answers close their connection */
} svc_http;

#endif
