#include "server/server.h"

#include "base/clock.h"
#include "http/respond.h"
#include "server/admin.h"
#include "server/daemon.h"
#include "server/deadlines.h"
#include "server/listener.h"
#include "server/parts.h"
#include "system/listen.h"

#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Descriptors besides those of connections, fetches, batches and pages at the renderer. */
#define OTHER_DESCRIPTORS 64
/* A connection and what the resolver opens. */
#define DESCRIPTORS_PER_FETCH 2
/*
 * Of worker threads, so that the I/O thread gets a CPU at once while all of them work. Chosen by
 * tests/bench/overload.py (service/README.md has the figures): with 10 refusals and probes take a
 * fraction of the time that they take with 0 or 5, and no less work is done.
 */
#define WORKER_NICE 10
/* How long the end waits for answers that were made by it. */
#define FLUSH_TICK_NS 10000000L
#define FLUSH_TICKS   200

/* Room for all connections, and for a second descriptor of each batch; a limit that cannot be
 * raised is no reason not to start. */
static void reserve_descriptors(const svc_server *server, const svc_config *config)
{
    const svc_log *log = &server->http.log;
    struct rlimit descriptors;
    svc_log_line line;
    rlim_t fetches = config->fetch != 0 ? (rlim_t)config->fetch_concurrency : 0;
    rlim_t pages = config->renderer[0] != '\0' ? SVC_RENDERERS_MAX : 0;
    rlim_t wanted = svc_daemon_connections(server) + OTHER_DESCRIPTORS +
                    fetches * DESCRIPTORS_PER_FETCH + server->http.batches.max + pages;

    if (getrlimit(RLIMIT_NOFILE, &descriptors) != 0 || descriptors.rlim_cur >= wanted) {
        return;
    }
    descriptors.rlim_cur = wanted < descriptors.rlim_max ? wanted : descriptors.rlim_max;
    setrlimit(RLIMIT_NOFILE, &descriptors);
    if (descriptors.rlim_cur < wanted) {
        svc_log_begin(&line, log, SVC_LOG_WARN,
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

/* Ends workers that have had nothing to do, and the fetcher, if there is one. */
static void end_workers(svc_work *work)
{
    svc_renderers_stop(work->renderers);
    svc_fetcher_stop(work->fetcher);
    svc_pool_stop(&work->pool);
    svc_renderers_free(work->renderers);
    svc_fetcher_free(work->fetcher);
    svc_pool_free(&work->pool);
}

static bool start_pool(svc_work *work, const svc_config *config)
{
    const svc_pool_settings settings = {.workers = work->api->workers,
                                        .workers_min = work->api->workers,
                                        .stuck_max = (unsigned)config->stuck_workers_max,
                                        .nice = WORKER_NICE,
                                        .queue_size = work->api->queue_size,
                                        .work = svc_job_run,
                                        .prepare = api_init_thread};

    return svc_pool_start(&work->pool, &settings);
}

/* Starts the threads, each needing the one before it; those that run are stopped on failure. */
static bool start_threads(svc_server *server, const svc_config *config)
{
    svc_http *http = &server->http;

    if (!start_pool(&http->work, config)) {
        svc_log_message(&http->log, SVC_LOG_ERROR, "cannot start the workers");
        return false;
    }
    if (!svc_parts_start_outside(server, config)) {
        end_workers(&http->work);
        return false;
    }
    if (!svc_reaper_start(server)) {
        svc_log_message(&http->log, SVC_LOG_ERROR, "cannot start the reaper");
        end_workers(&http->work);
        return false;
    }
    if (!svc_respond_make_spare(http) || !svc_daemon_start(server)) {
        svc_respond_free_spare(http);
        svc_log_message(&http->log, SVC_LOG_ERROR, "cannot start the HTTP daemon");
        svc_reaper_stop(server);
        end_workers(&http->work);
        return false;
    }
    return true;
}

static void log_listening(const svc_server *server)
{
    char url[96];
    char message[128] = "listening on ";
    svc_log_line line;

    svc_listen_url(server->listen_fd, url, sizeof url);
    memcpy(message + strlen(message), url, strlen(url) + 1);
    svc_log_begin(&line, &server->http.log, SVC_LOG_INFO, message);
    svc_log_string(&line, "reached_by",
                   svc_listen_is_every(server->listen_fd) ? "every address of this machine" : NULL);
    svc_log_end(&line);
}

/* Whoever reaches such a server can make it fetch; with what it may reach itself. */
static void warn_if_open(const svc_server *server)
{
    if (server->http.api.fetch && !server->http.api.auth &&
        !svc_listen_is_local(server->listen_fd)) {
        svc_log_message(&server->http.log, SVC_LOG_WARN,
                        "open to other machines, fetches URLs and asks for no token: set "
                        "DANAD_AUTH_TOKENS_FILE, or DANAD_FETCH=off, unless a proxy does that");
    }
}

bool svc_server_start(svc_server *server, const svc_config *config, const svc_log *log,
                      const char *version)
{
    svc_http *http = &server->http;

    svc_parts_set_up(server, config, log, version);
    prepare_process(server, config);
    if (!svc_parts_start_access(http, config)) {
        return false;
    }
    if (!svc_parts_start_metrics(server, config) || !svc_listener_open(server, config->listen) ||
        !svc_admin_open(server, config->admin_listen)) {
        svc_metrics_destroy(&http->metrics);
        svc_access_stop(&http->access);
        return false;
    }
    svc_listen_limit_unsent(server->listen_fd, (unsigned)http->write_timeout_ms);
    if (!start_threads(server, config)) {
        close(server->listen_fd);
        svc_admin_stop(server);
        svc_metrics_destroy(&http->metrics);
        svc_access_stop(&http->access);
        return false;
    }
    if (!svc_admin_start(server)) {
        svc_listener_end(server);
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

    if (!svc_tokens_reload(&server->http.access.tokens, error)) {
        svc_log_message(&server->http.log, SVC_LOG_ERROR, error);
        svc_log_message(&server->http.log, SVC_LOG_ERROR, "the tokens stay as they were");
        return;
    }
    svc_log_message(&server->http.log, SVC_LOG_INFO, "tokens read again");
}

/*
 * Waits a while until answers have left: those to requests whose page was on its way have only now
 * been made, and batches refuse the rest of their items one after the other.
 */
static void flush_answers(svc_server *server)
{
    const struct timespec tick = {.tv_nsec = FLUSH_TICK_NS};

    for (int i = 0; i < FLUSH_TICKS && atomic_load(&server->http.in_flight) > 0; i++) {
        nanosleep(&tick, NULL);
    }
}

bool svc_server_stop(svc_server *server)
{
    svc_http *http = &server->http;
    svc_work *work = &http->work;

    svc_admin_stop(server);
    atomic_store(&work->shedding, true);
    svc_renderers_stop(work->renderers); /* their orders, and its, go back into the queue */
    svc_fetcher_stop(work->fetcher);
    if (!svc_pool_stop(&work->pool)) {
        return false;
    }
    flush_answers(server);
    svc_reaper_stop(server);
    /* libmicrohttpd ends nothing that is suspended. */
    svc_batches_check_deadlines(&http->batches, svc_now_ms());
    MHD_stop_daemon(server->daemon);
    svc_renderers_free(work->renderers);
    svc_fetcher_free(work->fetcher);
    svc_pool_free(&work->pool); /* the I/O thread and the reaper have asked its queue until now */
    close(server->listen_fd);
    svc_connections_destroy(&http->connections);
    svc_batches_destroy(&http->batches);
    svc_metrics_destroy(&http->metrics);
    svc_access_stop(&http->access);
    svc_respond_free_spare(http);
    return true;
}
