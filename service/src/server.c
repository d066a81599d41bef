#include "server.h"

#include "admin.h"
#include "clock.h"
#include "handler.h"
#include "listen.h"
#include "observe.h"
#include "process.h"
#include "reaper.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Connections between our limit and libmicrohttpd's, so that we can answer 503 ourselves. */
#define SURPLUS_CONNECTIONS 64
/* Descriptors besides those of connections. */
#define OTHER_DESCRIPTORS 64
/* Memory of a connection for its head; 414 and 431 above. */
#define CONNECTION_BYTES ((size_t)32 * 1024)
/* Bodies in memory: this many of the largest for each worker. */
#define BODIES_PER_WORKER 2

/* Our own MHD_NO, which ends the connection of a client that has left, is no news. */
static svc_log_level library_message_level(const char *message)
{
    static const char ours[] = "Application reported internal error";

    return strncmp(message, ours, sizeof ours - 1) == 0 ? SVC_LOG_DEBUG : SVC_LOG_WARN;
}

static void log_library_message(void *cls, const char *format, va_list arguments)
{
    const svc_server *server = cls;
    char message[512];

    int length = vsnprintf(message, sizeof message, format, arguments);
    if (length > 0 && length < (int)sizeof message && message[length - 1] == '\n') {
        message[length - 1] = '\0';
    }
    svc_log_message(&server->log, library_message_level(message), message);
}

static void panic(void *cls, const char *file, unsigned line_number, const char *reason)
{
    const svc_server *server = cls;
    svc_log_line line;

    svc_log_begin(&line, &server->log, SVC_LOG_ERROR, "libmicrohttpd panic");
    svc_log_string(&line, "file", file);
    svc_log_integer(&line, "line", line_number);
    svc_log_string(&line, "reason", reason);
    svc_log_end(&line);
    abort();
}

/* Two heaps instead of eight a core: workers allocate much and seldom at the same time. */
static void prepare_process(void)
{
    struct rlimit descriptors;
    rlim_t wanted = SVC_CONNECTIONS_MAX + SURPLUS_CONNECTIONS + OTHER_DESCRIPTORS;

    mallopt(M_ARENA_MAX, 2);
    signal(SIGPIPE, SIG_IGN);
    if (getrlimit(RLIMIT_NOFILE, &descriptors) == 0 && descriptors.rlim_cur < wanted) {
        descriptors.rlim_cur = wanted < descriptors.rlim_max ? wanted : descriptors.rlim_max;
        setrlimit(RLIMIT_NOFILE, &descriptors);
    }
}

static bool open_listener(svc_server *server, const svc_config *config)
{
    svc_listen_address address;
    svc_log_line line;

    if (svc_listen_parse(config->listen, &address)) {
        server->listen_fd = svc_listen_open(&address);
    }
    if (server->listen_fd >= 0) {
        return true;
    }
    svc_log_begin(&line, &server->log, SVC_LOG_ERROR, "cannot listen");
    svc_log_string(&line, "address", config->listen);
    svc_log_string(&line, "reason", strerror(errno));
    svc_log_end(&line);
    return false;
}

static bool start_daemon(svc_server *server)
{
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC |
                     MHD_USE_ERROR_LOG;

    MHD_set_panic_func(panic, server);
    server->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, svc_handle, server, MHD_OPTION_EXTERNAL_LOGGER, log_library_message,
        server, MHD_OPTION_LISTEN_SOCKET, server->listen_fd, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)(SVC_CONNECTIONS_MAX + SURPLUS_CONNECTIONS), MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        CONNECTION_BYTES, MHD_OPTION_CONNECTION_TIMEOUT, SVC_IDLE_TIMEOUT_S,
        MHD_OPTION_NOTIFY_COMPLETED, svc_handle_completed, server, MHD_OPTION_NOTIFY_CONNECTION,
        svc_handle_connection, server, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
    return server->daemon != NULL;
}

static void log_listening(const svc_server *server)
{
    char url[96];
    char message[128] = "listening on ";

    svc_listen_url(server->listen_fd, url, sizeof url);
    memcpy(message + strlen(message), url, strlen(url) + 1);
    svc_log_message(&server->log, SVC_LOG_INFO, message);
}

static void set_up(svc_server *server, const svc_config *config, const svc_log *log,
                   const char *version)
{
    *server = (svc_server){.log = *log, .listen_fd = -1, .admin_fd = -1};
    server->api = (api_context){.version = version,
                                .max_body_bytes = (size_t)config->max_body_bytes,
                                .workers = (unsigned)config->workers,
                                .queue_size = (unsigned)config->queue_size,
                                .process_timeout_ms = (double)config->process_timeout_ms,
                                .read_timeout_ms = (double)config->read_timeout_ms,
                                .queue_timeout_ms = (double)config->queue_timeout_ms,
                                .max_attributes = (size_t)config->max_attributes,
                                .max_depth = (size_t)config->max_depth,
                                .max_nodes = (size_t)config->max_nodes,
                                .max_lines = (size_t)config->max_lines,
                                .batch_max_items = (size_t)config->batch_max_items,
                                .fetch = config->fetch != 0,
                                .now_ms = svc_now_ms};
    api_compat_parse(config->compat, &server->api.compat);
    server->body_bytes_max = server->api.workers * server->api.max_body_bytes * BODIES_PER_WORKER;
    svc_connections_init(&server->connections);
    svc_batches_init(&server->batches, (unsigned)config->batch_inflight, server->api.queue_size);
}

