/* The orderly end of a server. */
#ifndef SVC_DRAIN_H
#define SVC_DRAIN_H

#include "server.h"

#include <signal.h>

/*
 * Stops accepting, waits until what has begun is answered (20 s at most, then what is still queued
 * is refused) and stops the server. `signals` are blocked in all threads; one of them during the
 * wait ends it: the return is then false and the process should exit at once.
 */
bool svc_drain(svc_server *server, const sigset_t *signals);

#endif
