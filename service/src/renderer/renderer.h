/*
 * The renderer: a process without a network that shows pages to browsers, for servers that connect
 * to its Unix socket. Each of its threads has a browser and serves one connection at a time; more
 * wait in the socket's backlog.
 */
#ifndef SVC_RENDERER_RENDERER_H
#define SVC_RENDERER_RENDERER_H

#include "renderer/browser/browser.h"

#include <pthread.h>
#include <stdatomic.h>

/* Most browsers of a renderer. */
#define SVC_RENDER_WORKERS_MAX 64

/* A renderer; members are private. */
typedef struct {
    svc_browser_settings settings;
    int listen_fd;
    unsigned workers;
    atomic_bool stopping;
    atomic_uint begun; /* threads, each of which takes a group */
    atomic_uint ready; /* browsers that have started once */
    atomic_uint running;
    atomic_uint busy;
    atomic_ulong pages;
    atomic_ulong failed;
    svc_group groups[SVC_RENDER_WORKERS_MAX];
    pthread_t threads[SVC_RENDER_WORKERS_MAX];
} svc_renderer;

/* How a renderer is. */
typedef struct {
    bool is_ready;    /* all browsers have started once, and one runs */
    unsigned workers; /* browsers that there are to be */
    unsigned running; /* that run now */
    unsigned busy;    /* with a page */
    unsigned long pages;
    unsigned long failed; /* pages after which the browser was of no use */
} svc_renderer_status;

/* Opens the Unix socket at a path, for every user of the machine: who connects gets nothing but
 * what he sends himself. Returns -1, errno set, where it cannot. */
int svc_renderer_listen(const char *path);

/*
 * Starts the threads; listen_fd is taken over. groups: one for each browser, copied; zeroed: none.
 * Returns false where one does not start.
 */
bool svc_renderer_start(svc_renderer *renderer, const svc_browser_settings *settings,
                        const svc_group *groups, unsigned workers, int listen_fd);

/* Returns whether all browsers have started once. */
bool svc_renderer_is_ready(svc_renderer *renderer);

/* Returns how it is now; for the thread that started it. */
svc_renderer_status svc_renderer_look(svc_renderer *renderer);

/* Takes no more connections, and waits for the pages that are being rendered. */
void svc_renderer_stop(svc_renderer *renderer);

#endif