/* Metrics are on the one listener or the other; they are counted in any case. */
static bool set_up_metrics(svc_server *server, const svc_config *config)
{
    bool on_admin = config->admin_listen[0] != '\0';

    server->start_time_s = svc_process_start_s();
    server->api.observer = server;
    server->api.on_document = svc_observe_document;
    server->admin_api = server->api;
    if (config->metrics != 0) {
        server->admin_api.metrics = svc_observe_metrics;
        server->api.metrics = on_admin ? NULL : svc_observe_metrics;
    }
    if (!svc_metrics_init(&server->metrics)) {
        svc_log_message(&server->log, SVC_LOG_ERROR, "out of memory");
        return false;
    }
    return true;
}

static bool start_fetcher(svc_server *server, const svc_config *config)
{
    char error[SVC_FETCHER_ERROR_SIZE];

    if (config->fetch == 0) {
        return true;
    }
    snprintf(server->user_agent, sizeof server->user_agent, "danad/%s", server->api.version);
    const svc_fetch_settings settings = {
        .limits = {.timeout_ms = (long)config->fetch_timeout_ms,
                   .connect_timeout_ms = (long)config->fetch_connect_timeout_ms,
                   .max_bytes = (size_t)config->fetch_max_bytes,
                   .max_ratio = (size_t)config->fetch_max_ratio,
                   .max_redirects = (int)config->fetch_max_redirects,
                   .concurrency = (unsigned)config->fetch_concurrency,
                   .per_host = (unsigned)config->fetch_per_host},
        .ports = config->fetch_ports,
        .allow_networks = config->fetch_allow_cidrs,
        .deny_networks = config->fetch_deny_cidrs,
        .allow_hosts = config->fetch_allow_hosts,
        .deny_hosts = config->fetch_deny_hosts,
        .proxy = config->fetch_proxy,
        .metrics = &server->metrics,
        .user_agent = config->fetch_user_agent[0] != '\0' ? config->fetch_user_agent
                                                          : server->user_agent};
    server->fetcher = svc_fetcher_start(&settings, error);
    if (server->fetcher == NULL) {
        svc_log_message(&server->log, SVC_LOG_ERROR, error);
    }
    return server->fetcher != NULL;
}

/* Starts the threads, each needing the one before it; those that run are stopped on failure. */
static bool start_threads(svc_server *server, const svc_config *config)
{
    if (!svc_pool_start(&server->pool, server->api.workers, (unsigned)config->stuck_workers_max,
                        server->api.queue_size, svc_handle_job, server)) {
        svc_log_message(&server->log, SVC_LOG_ERROR, "cannot start the workers");
        return false;
    }
    if (!start_fetcher(server, config)) {
        svc_pool_stop(&server->pool);
        return false;
    }
    if (!svc_reaper_start(server)) {
        svc_log_message(&server->log, SVC_LOG_ERROR, "cannot start the reaper");
        svc_fetcher_stop(server->fetcher);
        svc_pool_stop(&server->pool);
        return false;
    }
    if (!start_daemon(server)) {
        svc_log_message(&server->log, SVC_LOG_ERROR, "cannot start the HTTP daemon");
        svc_reaper_stop(server);
        svc_fetcher_stop(server->fetcher);
        svc_pool_stop(&server->pool);
        return false;
    }
    return true;
}

bool svc_server_start(svc_server *server, const svc_config *config, const svc_log *log,
                      const char *version)
{
    set_up(server, config, log, version);
    prepare_process();
    if (!set_up_metrics(server, config) || !open_listener(server, config)) {
        svc_metrics_destroy(&server->metrics);
        return false;
    }
    if (!start_threads(server, config)) {
        close(server->listen_fd);
        svc_metrics_destroy(&server->metrics);
        return false;
    }
    if (!svc_admin_start(server, config->admin_listen)) {
        svc_server_stop(server);
        return false;
    }
    log_listening(server);
    return true;
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

void svc_server_stop_accepting(svc_server *server)
{
    atomic_store(&server->draining, true);
    MHD_quiesce_daemon(server->daemon);
    adopt_backlog(server);
    shutdown(server->listen_fd, SHUT_RDWR);
}

bool svc_server_stop(svc_server *server)
{
    svc_admin_stop(server);
    atomic_store(&server->shedding, true);
    svc_fetcher_stop(server->fetcher); /* its orders go back into the queue */
    server->fetcher = NULL;
    if (!svc_pool_stop(&server->pool)) {
        return false;
    }
    svc_reaper_stop(server);
    MHD_stop_daemon(server->daemon);
    close(server->listen_fd);
    svc_connections_destroy(&server->connections);
    svc_batches_destroy(&server->batches);
    svc_metrics_destroy(&server->metrics);
    return true;
}
