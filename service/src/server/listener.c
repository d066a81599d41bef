#include "server/listener.h"

#include "server/admin.h"
#include "server/heartbeat.h"
#include "system/inherit.h"
#include "system/listen.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/* How long handshakes that have begun may take, when the server stops. */
#define HANDSHAKE_TICKS   15
#define HANDSHAKE_TICK_NS 10000000L
/* How long the I/O thread may take to notice adopted connections. */
#define TAKE_OVER_MS 1000

/* Takes the socket that was handed to us, if one was. Returns false where it is none. */
static bool take_listener(svc_server *server)
{
    const char *problem = NULL;
    int fd = svc_inherit_socket(&problem);

    if (fd == SVC_INHERIT_BAD) {
        svc_log_message(&server->http.log, SVC_LOG_ERROR, problem);
        return false;
    }
    server->listen_inherited = fd >= 0;
    server->listen_fd = fd;
    return true;
}

static bool open_listener(svc_server *server, const char *listen)
{
    svc_listen_address parsed;
    svc_log_line line;

    if (svc_listen_parse(listen, &parsed)) {
        server->listen_fd = svc_listen_open(&parsed, false);
    }
    if (server->listen_fd >= 0) {
        return true;
    }
    svc_log_begin(&line, &server->http.log, SVC_LOG_ERROR, "cannot listen");
    svc_log_string(&line, "address", listen);
    svc_log_string(&line, "reason", strerror(errno));
    svc_log_end(&line);
    return false;
}

bool svc_listener_open(svc_server *server, const char *address)
{
    return take_listener(server) && (server->listen_fd >= 0 || open_listener(server, address));
}

/* Connections that the kernel has accepted and libmicrohttpd has not would be reset. */
static void adopt_backlog(svc_server *server)
{
    struct sockaddr_storage peer;
    socklen_t length = sizeof peer;

    for (;;) {
        int fd = accept4(server->listen_fd, (struct sockaddr *)&peer, &length,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            return;
        }
        MHD_add_connection(server->daemon, fd, (struct sockaddr *)&peer, length);
        length = sizeof peer;
    }
}

/*
 * The end of a listening socket resets what waits in its backlog, and handshakes that are half
 * done. So the kernel is told to ignore new ones first; who tries again a second later is refused.
 */
static void end_listening(svc_server *server)
{
    const struct timespec tick = {.tv_nsec = HANDSHAKE_TICK_NS};

    svc_listen_ignore_new(server->listen_fd);
    for (int i = 0; i < HANDSHAKE_TICKS; i++) {
        adopt_backlog(server);
        nanosleep(&tick, NULL);
    }
    adopt_backlog(server);
    shutdown(server->listen_fd, SHUT_RDWR);
}

void svc_listener_end(svc_server *server)
{
    MHD_quiesce_daemon(server->daemon);
    if (server->listen_inherited) {
        svc_admin_stop(server); /* a successor answers on its address, which is shared as well */
    } else {
        end_listening(server);
    }
    svc_heartbeat(server, TAKE_OVER_MS); /* what was accepted or adopted is in the list now */
}
