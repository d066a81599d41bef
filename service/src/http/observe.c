#include "http/observe.h"

#include "base/clock.h"
#include "metrics/metric_table.h"

#include <stdio.h>
#include <string.h>

/* What is logged of a User-Agent at most. */
#define USER_AGENT_BYTES  256
#define METHOD_BYTES      32
#define TARGET_HOST_BYTES 256

/* Notes how often a header that may come once has come. */
typedef struct {
    const char *value;
    unsigned count;
} occurrences;

static enum MHD_Result note_traceparent(void *arg, enum MHD_ValueKind kind, const char *name,
                                        const char *value)
{
    occurrences *found = arg;

    (void)kind;
    if (strcasecmp(name, "traceparent") == 0) {
        found->value = value;
        found->count++;
    }
    return MHD_YES;
}

void svc_observe_head(svc_request *request)
{
    occurrences found = {.value = NULL};

    request->route_index = api_route_index(request->head.path);
    MHD_get_connection_values(request->connection, MHD_HEADER_KIND, note_traceparent, &found);
    /* Of two, neither can be believed. */
    svc_trace_parse(found.count == 1 ? found.value : NULL, &request->trace);
}

void svc_observe_host(const char *url, char *out, size_t size)
{
    const char *host = strstr(url, "://");
    size_t length = 0;

    if (host != NULL) {
        host += 3;
        length = strcspn(host, "/?#\\");
        const char *user = memrchr(host, '@', length);
        length -= user != NULL ? (size_t)(user + 1 - host) : 0;
        host = user != NULL ? user + 1 : host;
        size_t in_brackets = length > 0 && *host == '[' ? strcspn(host, "]") : 0;
        size_t name = in_brackets + strcspn(host + in_brackets, ":");
        length = name < length ? name : length;
        length = length < size ? length : size - 1;
        memcpy(out, host, length);
    }
    out[length] = '\0';
}

void svc_observe_target(svc_request *request, const char *url)
{
    svc_observe_host(url, request->target_host, sizeof request->target_host);
}

static void add_timing(svc_text *text, const char *name, double ms)
{
    if (ms >= 0.0) {
        svc_text_add(text, text->length > 0 ? ", " : "");
        svc_text_add(text, name);
        svc_text_add(text, ";dur=");
        svc_text_add_decimal(text, ms);
    }
}

void svc_observe_timing(double queue_ms, double fetch_ms, const api_measures *measures,
                        char out[SVC_TIMING_SIZE])
{
    svc_text text;

    svc_text_init(&text, out, SVC_TIMING_SIZE);
    add_timing(&text, "queue", queue_ms);
    add_timing(&text, "fetch", fetch_ms);
    for (size_t i = 0; i < API_STAGE_COUNT && measures->result != API_DOCUMENT_NONE; i++) {
        add_timing(&text, svc_stage_label(i), measures->stage_ms[i]);
    }
}

void svc_observe_answer(svc_request *request, const api_response *response,
                        struct MHD_Response *made)
{
    char timing[SVC_TIMING_SIZE];
    bool fetched = request->job.fetch_reason != NULL;

    request->problem = response->problem;
    request->measures = response->measures;
    svc_observe_timing(atomic_load(&request->job.waited_ms), fetched ? request->job.fetch_ms : -1.0,
                       &response->measures, timing);
    if (timing[0] != '\0') {
        MHD_add_response_header(made, "Server-Timing", timing);
    }
}

/* --- the log line */

/* Probes and scrapes come every few seconds and would bury the rest; what must not happen stands
 * out. */
static svc_log_level level_of(const svc_request *request, const char *template)
{
    static const char *const frequent[] = {"/livez", "/readyz", "/healthz", "/metrics"};

    if (request->status == MHD_HTTP_INTERNAL_SERVER_ERROR) {
        return SVC_LOG_ERROR;
    }
    for (size_t i = 0; template != NULL && i < sizeof frequent / sizeof frequent[0]; i++) {
        if (strcmp(template, frequent[i]) == 0) {
            return SVC_LOG_DEBUG;
        }
    }
    return SVC_LOG_INFO;
}

