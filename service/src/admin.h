/*
 * The admin listener: metrics and health on a socket of their own, for those who must not be
 * reached from where requests come, and who must get through when there are too many of them.
 */
#ifndef SVC_ADMIN_H
#define SVC_ADMIN_H

#include "server.h"

/*
 * Starts the listener at an address ("127.0.0.1:9090"); "" for none. The server runs. Returns false
 * where that failed, with the reason logged.
 */
bool svc_admin_start(svc_server *server, const char *address);

/* Stops it; nothing where there is none. */
void svc_admin_stop(svc_server *server);

#endif
