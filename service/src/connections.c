#include "connections.h"

#include "clock.h"

#include <stdlib.h>

void svc_connections_init(svc_connections *list)
{
    *list = (svc_connections){.first = NULL};
    pthread_mutex_init(&list->mutex, NULL);
}

void svc_connections_destroy(svc_connections *list)
{
    pthread_mutex_destroy(&list->mutex);
}

svc_connection *svc_connections_add(svc_connections *list, int fd, unsigned most)
{
    svc_connection *connection = calloc(1, sizeof *connection);

    if (connection == NULL) {
        return NULL;
    }
    connection->fd = fd;
    connection->idle_since_ms = svc_now_ms();
    pthread_mutex_lock(&list->mutex);
    connection->surplus = list->count >= most;
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
