#include "http/connections.h"

#include "base/clock.h"
#include "wire/receive.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

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

/*
 * Bytes that have come on a connection, whoever has read them: libmicrohttpd does not tell of a
 * head that it has read in part. 0 where the kernel (before Linux 4.1) or the socket cannot say.
 */
static unsigned long long received_bytes(int fd)
{
    struct tcp_info info;
    socklen_t length = sizeof info;

    memset(&info, 0, sizeof info);
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0 ||
        length < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) {
        return 0;
    }
    return info.tcpi_bytes_received;
}

bool svc_connections_set_request(svc_connections *list, svc_connection *connection,
                                 struct svc_request *request)
{
    if (connection == NULL) {
        return true;
    }
    pthread_mutex_lock(&list->mutex);
    bool open = !connection->closing;
    if (open || request == NULL) {
        connection->request = request;
        connection->idle_since_ms = svc_now_ms();
    }
    if (request == NULL) {
        connection->used = true;
        connection->received = svc_wire_received(connection->fd);
    }
    pthread_mutex_unlock(&list->mutex);
    return open;
}

static void end(svc_connection *connection)
{
    connection->closing = true;
    shutdown(connection->fd, SHUT_RDWR);
}

void svc_connection_end_idle(svc_connection *connection, double now_ms, double used_ms,
                             double fresh_ms)
{
    double limit_ms = connection->used ? used_ms : fresh_ms;

    if (connection->closing || connection->request != NULL ||
        now_ms - connection->idle_since_ms < limit_ms ||
        received_bytes(connection->fd) > connection->received) {
        return;
    }
    end(connection);
}

/* Whether the client's end has come, and all bytes before it were read. */
static bool is_at_end(int fd)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLRDHUP};
    int unread = 0;

    return poll(&poll_fd, 1, 0) > 0 && (poll_fd.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0 &&
           ioctl(fd, FIONREAD, &unread) == 0 && unread == 0;
}

void svc_connection_end_gone(svc_connection *connection, double now_ms, double grace_ms)
{
    if (connection->closing || !is_at_end(connection->fd)) {
        connection->gone_since_ms = 0.0;
        return;
    }
    if (connection->gone_since_ms <= 0.0) {
        connection->gone_since_ms = now_ms;
    } else if (now_ms - connection->gone_since_ms >= grace_ms) {
        end(connection);
    }
}

void svc_connection_end_extra(svc_connection *connection, double now_ms, double head_ms)
{
    bool extra = connection->surplus || connection->crowded;

    if (extra && !connection->closing && connection->request == NULL && !connection->used &&
        now_ms - connection->idle_since_ms >= head_ms) {
        end(connection);
    }
}

unsigned svc_connections_end_idle(svc_connections *list, double used_ms, double fresh_ms)
{
    double now_ms = svc_now_ms();

    pthread_mutex_lock(&list->mutex);
    for (svc_connection *c = list->first; c != NULL; c = c->next) {
        svc_connection_end_idle(c, now_ms, used_ms, fresh_ms);
    }
    unsigned count = list->count;
    pthread_mutex_unlock(&list->mutex);
    return count;
}
