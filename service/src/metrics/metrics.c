#include "metrics/metrics.h"

#include <stdlib.h>
#include <string.h>

#define LENGTH(table) (sizeof(table) / sizeof((table)[0]))
#define NS_PER_MS     1e6
/* The status under which clients that left are counted. */
#define CLIENT_LEFT 499

const svc_buckets svc_seconds_buckets = {1e-9,
                                         13,
                                         {1000000, 2500000, 5000000, 10000000, 25000000, 50000000,
                                          100000000, 250000000, 500000000, 1000000000, 2500000000,
                                          5000000000, 10000000000}};

/* A page of 30 KB passes a stage in a fraction of a millisecond. */
const svc_buckets svc_stage_buckets = {1e-9,
                                       16,
                                       {100000, 250000, 500000, 1000000, 2500000, 5000000, 10000000,
                                        25000000, 50000000, 100000000, 250000000, 500000000,
                                        1000000000, 2500000000, 5000000000, 10000000000}};

const svc_buckets svc_bytes_buckets = {
    1.0, 8, {1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216}};

/* The last row of each table takes what is in none of the others. */
static const char *const methods[] = {"GET",    "HEAD",  "POST",  "OPTIONS", "PUT",
                                      "DELETE", "PATCH", "TRACE", "CONNECT", "other"};

static const struct {
    int status;
    const char *label;
} statuses[] = {
    {200, "200"}, {204, "204"}, {206, "206"}, {304, "304"}, {308, "308"}, {400, "400"},
    {401, "401"}, {403, "403"}, {404, "404"}, {405, "405"}, {406, "406"}, {408, "408"},
    {409, "409"}, {411, "411"}, {412, "412"}, {413, "413"}, {414, "414"}, {415, "415"},
    {416, "416"}, {417, "417"}, {421, "421"}, {422, "422"}, {425, "425"}, {429, "429"},
    {431, "431"}, {499, "499"}, {500, "500"}, {501, "501"}, {502, "502"}, {503, "503"},
    {504, "504"}, {505, "505"}, {507, "507"}, {0, "other"},
};

/* Problems that are about the state of the server, not about the request. */
static const char *const reasons[] = {"queue-full", "queue-timeout", "too-many-connections",
                                      "draining",   "rate-limited",  "read-timeout"};

static const char *const stages[] = {"decode",    "parse", "extract", "headline",
                                     "serialize", "fetch", "render"};

static const char *const documents[] = {"none", "ok", "empty", "timeout", "too_complex", "error"};

static const char *const fetches[] = {
    "ok",         "blocked",   "dns",      "connect",        "tls",    "timeout",   "status_4xx",
    "status_5xx", "too_large", "not_html", "redirect_limit", "robots", "downgrade", "invalid_url",
    "protocol",   "memory",    "stopped",  "other"};

static const char *const renders[] = {"ok",        "incomplete", "crashed", "hung",
                                      "memory",    "late",       "busy",    "absent",
                                      "no_memory", "protocol",   "other"};

static const char unknown[] = "unknown";

_Static_assert(LENGTH(stages) == SVC_STAGE_COUNT, "a label for each stage");
_Static_assert(LENGTH(documents) == API_DOCUMENT_COUNT, "a label for each result");
_Static_assert(LENGTH(reasons) <= SVC_REASONS_MAX, "room for all reasons");
_Static_assert(LENGTH(fetches) <= SVC_FETCH_MAX, "room for all results");

_Static_assert(LENGTH(renders) <= SVC_RENDERS_MAX, "room for all results");

/* --- labels */

static const char *label_at(const char *const *table, size_t length, size_t index)
{
    return index < length ? table[index] : NULL;
}

const char *svc_method_label(size_t index)
{
    return label_at(methods, LENGTH(methods), index);
}

const char *svc_status_label(size_t index)
{
    return index < LENGTH(statuses) ? statuses[index].label : NULL;
}

const char *svc_reason_label(size_t index)
{
    return label_at(reasons, LENGTH(reasons), index);
}

const char *svc_stage_label(size_t index)
{
    return label_at(stages, LENGTH(stages), index);
}

const char *svc_document_label(size_t index)
{
    return label_at(documents, LENGTH(documents), index);
}

const char *svc_fetch_label(size_t index)
{
    return label_at(fetches, LENGTH(fetches), index);
}

const char *svc_render_label(size_t index)
{
    return label_at(renders, LENGTH(renders), index);
}

const char *svc_encoding_label(const svc_metrics *metrics, size_t index)
{
    return index + 1 < metrics->encoding_count ? api_encoding_name(index) : unknown;
}

const char *svc_source_label(const svc_metrics *metrics, size_t index)
{
    return index + 1 < metrics->source_count ? api_encoding_source_name(index) : unknown;
}

const char *svc_route_label(const svc_metrics *metrics, size_t index)
{
    return index + 1 < metrics->route_count ? api_route_path_at(index) : "other";
}

/* The row of a label, `length` where it has none. */
static size_t find_label(const char *const *table, size_t length, const char *label)
{
    size_t i = 0;

    while (i < length && strcmp(table[i], label) != 0) {
        i++;
    }
    return i;
}

/* As find_label, with the last row for what has none. */
static size_t label_or_last(const char *const *table, size_t length, const char *label)
{
    size_t row = find_label(table, length, label);

    return row < length ? row : length - 1;
}

