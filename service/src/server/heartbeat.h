/* Whether the server still answers, asked over a connection of its own. */
#ifndef SVC_SERVER_HEARTBEAT_H
#define SVC_SERVER_HEARTBEAT_H

#include "server/state.h"

/* What svc_heartbeat learned. */
typedef enum {
    SVC_HEART_BEATS,  /* /livez said 200 */
    SVC_HEART_FAILS,  /* no answer in time, or another one: workers are stuck */
    SVC_HEART_UNKNOWN /* not asked: no connection or descriptor was left */
} svc_heart;

/*
 * Asks the I/O thread for /livez over a pair of sockets, so that neither the network nor the number
 * of connections counts, and waits up to timeout_ms. Connections that were handed to the I/O thread
 * before have been taken over when it answers. For the main thread.
 */
svc_heart svc_heartbeat(svc_server *server, int timeout_ms);

#endif
