#include "server/daemon.h"

#include "http/handler.h"
#include "wire/head.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Connections between our limit and libmicrohttpd's, so that we can answer 503 ourselves. */
#define SURPLUS_CONNECTIONS 64
/*
 * What libmicrohttpd keeps of a connection beside the head: 56 bytes for each header and parameter,
 * and the head of the answer, which it cannot send where it finds no room.
 */
#define LIBRARY_BYTES                                                                              \
    ((size_t)64 * (SVC_WIRE_FIELDS_MAX + SVC_WIRE_PARAMETERS_MAX) + (size_t)6 * 1024)

/*
 * No news: our own MHD_NO, which ends the connection of a client that has left, and options of TCP
 * on a connection that has gone, or on our own (heartbeat.c).
 */
static svc_log_level library_message_level(const char *message)
{
    static const char *const no_news[] = {"Application reported internal error", "Setting TCP_",
                                          "Failed to push the data"};

    for (size_t i = 0; i < sizeof no_news / sizeof no_news[0]; i++) {
        if (strncmp(message, no_news[i], strlen(no_news[i])) == 0) {
            return SVC_LOG_DEBUG;
        }
    }
    return SVC_LOG_WARN;
}

static void log_library_message(void *cls, const char *format, va_list arguments)
{
    const svc_http *http = cls;
    char message[512];

    int length = vsnprintf(message, sizeof message, format, arguments);
    if (length > 0 && length < (int)sizeof message && message[length - 1] == '\n') {
        message[length - 1] = '\0';
    }
    svc_log_message(&http->log, library_message_level(message), message);
}

static void panic(void *cls, const char *file, unsigned line_number, const char *reason)
{
    const svc_http *http = cls;
    svc_log_line line;

    svc_log_begin(&line, &http->log, SVC_LOG_ERROR, "libmicrohttpd panic");
    svc_log_string(&line, "file", file);
    svc_log_integer(&line, "line", line_number);
    svc_log_string(&line, "reason", reason);
    svc_log_end(&line);
    abort();
}

unsigned svc_daemon_connections(const svc_server *server)
{
    return server->http.connections_max + SURPLUS_CONNECTIONS;
}

size_t svc_daemon_connection_memory(const svc_server *server)
{
    return server->http.header_bytes + LIBRARY_BYTES;
}

bool svc_daemon_start(svc_server *server)
{
    svc_http *http = &server->http;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC |
                     MHD_USE_ERROR_LOG;

    /* The reaper ends silent connections; libmicrohttpd's own timer is a second line. */
    double longest_ms = fmax(http->api.read_timeout_ms,
                             fmax(http->idle_timeout_ms, http->write_timeout_ms));
    unsigned timeout_s = (unsigned)(longest_ms / 1e3) + 2;

    MHD_set_panic_func(panic, http);
    server->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, svc_handle, http, MHD_OPTION_EXTERNAL_LOGGER, log_library_message,
        http, MHD_OPTION_LISTEN_SOCKET, server->listen_fd, MHD_OPTION_CONNECTION_LIMIT,
        svc_daemon_connections(server), MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        svc_daemon_connection_memory(server), MHD_OPTION_CONNECTION_TIMEOUT, timeout_s,
        MHD_OPTION_NOTIFY_COMPLETED, svc_handle_completed, http, MHD_OPTION_NOTIFY_CONNECTION,
        svc_handle_connection, http, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
    return server->daemon != NULL;
}
