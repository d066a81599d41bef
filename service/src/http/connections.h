/*
 * The open connections, for threads other than the I/O thread.
 *
 * Thread rule: a connection's members are read and written under the list's mutex. Under it nothing
 * else is locked, and no function of libmicrohttpd is called.
 */
#ifndef SVC_HTTP_CONNECTIONS_H
#define SVC_HTTP_CONNECTIONS_H

#include "system/address.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* A connection; freed when it closes. */
typedef struct svc_connection {
    struct svc_connection *next;
    struct svc_connection *previous;
    int fd;
    bool surplus;                /* one too many: answered 503. Constant */
    bool used;                   /* a request was completed */
    bool closing;                /* shut down while it was silent: takes no request any more */
    unsigned long long received; /* bytes read when the last request was completed, 0 before */
    bool crowded;                /* one too many of its address: answered 429. Constant */
    svc_address peer;            /* constant */
    double idle_since_ms;        /* when it began, or its last request was completed */
    double gone_since_ms;        /* when it was first seen that the client has left; 0: not */
    struct svc_request *request; /* on the way; NULL between requests and in a head */
} svc_connection;

/* The list. */
typedef struct {
    pthread_mutex_t mutex;
    svc_connection *first;
    atomic_uint count; /* written under the mutex, read anywhere */
} svc_connections;

/* Makes an empty list. */
void svc_connections_init(svc_connections *list);

/* Frees the list; nobody may be using it. */
void svc_connections_destroy(svc_connections *list);

/*
 * Adds a connection from an address: surplus where there are `most` already, crowded where
 * `most_of_peer` (0: any number) of them are the same client's. Returns NULL where memory is out.
 */
svc_connection *svc_connections_add(svc_connections *list, int fd, unsigned most,
                                    const svc_address *peer, unsigned most_of_peer);

/* Takes a connection (NULL: none) off the list and frees it. */
void svc_connections_remove(svc_connections *list, svc_connection *connection);

/*
 * Notes the request that a connection (NULL: none) is busy with; NULL: it is idle from now on.
 * Returns false where the connection is closing: its request must be dropped unseen.
 */
bool svc_connections_set_request(svc_connections *list, svc_connection *connection,
                                 struct svc_request *request);

/*
 * Shuts a connection down where the client would not notice more than the end of an idle connection
 * (RFC 9112, 9.5): no request on the way, no byte of the next one received, and that since used_ms,
 * or fresh_ms where it was never used. The list's mutex is held.
 */
void svc_connection_end_idle(svc_connection *connection, double now_ms, double used_ms,
                             double fresh_ms);

/*
 * Shuts a connection down whose client has closed its side and left nothing to read, where its
 * request has not arrived: nothing more will come. libmicrohttpd does not see an end that comes
 * with the last bytes. Twice, grace_ms apart, so that what was just read is not lost. The list's
 * mutex is held.
 */
void svc_connection_end_gone(svc_connection *connection, double now_ms, double grace_ms);

/*
 * Shuts a connection down that is one too many, and has had head_ms for the head of its first
 * request. The list's mutex is held.
 */
void svc_connection_end_extra(svc_connection *connection, double now_ms, double head_ms);

/* Does svc_connection_end_idle for all connections, and returns how many are open. */
unsigned svc_connections_end_idle(svc_connections *list, double used_ms, double fresh_ms);

#endif
