/* What a server gives up at its start, by its settings. */
#ifndef SVC_SERVER_CONFINEMENT_H
#define SVC_SERVER_CONFINEMENT_H

#include "base/log.h"
#include "config/config.h"

/*
 * Confines this thread and all that it starts to what a server of these settings does; to be called
 * before any other is started. The log outlives the process.
 */
void svc_confinement_start(const svc_config *config, const svc_log *log);

#endif
