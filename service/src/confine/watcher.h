/* Tells of system calls that the filter does not know, and lets them pass. */
#ifndef SVC_CONFINE_WATCHER_H
#define SVC_CONFINE_WATCHER_H

#include "base/log.h"

#include <stdbool.h>

/*
 * Starts the thread that reads the filter's questions; to be called before the filter is installed,
 * as the thread must not be filtered itself. The log outlives the process. Returns false where no
 * thread can be started.
 */
bool svc_watcher_start(const svc_log *log);

/* Hands the filter's descriptor to the thread; from then on it answers. */
void svc_watcher_watch(int asked);

#endif
