#include "server/admin.h"

#include "base/clock.h"
#include "base/request_id.h"
#include "http/health.h"
#include "http/observe.h"
#include "server/daemon.h"
#include "system/listen.h"
#include "wire/receive.h"
#include "wire/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Scrapers and probes are few. One address may not have all connections. */
#define CONNECTIONS_MAX 64U
#define PER_ADDRESS_MAX 16U
#define IDLE_TIMEOUT_S  30U
/* Of a method in the log. */
#define METHOD_BYTES 32

/* What is answered here; all else is not found. */
static bool is_served(const char *path)
{
    static const char *const paths[] = {"/metrics", "/livez", "/readyz", "/healthz"};

    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        if (strcmp(path, paths[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void answer(svc_server *server, api_request *request, svc_fault fault,
                   const char *authorization, api_response *response)
{
    const api_route *route;

    *response = (api_response){0};

    if (fault.code != NULL) {
        api_problem_response(response, &server->admin_api, request->id, fault.code, fault.detail,
                             0);
        return;
    }
    if (!is_served(request->path)) {
        api_problem_response(response, &server->admin_api, request->id, "not-found", NULL, 0);
        return;
    }
    if (strcmp(request->method, "OPTIONS") != 0 &&
        !svc_access_judge_token(&server->http.access, request->id, request->path, authorization,
                                response)) {
        return;
    }
    route = api_route_head(&server->admin_api, request, response);
    if (route != NULL) {
        api_check checks[SVC_HEALTH_CHECKS];

        request->health = svc_health_now(&server->http, checks);
        api_handle(&server->admin_api, route, request, response);
        request->health.checks = NULL; /* they end here */
    }
}

/* Sends a response, whose body belongs to libmicrohttpd from now on. */
static enum MHD_Result send_response(struct MHD_Connection *connection, const char *id,
                                     api_response *response)
{
    enum MHD_ResponseMemoryMode mode = response->body_is_static ? MHD_RESPMEM_PERSISTENT
                                                                : MHD_RESPMEM_MUST_FREE;
    struct MHD_Response *made = MHD_create_response_from_buffer(response->body_length,
                                                                response->body, mode);

    if (made == NULL) {
        api_response_clear(response);
        return MHD_NO;
    }
    if (response->content_type != NULL) {
        MHD_add_response_header(made, MHD_HTTP_HEADER_CONTENT_TYPE, response->content_type);
    }
    for (size_t i = 0; i < response->header_count; i++) {
        MHD_add_response_header(made, response->headers[i].name, response->headers[i].value);
    }
    MHD_add_response_header(made, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    MHD_add_response_header(made, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(made, "X-Request-Id", id);
    if (response->close_connection) {
        MHD_add_response_header(made, MHD_HTTP_HEADER_CONNECTION, "close");
    }
    enum MHD_Result result = MHD_queue_response(connection, (unsigned)response->status, made);
    MHD_destroy_response(made);
    return result;
}

static void note(svc_server *server, const api_request *request, const api_response *response,
                 double started_ms)
{
    const svc_request_facts facts = {.route = api_route_index(request->path),
                                     .method = request->method,
                                     .status = response->status,
                                     .problem = response->problem,
                                     .duration_ms = svc_now_ms() - started_ms};
    bool known = facts.route < api_route_count();
    svc_log_line line;

    svc_metrics_request(&server->http.metrics, &facts);
    svc_log_begin(&line, &server->http.log, SVC_LOG_DEBUG, "admin request");
    svc_log_string(&line, "request_id", request->id);
    svc_log_cut(&line, "method", request->method, METHOD_BYTES);
    svc_log_string(&line, "route", known ? api_route_path_at(facts.route) : NULL);
    svc_log_integer(&line, "status", response->status);
    svc_log_integer(&line, "bytes_out", (long long)response->body_length);
    svc_log_ms(&line, "duration_ms", facts.duration_ms);
    svc_log_end(&line);
}

/* An MHD_AccessHandlerCallback. Answers at once: what has a body is not served here. */
static enum MHD_Result handle(void *cls, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload_data,
                              size_t *upload_data_size, void **con_cls)
{
    svc_server *server = cls;
    double started_ms = svc_now_ms();
    char id[SVC_REQUEST_ID_SIZE];
    api_response response;

    const char *fault = MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
                                                    SVC_WIRE_FAULT_FIELD);

    (void)version;
    (void)upload_data;
    (void)upload_data_size;
    (void)con_cls;
    svc_request_id_make(id,
                        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "X-Request-Id"));
    api_request request = {
        .id = id,
        .method = method,
        .path = url,
        .accept = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ACCEPT),
        .content_length = -1};
    answer(server, &request, svc_wire_fault(fault != NULL ? strtoul(fault, NULL, 10) : 0),
           MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_AUTHORIZATION),
           &response);
    note(server, &request, &response, started_ms);
    return send_response(connection, id, &response);
}

/* An MHD_NotifyConnectionCallback: the guard of the head stands here too. */
static void guard(void *cls, struct MHD_Connection *connection, void **socket_context,
                  enum MHD_ConnectionNotificationCode code)
{
    const svc_server *server = cls;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_CONNECTION_FD);

    (void)socket_context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        svc_wire_close(info->connect_fd);
    } else {
        svc_wire_open(info->connect_fd, server->http.header_bytes, SIZE_MAX, 0);
    }
}

static bool complain(const svc_server *server, const char *address, const char *reason)
{
    svc_log_line line;

    svc_log_begin(&line, &server->http.log, SVC_LOG_ERROR, "cannot start the admin listener");
    svc_log_string(&line, "address", address);
    svc_log_string(&line, "reason", reason);
    svc_log_end(&line);
    return false;
}

bool svc_admin_open(svc_server *server, const char *address)
{
    svc_listen_address parsed;

    if (address[0] == '\0') {
        return true;
    }
    if (!svc_listen_parse(address, &parsed)) {
        return complain(server, address, "not an address");
    }
    server->admin_fd = svc_listen_open(&parsed, server->listen_inherited);
    return server->admin_fd >= 0 || complain(server, address, strerror(errno));
}

bool svc_admin_start(svc_server *server)
{
    char url[96];
    svc_log_line line;

    if (server->admin_fd < 0) {
        return true;
    }
    svc_listen_url(server->admin_fd, url, sizeof url);
    server->admin = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, handle, server,
        MHD_OPTION_LISTEN_SOCKET, server->admin_fd, MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS_MAX,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, PER_ADDRESS_MAX, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        svc_daemon_connection_memory(server), MHD_OPTION_NOTIFY_CONNECTION, guard, server,
        MHD_OPTION_CONNECTION_TIMEOUT, IDLE_TIMEOUT_S, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_END);
    if (server->admin == NULL) {
        return complain(server, url, "libmicrohttpd did not start");
    }
    svc_log_begin(&line, &server->http.log, SVC_LOG_INFO, "admin listener");
    svc_log_string(&line, "address", url);
    svc_log_end(&line);
    return true;
}

void svc_admin_stop(svc_server *server)
{
    if (server->admin != NULL) {
        MHD_stop_daemon(server->admin); /* closes its socket as well */
        server->admin = NULL;
    } else if (server->admin_fd >= 0) {
        close(server->admin_fd);
    }
    server->admin_fd = -1;
}
