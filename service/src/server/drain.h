/* The orderly end of a server. */
#ifndef SVC_SERVER_DRAIN_H
#define SVC_SERVER_DRAIN_H

#include "server/state.h"
#include "system/notify.h"

#include <signal.h>

/* How a drain goes. */
typedef struct {
    double delay_ms;   /* accepting goes on this long, for those who have yet to learn of the end */
    double timeout_ms; /* then what has begun has this long; after it the queue is refused */
    bool hurry;        /* somebody is waiting at a terminal: no delay, no grace for idle clients */
} svc_drain_settings;

/*
 * Says not ready, goes on for a while, stops accepting, waits until what has begun is answered and
 * idle connections are closed, and stops the server. Signs of life go on meanwhile. `signals` are
 * blocked in all threads; one of them during the wait ends it: the return is then false and the
 * process should exit at once.
 */
bool svc_drain(svc_server *server, const svc_drain_settings *settings, const sigset_t *signals,
               svc_notifier *notifier);

#endif