static size_t status_row(int status)
{
    size_t row = 0;

    while (row + 1 < LENGTH(statuses) && statuses[row].status != status) {
        row++;
    }
    return row;
}

/* --- counts */

static size_t list_length(const char *(*name_at)(size_t index), size_t most)
{
    size_t length = 0;

    while (length < most && name_at(length) != NULL) {
        length++;
    }
    return length;
}

bool svc_metrics_init(svc_metrics *metrics)
{
    size_t routes = api_route_count() + 1;

    *metrics = (svc_metrics){
        .route_count = routes,
        .encoding_count = list_length(api_encoding_name, SVC_ENCODINGS_MAX - 1) + 1,
        .source_count = list_length(api_encoding_source_name, SVC_SOURCES_MAX - 1) + 1};
    metrics->requests = calloc(routes * LENGTH(methods) * LENGTH(statuses),
                               sizeof *metrics->requests);
    metrics->durations = calloc(routes, sizeof *metrics->durations);
    if (metrics->requests == NULL || metrics->durations == NULL) {
        svc_metrics_destroy(metrics);
        return false;
    }
    return true;
}

void svc_metrics_destroy(svc_metrics *metrics)
{
    free(metrics->requests);
    free(metrics->durations);
    metrics->requests = NULL;
    metrics->durations = NULL;
}

/* No count orders anything else, so that none needs more than to be whole. */
static void add(_Atomic uint64_t *count, uint64_t value)
{
    atomic_fetch_add_explicit(count, value, memory_order_relaxed);
}

static void add_value(svc_histogram *histogram, const svc_buckets *buckets, uint64_t value)
{
    size_t bucket = 0;

    while (bucket < buckets->count && value > buckets->bounds[bucket]) {
        bucket++;
    }
    add(&histogram->counts[bucket], 1);
    add(&histogram->sum, value);
}

static void add_ms(svc_histogram *histogram, const svc_buckets *buckets, double ms)
{
    add_value(histogram, buckets, ms > 0.0 ? (uint64_t)(ms * NS_PER_MS) : 0);
}

static size_t request_index(size_t route, size_t method, size_t status)
{
    return (route * LENGTH(methods) + method) * LENGTH(statuses) + status;
}

uint64_t svc_metrics_requests(const svc_metrics *metrics, size_t route, size_t method,
                              size_t status)
{
    return atomic_load_explicit(&metrics->requests[request_index(route, method, status)],
                                memory_order_relaxed);
}

void svc_metrics_request(svc_metrics *metrics, const svc_request_facts *facts)
{
    size_t route = facts->route < metrics->route_count ? facts->route : metrics->route_count - 1;
    size_t method = label_or_last(methods, LENGTH(methods), facts->method);
    size_t status = status_row(facts->status != 0 ? facts->status : CLIENT_LEFT);

    add(&metrics->requests[request_index(route, method, status)], 1);
    add_ms(&metrics->durations[route], &svc_seconds_buckets, facts->duration_ms);
    if (facts->body_bytes > 0) {
        add_value(&metrics->body_bytes, &svc_bytes_buckets, facts->body_bytes);
    }
    if (facts->problem == NULL) {
        return;
    }
    size_t reason = find_label(reasons, LENGTH(reasons), facts->problem);
    if (reason < LENGTH(reasons)) {
        add(&metrics->rejected[reason], 1);
    }
}

void svc_metrics_queue_wait(svc_metrics *metrics, double ms)
{
    add_ms(&metrics->queue_wait, &svc_seconds_buckets, ms);
}

/* The row of a name in one of the API's lists, the last for what is not in it. */
static size_t row_of(const char *(*name_at)(size_t index), size_t count, const char *name)
{
    size_t row = 0;

    while (row + 1 < count && (name == NULL || strcmp(name_at(row), name) != 0)) {
        row++;
    }
    return row;
}

static void count_encoding(svc_metrics *metrics, const api_measures *measures)
{
    size_t encoding = row_of(api_encoding_name, metrics->encoding_count, measures->encoding);
    size_t source = row_of(api_encoding_source_name, metrics->source_count,
                           measures->encoding_source);

    add(&metrics->encodings[encoding][source], 1);
}

void svc_metrics_document(svc_metrics *metrics, const api_measures *measures)
{
    if (measures->result == API_DOCUMENT_NONE) {
        return;
    }
    add(&metrics->documents[measures->result], 1);
    add_value(&metrics->document_bytes, &svc_bytes_buckets, measures->bytes);
    count_encoding(metrics, measures);
    for (size_t i = 0; i < API_STAGE_COUNT; i++) {
        if (measures->stage_ms[i] >= 0.0) {
            add_ms(&metrics->stages[i], &svc_stage_buckets, measures->stage_ms[i]);
        }
    }
}

void svc_metrics_fetch(svc_metrics *metrics, const char *result, double ms)
{
    size_t row = label_or_last(fetches, LENGTH(fetches), result != NULL ? result : "");

    add(&metrics->fetches[row], 1);
    add_ms(&metrics->stages[SVC_STAGE_FETCH], &svc_stage_buckets, ms);
}

void svc_metrics_render(svc_metrics *metrics, const char *result, double ms)
{
    size_t row = label_or_last(renders, LENGTH(renders), result != NULL ? result : "");

    add(&metrics->renders[row], 1);
    add_ms(&metrics->stages[SVC_STAGE_RENDER], &svc_stage_buckets, ms);
}
