/*
 * The connections that are open, for the one who looks at them from outside the I/O thread.
 *
 * Thread rule: a connection's members are read and written under the list's mutex. Under it nothing
 * else is locked, and no function of libmicrohttpd is called.
 */
#ifndef SVC_CONNECTIONS_H
#define SVC_CONNECTIONS_H

#include "fetch/address.h"

#include <pthread.h>
#include <stdbool.h>

/* A connection; freed when it closes. */
typedef struct svc_connection {
    struct svc_connection *next;
    struct svc_connection *previous;
    int fd;
    bool surplus;                /* one too many: answered 503. Constant */
    bool crowded;                /* one too many of its address: answered 429. Constant */
    svc_address peer;            /* constant */
    double idle_since_ms;        /* when it began, or its last request was completed */
    struct svc_request *request; /* on the way; NULL between requests and in a head */
} svc_connection;

/* The list. */
typedef struct {
    pthread_mutex_t mutex;
    svc_connection *first;
    unsigned count;
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

/* Notes the request that a connection (NULL: none) is busy with; NULL: it is idle from now on. */
void svc_connections_set_request(svc_connections *list, svc_connection *connection,
                                 struct svc_request *request);

#endif
