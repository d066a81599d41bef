/* The main thread while the server works: waits for signals and tells the manager that it lives. */
#ifndef SVC_SERVER_WATCH_H
#define SVC_SERVER_WATCH_H

#include "server/state.h"
#include "system/notify.h"

#include <signal.h>

/*
 * Waits for one of `signals`, which are blocked, for timeout_ms at most, and meanwhile sends the
 * signs of life that are due: where the I/O thread answers and not too many workers are stuck.
 * Returns the signal's number, or 0 where none came.
 */
int svc_watch(svc_server *server, svc_notifier *notifier, const sigset_t *signals,
              double timeout_ms);

#endif
