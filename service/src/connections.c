#include "connections.h"

#include "clock.h"

#include <stdlib.h>
#include <string.h>

void svc_connections_init(svc_connections *list)
{
    *list = (svc_connections){.first = NULL};
    pthread_mutex_init(&list->mutex, NULL);
}

void svc_connections_destroy(svc_connections *list)
{
    pthread_mutex_destroy(&list->mutex);
}

/* As the limiter sees clients: by the first 64 bits, which is all of an IPv4 address. */
static bool same_client(const svc_address *a, const svc_address *b)
{
    return a->family != 0 && a->family == b->family && memcmp(a->bytes, b->bytes, 8) == 0;
}

/* Whether `most` connections of an address are in the list. */
static bool is_crowded(const svc_connections *list, const svc_address *peer, unsigned most)
{
    unsigned found = 0;

    for (const svc_connection *c = list->first; most > 0 && c != NULL && found < most;
         c = c->next) {
        found += same_client(&c->peer, peer);
    }
    return most > 0 && found >= most;
}

svc_connection *svc_connections_add(svc_connections *list, int fd, unsigned most,
                                    const svc_address *peer, unsigned most_of_peer)
{
    svc_connection *connection = calloc(1, sizeof *connection);

    if (connection == NULL) {
        return NULL;
    }
    connection->fd = fd;
    connection->peer = *peer;
    connection->idle_since_ms = svc_now_ms();
    pthread_mutex_lock(&list->mutex);
    connection->surplus = list->count >= most;
    connection->crowded = is_crowded(list, peer, most_of_peer);
    connection->next = list->first;
    if (list->first != NULL) {
        list->first->previous = connection;
    }
    list->first = connection;
    list->count++;
    pthread_mutex_unlock(&list->mutex);
    return connection;
}

void svc_connections_remove(svc_connections *list, svc_connection *connection)
{
    if (connection == NULL) {
        return;
    }
    pthread_mutex_lock(&list->mutex);
    if (connection->previous != NULL) {
        connection->previous->next = connection->next;
    } else {
        list->first = connection->next;
    }
    if (connection->next != NULL) {
        connection->next->previous = connection->previous;
    }
    list->count--;
    pthread_mutex_unlock(&list->mutex);
    free(connection);
}

void svc_connections_set_request(svc_connections *list, svc_connection *connection,
                                 struct svc_request *request)
{
    if (connection == NULL) {
        return;
    }
    pthread_mutex_lock(&list->mutex);
    connection->request = request;
    connection->idle_since_ms = svc_now_ms();
    pthread_mutex_unlock(&list->mutex);
}