static const char *some(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

static void log_ids(svc_log_line *line, const svc_request *request)
{
    svc_log_string(line, "request_id", request->id);
    svc_log_string(line, "trace_id", some(request->trace.trace_id));
    svc_log_string(line, "span_id", some(request->trace.span_id));
}

static void log_client(svc_log_line *line, const svc_request *request)
{
    char client[SVC_ADDRESS_SIZE];

    svc_address_format(&request->access.client, client);
    svc_log_string(line, "client", some(client));
    svc_log_cut(line, "ua",
                MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND,
                                            MHD_HTTP_HEADER_USER_AGENT),
                USER_AGENT_BYTES);
}

static void log_document(svc_log_line *line, const api_measures *measures)
{
    if (measures->result == API_DOCUMENT_NONE) {
        return;
    }
    svc_log_open(line, "doc");
    svc_log_integer(line, "bytes", (long long)measures->bytes);
    svc_log_integer(line, "lines", (long long)measures->lines);
    svc_log_string(line, "encoding", measures->encoding);
    svc_log_close(line);
}

static void log_fetch(svc_log_line *line, const svc_request *request)
{
    svc_log_cut(line, "target_host", some(request->target_host), TARGET_HOST_BYTES);
    if (request->job.fetch_reason != NULL) {
        svc_log_string(line, "fetch", request->job.fetch_reason);
        svc_log_ms(line, "fetch_ms", request->job.fetch_ms);
    }
}

static void log_rendering(svc_log_line *line, const svc_request *request)
{
    if (request->job.render_reason != NULL) {
        svc_log_string(line, "render", request->job.render_reason);
        svc_log_ms(line, "render_ms", request->job.render_ms);
    }
}

static void log_request(const svc_request *request, double duration_ms)
{
    const char *template = request->route_index < api_route_count()
                               ? api_route_path_at(request->route_index)
                               : NULL;
    double queue_ms = atomic_load(&request->job.waited_ms);
    svc_log_line line;

    svc_log_begin(&line, &request->http->log, level_of(request, template),
                  request->status != 0 ? "request" : "client gone");
    if (!line.wanted) {
        return;
    }
    log_ids(&line, request);
    svc_log_cut(&line, "method", request->head.method, METHOD_BYTES);
    svc_log_string(&line, "route", template);
    svc_log_integer(&line, "status", request->status);
    svc_log_string(&line, "code", request->problem);
    svc_log_integer(&line, "bytes_in",
                    (long long)request->received + (long long)atomic_load(&request->streamed));
    svc_log_integer(&line, "bytes_out", (long long)request->bytes_out);
    svc_log_ms(&line, "duration_ms", duration_ms);
    svc_log_ms(&line, "queue_ms", queue_ms > 0.0 ? queue_ms : 0.0);
    log_client(&line, request);
    log_fetch(&line, request);
    log_rendering(&line, request);
    log_document(&line, &request->measures);
    svc_log_end(&line);
}

void svc_observe_end(const svc_request *request)
{
    double duration_ms = svc_now_ms() - request->started_ms;
    const svc_request_facts facts = {.route = request->route_index,
                                     .method = request->head.method,
                                     .status = request->status,
                                     .problem = request->problem,
                                     .body_bytes = request->received +
                                                   atomic_load(&request->streamed),
                                     .duration_ms = duration_ms};

    svc_metrics_request(&request->http->metrics, &facts);
    log_request(request, duration_ms);
}

/* --- what the API asks for */

char *svc_observe_metrics(void *observer, bool openmetrics, size_t *length)
{
    const svc_http *http = observer;
    const svc_pool *pool = &http->work.pool;
    svc_renderers *renderers = http->work.renderers;
    const svc_gauges gauges = {
        .version = http->api.version,
        .requests_in_flight = atomic_load(&http->in_flight),
        .connections = atomic_load(&http->connections.count),
        .queue_depth = (double)svc_queue_depth(&pool->queue),
        .queue_capacity = (double)pool->queue.capacity,
        .workers = pool->worker_count,
        .workers_busy = atomic_load(&pool->busy),
        .workers_stuck = atomic_load(&pool->stuck),
        .renderer_up = renderers != NULL && svc_renderers_is_there(renderers),
        .renderer_pages = renderers != NULL ? svc_renderers_pages(renderers) : 0.0,
        .start_time_seconds = http->start_time_s};

    return svc_metric_table_write(&http->metrics, &gauges, openmetrics, length);
}

void svc_observe_document(void *observer, const api_measures *measures)
{
    svc_http *http = observer;

    svc_metrics_document(&http->metrics, measures);
}
