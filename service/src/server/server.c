#include "server/server.h"

#include "base/clock.h"
#include "http/handler.h"
#include "http/observe.h"
#include "server/admin.h"
#include "server/deadlines.h"
#include "server/heartbeat.h"
#include "system/inherit.h"
#include "system/listen.h"
#include "system/process.h"
#include "work/batch.h"

#include <errno.h>
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Connections between our limit and libmicrohttpd's, so that we can answer 503 ourselves. */
#define SURPLUS_CONNECTIONS 64
/* Descriptors besides those of connections and fetches. */
#define OTHER_DESCRIPTORS 64
/* A connection and what the resolver opens. */
#define DESCRIPTORS_PER_FETCH 2
/* How long handshakes that have begun may take, when the server stops. */
#define HANDSHAKE_TICKS   15
#define HANDSHAKE_TICK_NS 10000000L
/* How long the I/O thread may take to notice adopted connections. */
#define TAKE_OVER_MS 1000
/* How long the end waits for answers that were made by it. */
#define FLUSH_TICK_NS 10000000L
#define FLUSH_TICKS   200
/* Bodies in memory: this many of the largest for each worker. */
#define BODIES_PER_WORKER 2

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

/* Room for all connections; a limit that cannot be raised is no reason not to start. */
static void reserve_descriptors(const svc_server *server, const svc_config *config)
{
    struct rlimit descriptors;
    svc_log_line line;
    rlim_t fetches = config->fetch != 0 ? (rlim_t)config->fetch_concurrency : 0;
    rlim_t wanted = server->connections_max + SURPLUS_CONNECTIONS + OTHER_DESCRIPTORS +
                    fetches * DESCRIPTORS_PER_FETCH;

    if (getrlimit(RLIMIT_NOFILE, &descriptors) != 0 || descriptors.rlim_cur >= wanted) {
        return;
    }
    descriptors.rlim_cur = wanted < descriptors.rlim_max ? wanted : descriptors.rlim_max;
    setrlimit(RLIMIT_NOFILE, &descriptors);
    if (descriptors.rlim_cur < wanted) {
        svc_log_begin(&line, &server->log, SVC_LOG_WARN,
                      "the limit of open files is too low for MAX_CONNECTIONS");
        svc_log_integer(&line, "limit", (long long)descriptors.rlim_cur);
        svc_log_integer(&line, "wanted", (long long)wanted);
        svc_log_end(&line);
    }
}

/* Two heaps instead of eight a core: workers allocate much and seldom at the same time. */
static void prepare_process(const svc_server *server, const svc_config *config)
{
    mallopt(M_ARENA_MAX, 2);
    signal(SIGPIPE, SIG_IGN);
    reserve_descriptors(server, config);
}

/* Takes the socket that was handed to us, if one was. Returns false where it is none. */
static bool take_listener(svc_server *server)
{
    const char *problem = NULL;
    int fd = svc_inherit_socket(&problem);

    if (fd == SVC_INHERIT_BAD) {
        svc_log_message(&server->log, SVC_LOG_ERROR, problem);
        return false;
    }
    server->listen_inherited = fd >= 0;
    server->listen_fd = fd;
    return true;
}

static bool open_listener(svc_server *server, const svc_config *config)
{
    svc_listen_address address;
    svc_log_line line;

    if (svc_listen_parse(config->listen, &address)) {
        server->listen_fd = svc_listen_open(&address, false);
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

    /* What is silent for too long the reaper ends; libmicrohttpd's own timer is behind it. */
    double longest_ms = fmax(server->api.read_timeout_ms,
                             fmax(server->idle_timeout_ms, server->write_timeout_ms));
    unsigned timeout_s = (unsigned)(longest_ms / 1e3) + 2;

    MHD_set_panic_func(panic, server);
    server->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, svc_handle, server, MHD_OPTION_EXTERNAL_LOGGER, log_library_message,
        server, MHD_OPTION_LISTEN_SOCKET, server->listen_fd, MHD_OPTION_CONNECTION_LIMIT,
        server->connections_max + SURPLUS_CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        server->header_bytes, MHD_OPTION_CONNECTION_TIMEOUT, timeout_s, MHD_OPTION_NOTIFY_COMPLETED,
        svc_handle_completed, server, MHD_OPTION_NOTIFY_CONNECTION, svc_handle_connection, server,
        MHD_OPTION_URI_LOG_CALLBACK, svc_handle_target, server, MHD_OPTION_SIGPIPE_HANDLED_BY_APP,
        1, MHD_OPTION_END);
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
                                .auth = config->auth_tokens_file[0] != '\0',
                                .overload_status = (int)config->overload_status,
                                .now_ms = svc_now_ms};
    server->base_path = strcmp(config->base_path, "/") == 0 ? "" : config->base_path;
    server->api.base_path = server->base_path;
    server->api.playground = config->playground != 0;
    api_compat_parse(config->compat, &server->api.compat);
    server->connections_max = (unsigned)config->max_connections;
    server->header_bytes = (size_t)config->max_header_bytes;
    server->idle_timeout_ms = (double)config->idle_timeout_ms;
    server->write_timeout_ms = (double)config->write_timeout_ms;
    server->queue_high = (unsigned)((config->queue_size * config->ready_queue_high_water + 99) /
                                    100);
    atomic_init(&server->heartbeat_fd, -1);
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
                   .robots = config->fetch_robots != 0,
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

