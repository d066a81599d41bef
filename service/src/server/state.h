/*
 * A server: one libmicrohttpd thread that does all network I/O, a pool of workers that do all JSON
 * and extraction, and the main thread that starts and stops them. Known to this folder alone.
 */
#ifndef SVC_SERVER_STATE_H
#define SVC_SERVER_STATE_H

#include "http/state.h"
#include "server/outside.h"

#include <microhttpd.h>
#include <stdatomic.h>

/* A server. Constant while it runs, except for the atomics and what guards itself. */
typedef struct {
    svc_http http;
    api_context admin_api; /* with metrics, where they are on the admin listener */
    svc_outside outside;   /* the work has its parts, and ends them */
    struct MHD_Daemon *daemon;
    struct MHD_Daemon *admin; /* NULL: there is no admin listener */
    pthread_t reaper;
    atomic_bool stopping; /* the reaper must end */
    int listen_fd;
    int admin_fd;          /* -1: none */
    bool listen_inherited; /* the socket is another process's as well */
} svc_server;

#endif
