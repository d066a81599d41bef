#include "server/parts.h"

#include "base/clock.h"
#include "http/observe.h"
#include "system/process.h"
#include "wire/receive.h"

#include <string.h>

/* Bodies in memory: this many of the largest for each worker. */
#define BODIES_PER_WORKER 2

static void set_up_api(api_context *api, const svc_config *config, const char *version)
{
    *api = (api_context){.version = version,
                         .base_path = strcmp(config->base_path, "/") == 0 ? "" : config->base_path,
                         .playground = config->playground != 0,
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
                         .renderer = config->renderer[0] != '\0',
                         .auth = config->auth_tokens_file[0] != '\0',
                         .overload_status = (int)config->overload_status,
                         .now_ms = svc_now_ms};
    api_compat_parse(config->compat, &api->compat);
}

static void set_up_work(svc_http *http, const svc_config *config)
{
    svc_work *work = &http->work;
    const api_context *api = &http->api;

    work->api = api;
    work->log = &http->log;
    work->metrics = &http->metrics;
    work->memory.max = api->workers * api->max_body_bytes * BODIES_PER_WORKER;
    svc_batches_init(&http->batches, work, (unsigned)config->batch_inflight, api->queue_size);
}

void svc_parts_set_up(svc_server *server, const svc_config *config, const svc_log *log,
                      const char *version)
{
    svc_http *http = &server->http;

    *server = (svc_server){.http.log = *log, .listen_fd = -1, .admin_fd = -1};
    set_up_api(&http->api, config, version);
    http->base_path = http->api.base_path;
    svc_wire_set_refusal(http->base_path);
    http->connections_max = (unsigned)config->max_connections;
    http->header_bytes = (size_t)config->max_header_bytes;
    http->idle_timeout_ms = (double)config->idle_timeout_ms;
    http->write_timeout_ms = (double)config->write_timeout_ms;
    http->queue_high = (unsigned)((config->queue_size * config->ready_queue_high_water + 99) / 100);
    atomic_init(&http->heartbeat_fd, -1);
    svc_connections_init(&http->connections);
    set_up_work(http, config);
}

/* Metrics are on the one listener or the other; they are counted in any case. */
bool svc_parts_start_metrics(svc_server *server, const svc_config *config)
{
    svc_http *http = &server->http;
    bool on_admin = config->admin_listen[0] != '\0';

    http->start_time_s = svc_process_start_s();
    http->api.observer = http;
    http->api.on_document = svc_observe_document;
    server->admin_api = http->api;
    if (config->metrics != 0) {
        server->admin_api.metrics = svc_observe_metrics;
        http->api.metrics = on_admin ? NULL : svc_observe_metrics;
    }
    if (!svc_metrics_init(&http->metrics)) {
        svc_log_message(&http->log, SVC_LOG_ERROR, "out of memory");
        return false;
    }
    return true;
}

bool svc_parts_start_access(svc_http *http, const svc_config *config)
{
    const svc_access_settings settings = {.tokens_file = config->auth_tokens_file,
                                          .metrics_auth = config->metrics_auth != 0,
                                          .origins = config->cors_allow_origins,
                                          .preflight_max_age_s = config->cors_max_age_s,
                                          .private_network = config->cors_private_network != 0,
                                          .trusted_proxies = config->trusted_proxies,
                                          .rate = (double)config->rate_limit_milli / 1e3,
                                          .burst = (unsigned)config->rate_burst,
                                          .per_ip_max = (unsigned)config->max_per_ip,
                                          .compress_min = (size_t)config->compress_min_bytes};
    char error[SVC_TOKENS_ERROR_SIZE];

    bool fine = svc_access_start(&http->access, &settings, &http->api, error);

    if (!fine) {
        svc_log_message(&http->log, SVC_LOG_ERROR, error);
    }
    return fine;
}

bool svc_parts_start_outside(svc_server *server, const svc_config *config)
{
    svc_http *http = &server->http;
    char error[SVC_FETCHER_ERROR_SIZE];
    bool fine = svc_outside_start(&server->outside, config, http->api.version, &http->metrics,
                                  error);

    http->work.fetcher = server->outside.fetcher;
    http->work.renderers = server->outside.renderers;
    if (!fine) {
        svc_log_message(&http->log, SVC_LOG_ERROR, error);
    }
    return fine;
}
