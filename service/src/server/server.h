/*
 * The server: one libmicrohttpd thread that does all network I/O, a pool of workers that do all
 * JSON and extraction, and the main thread that starts and stops them.
 */
#ifndef SVC_SERVER_SERVER_H
#define SVC_SERVER_SERVER_H

#include "access/access.h"
#include "base/log.h"
#include "config/config.h"
#include "fetch/fetch.h"
#include "http/connections.h"
#include "metrics/metrics.h"
#include "pool/pool.h"
#include "work/batches.h"

#include "api/api.h"

#include <microhttpd.h>
#include <stdatomic.h>

/* A server. Constant while it runs, except for the atomics and the pool. */
typedef struct {
    svc_log log;
    svc_metrics metrics;
    double start_time_s; /* of the process, since 1970 UTC; negative: unknown */
    api_context api;
    api_context admin_api; /* with metrics, where they are on the admin listener */
    svc_pool pool;
    svc_fetcher *fetcher; /* NULL: URLs are not fetched */
    char user_agent[64];  /* of the fetcher, unless one is set */
    svc_connections connections;
    svc_access access;
    svc_batches batches;
    struct MHD_Daemon *daemon;
    struct MHD_Daemon *admin; /* NULL: there is no admin listener */
    pthread_t reaper;
    int listen_fd;
    const char *base_path;    /* "", or "/a/b"; borrowed from the settings */
    int admin_fd;             /* -1: none */
    bool listen_inherited;    /* the socket is another process's as well */
    unsigned connections_max; /* that are served; those above are answered 503 */
    size_t header_bytes;      /* room for the head of a request */
    double idle_timeout_ms;   /* longest silence between requests */
    double write_timeout_ms;  /* longest time that a client may take to read its answer */
    unsigned queue_high;      /* jobs in the queue from which on it is not ready; 0: any */
    atomic_int heartbeat_fd;  /* our own connection that is being handed over, or -1 */
    size_t body_bytes_max;    /* limit of body_bytes */
    atomic_size_t body_bytes; /* held in request bodies now */
    atomic_uint in_flight;    /* requests begun and not completed */
    atomic_bool draining;     /* stopping: not ready, and answers close their connection */
    atomic_bool shedding;     /* drain time is over: queued requests are refused */
    atomic_bool stopping;     /* the reaper must end */
} svc_server;

/*
 * Starts serving. Returns false where that failed, with the reason logged. The signals that the
 * caller waits for must be blocked before, as the threads inherit the mask.
 */
bool svc_server_start(svc_server *server, const svc_config *config, const svc_log *log,
                      const char *version);

/*
 * Reads the file of tokens again, without touching any request; the result is logged. To be called
 * only where there is one (api.auth).
 */
void svc_server_reload(svc_server *server);

/*
 * Takes no new connections. Where the listening socket is this server's alone, the handshakes that
 * have begun are let through and those that follow are refused; an inherited one is left as it is
 * to those who share it. Takes up to 200 ms.
 */
void svc_server_stop_accepting(svc_server *server);

/*
 * Stops everything and frees it; requests in the queue are refused with 503 first. Returns false
 * where stuck workers are left: the process must end now, and nothing was freed.
 */
bool svc_server_stop(svc_server *server);

#endif
