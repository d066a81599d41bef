/*
 * The admin listener: metrics and health on a socket of their own, for those who must not be
 * reached from where requests come, and who must get through when there are too many of them.
 */
#ifndef SVC_SERVER_ADMIN_H
#define SVC_SERVER_ADMIN_H

#include "server/state.h"

/*
 * Opens the socket at an address ("127.0.0.1:9090"; "" for none), shared with a predecessor where
 * the server's own socket is. Returns false where that failed, with the reason logged.
 */
bool svc_admin_open(svc_server *server, const char *address);

/*
 * Starts answering, where a socket was opened. The server runs. Returns false where that failed,
 * with the reason logged.
 */
bool svc_admin_start(svc_server *server);

/* Stops it and closes its socket; nothing where there is none. */
void svc_admin_stop(svc_server *server);

#endif
