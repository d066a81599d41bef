#include "server/heartbeat.h"

#include "base/clock.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char request[] = "GET /livez HTTP/1.0\r\n\r\n";
static const char wanted[] = "HTTP/1.1 200 ";

/* Hands one end of the pair to libmicrohttpd, which owns it then, also where it fails. */
static bool add_connection(svc_server *server, int fd)
{
    struct sockaddr_in loopback = {.sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};

    atomic_store(&server->http.heartbeat_fd, fd);
    return MHD_add_connection(server->daemon, fd, (const struct sockaddr *)&loopback,
                              sizeof loopback) == MHD_YES;
}

/* Reads the beginning of the answer. */
static svc_heart read_answer(int fd, int timeout_ms)
{
    struct pollfd waiting = {.fd = fd, .events = POLLIN};
    char answer[sizeof wanted - 1] = {0};
    size_t length = 0;
    double end_ms = svc_now_ms() + timeout_ms;

    while (length < sizeof answer) {
        double left_ms = end_ms - svc_now_ms();
        if (left_ms <= 0 || poll(&waiting, 1, (int)left_ms + 1) <= 0) {
            return SVC_HEART_FAILS;
        }
        ssize_t got = read(fd, answer + length, sizeof answer - length);
        if (got <= 0) {
            return SVC_HEART_FAILS;
        }
        length += (size_t)got;
    }
    return memcmp(answer, wanted, sizeof answer) == 0 ? SVC_HEART_BEATS : SVC_HEART_FAILS;
}

svc_heart svc_heartbeat(svc_server *server, int timeout_ms)
{
    svc_heart heart = SVC_HEART_UNKNOWN;
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        return SVC_HEART_UNKNOWN;
    }
    bool sent = send(ends[1], request, sizeof request - 1, MSG_NOSIGNAL) ==
                (ssize_t)(sizeof request - 1);
    if (!sent) {
        close(ends[0]);
    } else if (add_connection(server, ends[0])) {
        heart = read_answer(ends[1], timeout_ms);
    }
    atomic_store(&server->http.heartbeat_fd, -1);
    close(ends[1]);
    return heart;
}