/* Ends workers that have had nothing to do, and the fetcher, if there is one. */
static void end_workers(svc_server *server)
{
    svc_fetcher_stop(server->fetcher);
    svc_pool_stop(&server->pool);
    svc_fetcher_free(server->fetcher);
    svc_pool_free(&server->pool);
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
        end_workers(server);
        return false;
    }
    if (!svc_reaper_start(server)) {
        svc_log_message(&server->log, SVC_LOG_ERROR, "cannot start the reaper");
        end_workers(server);
        return false;
    }
    if (!start_daemon(server)) {
        svc_log_message(&server->log, SVC_LOG_ERROR, "cannot start the HTTP daemon");
        svc_reaper_stop(server);
        end_workers(server);
        return false;
    }
    return true;
}

static bool start_access(svc_server *server, const svc_config *config)
{
    char error[SVC_TOKENS_ERROR_SIZE];

    if (svc_access_start(&server->access, config, &server->api, error)) {
        return true;
    }
    svc_log_message(&server->log, SVC_LOG_ERROR, error);
    svc_access_stop(&server->access);
    return false;
}

/* Whoever reaches such a server can make it fetch; with what it may reach itself. */
static void warn_if_open(const svc_server *server)
{
    if (server->api.fetch && !server->api.auth && !svc_listen_is_local(server->listen_fd)) {
        svc_log_message(&server->log, SVC_LOG_WARN,
                        "open to other machines, fetches URLs and asks for no token: set "
                        "DANAD_AUTH_TOKENS_FILE, or DANAD_FETCH=off, unless a proxy does that");
    }
}

bool svc_server_start(svc_server *server, const svc_config *config, const svc_log *log,
                      const char *version)
{
    set_up(server, config, log, version);
    prepare_process(server, config);
    if (!start_access(server, config)) {
        return false;
    }
    if (!set_up_metrics(server, config) || !take_listener(server) ||
        (server->listen_fd < 0 && !open_listener(server, config)) ||
        !svc_admin_open(server, config->admin_listen)) {
        svc_metrics_destroy(&server->metrics);
        svc_access_stop(&server->access);
        return false;
    }
    svc_listen_limit_unsent(server->listen_fd, (unsigned)server->write_timeout_ms);
    if (!start_threads(server, config)) {
        close(server->listen_fd);
        svc_admin_stop(server);
        svc_metrics_destroy(&server->metrics);
        svc_access_stop(&server->access);
        return false;
    }
    if (!svc_admin_start(server)) {
        svc_server_stop_accepting(server);
        svc_server_stop(server);
        return false;
    }
    warn_if_open(server);
    log_listening(server);
    return true;
}

void svc_server_reload(svc_server *server)
{
    char error[SVC_TOKENS_ERROR_SIZE];

    if (!svc_tokens_reload(&server->access.tokens, error)) {
        svc_log_message(&server->log, SVC_LOG_ERROR, error);
        svc_log_message(&server->log, SVC_LOG_ERROR, "the tokens stay as they were");
        return;
    }
    svc_log_message(&server->log, SVC_LOG_INFO, "tokens read again");
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

void svc_server_stop_accepting(svc_server *server)
{
    MHD_quiesce_daemon(server->daemon);
    if (server->listen_inherited) {
        svc_admin_stop(server); /* a successor answers on its address, which is shared as well */
    } else {
        end_listening(server);
    }
    svc_heartbeat(server, TAKE_OVER_MS); /* what was accepted or adopted is in the list now */
}

/*
 * Waits a while until answers have left: those to requests whose page was on its way have only now
 * been made, and batches refuse the rest of their items one after the other.
 */
static void flush_answers(svc_server *server)
{
    const struct timespec tick = {.tv_nsec = FLUSH_TICK_NS};

    for (int i = 0; i < FLUSH_TICKS && atomic_load(&server->in_flight) > 0; i++) {
        nanosleep(&tick, NULL);
    }
}

bool svc_server_stop(svc_server *server)
{
    svc_admin_stop(server);
    atomic_store(&server->shedding, true);
    svc_fetcher_stop(server->fetcher); /* its orders go back into the queue */
    if (!svc_pool_stop(&server->pool)) {
        return false;
    }
    flush_answers(server);
    svc_reaper_stop(server);
    svc_batches_look(server, svc_now_ms()); /* libmicrohttpd ends nothing that is suspended */
    MHD_stop_daemon(server->daemon);
    svc_fetcher_free(server->fetcher);
    svc_pool_free(&server->pool); /* the I/O thread and the reaper have asked its queue until now */
    close(server->listen_fd);
    svc_connections_destroy(&server->connections);
    svc_batches_destroy(&server->batches);
    svc_metrics_destroy(&server->metrics);
    svc_access_stop(&server->access);
    return true;
}
