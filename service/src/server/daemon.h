/* libmicrohttpd's thread: all network I/O. */
#ifndef SVC_SERVER_DAEMON_H
#define SVC_SERVER_DAEMON_H

#include "server/state.h"

/* Returns how many connections there may be at once, those included that are answered 503. */
unsigned svc_daemon_connections(const svc_server *server);

/* Starts it on the listening socket. Returns false where that failed. */
bool svc_daemon_start(svc_server *server);

/* Bytes that libmicrohttpd may hold for a connection. */
size_t svc_daemon_connection_memory(const svc_server *server);

#endif
