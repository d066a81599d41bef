/* The listening socket, from its first connection to its last. */
#ifndef SVC_SERVER_LISTENER_H
#define SVC_SERVER_LISTENER_H

#include "server/state.h"

/*
 * Takes the socket that was handed to the process, or opens one at an address. Returns false where
 * that failed, with the reason logged.
 */
bool svc_listener_open(svc_server *server, const char *address);

/*
 * Takes no new connections. Where the listening socket is this server's alone, the handshakes that
 * have begun are let through and those that follow are refused; an inherited one is left as it is
 * to those who share it. Takes up to 200 ms.
 */
void svc_listener_end(svc_server *server);

#endif
