/* A server, put together from its parts, started and stopped. */
#ifndef SVC_SERVER_SERVER_H
#define SVC_SERVER_SERVER_H

#include "config/config.h"
#include "server/state.h"

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
 * Stops everything and frees it; requests in the queue are refused with 503 first. Returns false
 * where stuck workers are left: the process must end now, and nothing was freed.
 */
bool svc_server_stop(svc_server *server);

#endif
