/* The parts of a server, from its settings. */
#ifndef SVC_SERVER_PARTS_H
#define SVC_SERVER_PARTS_H

#include "config/config.h"
#include "server/state.h"

/* Fills the server with what needs neither threads nor files. `config` must outlive it. */
void svc_parts_set_up(svc_server *server, const svc_config *config, const svc_log *log,
                      const char *version);

/* Starts counting. Returns false where memory is out, with the reason logged. */
bool svc_parts_start_metrics(svc_server *server, const svc_config *config);

/* Sets up the rules of access. Returns false where that failed, with the reason logged. */
bool svc_parts_start_access(svc_http *http, const svc_config *config);

/*
 * Starts the fetcher and the way to the renderer, as far as the settings have them. Returns false,
 * with a line in the log, where it cannot; what runs is the work's to end.
 */
bool svc_parts_start_outside(svc_server *server, const svc_config *config);

#endif
