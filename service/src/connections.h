/*
 * The connections that are open, for the one who looks at them from outside the I/O thread.
 *
 * Thread rule: a connection's members are read and written under the list's mutex. Under it nothing
 * else is locked, and no function of libmicrohttpd is called.
 */
#ifndef SVC_CONNECTIONS_H
#define SVC_CONNECTIONS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* A connection; freed when it closes. */
typedef struct svc_connection {
    struct svc_connection *next;
    struct svc_connection *previous;
    int fd;
    bool surplus;                /* one too many: answered 503. Constant */
    double idle_since_ms;        /* when it began, or its last request was completed */
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

/* Adds a connection, surplus where there are `most` already. Returns NULL where memory is out. */
svc_connection *svc_connections_add(svc_connections *list, int fd, unsigned most);

/* Takes a connection (NULL: none) off the list and frees it. */
void svc_connections_remove(svc_connections *list, svc_connection *connection);

/* Notes the request that a connection (NULL: none) is busy with; NULL: it is idle from now on. */
void svc_connections_set_request(svc_connections *list, svc_connection *connection,
                                 struct svc_request *request);

#endif
