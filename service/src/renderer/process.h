/* The process of danad renderer, from its settings to its end. */
#ifndef SVC_RENDERER_PROCESS_H
#define SVC_RENDERER_PROCESS_H

#include "base/log.h"
#include "config/config.h"

/* Renders until SIGTERM or SIGINT. Returns the exit status: 0, or 1 where it does not start. */
int svc_renderer_run(const svc_config *config, const svc_log *log);

#endif
