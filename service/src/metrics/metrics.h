/*
 * What the server counts. The counts are atomic and no lock is taken, so that any thread counts at
 * any time; metric_table.c says what they are called.
 *
 * Labels are bounded: routes' templates, HTTP's methods, statuses, encodings and reasons that are
 * in a table; all else is "other". Nothing that a client chooses becomes a label.
 */
#ifndef SVC_METRICS_METRICS_H
#define SVC_METRICS_METRICS_H

#include "api/api.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Most buckets of a histogram, without the one of all values. */
#define SVC_BUCKETS_MAX 16

/* The upper bounds of a histogram's buckets. */
typedef struct {
    double unit; /* of the bounds, in base units: 1e-9 for nanoseconds */
    size_t count;
    uint64_t bounds[SVC_BUCKETS_MAX];
} svc_buckets;

/* Bounds for requests and waits, for the stages of a page, and for sizes. */
extern const svc_buckets svc_seconds_buckets;
extern const svc_buckets svc_stage_buckets;
extern const svc_buckets svc_bytes_buckets;

/* A histogram; zero is empty. */
typedef struct {
    _Atomic uint64_t counts[SVC_BUCKETS_MAX + 1]; /* each bucket's own, the last: above all */
    _Atomic uint64_t sum;
} svc_histogram;

/* The stages before those of the API. */
#define SVC_STAGE_FETCH  API_STAGE_COUNT
#define SVC_STAGE_RENDER (API_STAGE_COUNT + 1)
#define SVC_STAGE_COUNT  (API_STAGE_COUNT + 2)

/* Room for the tables of label values, which have a row "other" or "unknown" at their end. */
#define SVC_REASONS_MAX   16
#define SVC_FETCH_MAX     24
#define SVC_RENDERS_MAX   12
#define SVC_ENCODINGS_MAX 48
#define SVC_SOURCES_MAX   12

/* All counts. */
typedef struct {
    _Atomic uint64_t *requests; /* by route, method and status */
    svc_histogram *durations;   /* by route */
    size_t route_count;         /* with the row "other" */
    size_t encoding_count;      /* with the row "unknown" */
    size_t source_count;        /* the same */
    svc_histogram body_bytes;
    svc_histogram queue_wait;
    svc_histogram stages[SVC_STAGE_COUNT];
    svc_histogram document_bytes;
    _Atomic uint64_t rejected[SVC_REASONS_MAX];
    _Atomic uint64_t documents[API_DOCUMENT_COUNT];
    _Atomic uint64_t encodings[SVC_ENCODINGS_MAX][SVC_SOURCES_MAX];
    _Atomic uint64_t fetches[SVC_FETCH_MAX];
    _Atomic uint64_t renders[SVC_RENDERS_MAX];
} svc_metrics;

/* Values at the moment that they are asked for. */
typedef struct {
    const char *version;
    double requests_in_flight;
    double connections;
    double queue_depth;
    double queue_capacity;
    double workers;
    double workers_busy;
    double workers_stuck;
    double renderer_up; /* 1: it was there when it was needed last; 0 also without one */
    double renderer_pages;
    double start_time_seconds; /* since 1970 UTC; negative: unknown */
} svc_gauges;

/* Makes empty metrics. Returns false where memory is out. */
bool svc_metrics_init(svc_metrics *metrics);

/* Frees them. */
void svc_metrics_destroy(svc_metrics *metrics);

/* A request that is over. */
typedef struct {
    size_t route;        /* index of its route; any other number: none */
    const char *method;  /* as sent */
    int status;          /* of the answer; 0: the client left before there was one */
    const char *problem; /* code of the problem that the answer was; NULL: none */
    size_t body_bytes;   /* received */
    double duration_ms;
} svc_request_facts;

/* Counts a request. */
void svc_metrics_request(svc_metrics *metrics, const svc_request_facts *facts);

/* Counts a wait for a worker. */
void svc_metrics_queue_wait(svc_metrics *metrics, double ms);

/* Counts a page that was worked on. */
void svc_metrics_document(svc_metrics *metrics, const api_measures *measures);

/* Counts a fetch; result: why it ended ("ok", "dns", ...). */
void svc_metrics_fetch(svc_metrics *metrics, const char *result, double ms);

/* Counts a page that was rendered, or not; result: how that ended ("ok", "crashed", ...). */
void svc_metrics_render(svc_metrics *metrics, const char *result, double ms);

/* Returns end `index` of a rendering ("crashed"), static; NULL beyond the last. */
const char *svc_render_label(size_t index);

/* Returns method `index` ("POST"), static; NULL beyond the last. */
const char *svc_method_label(size_t index);

/* Returns status `index` ("200"; "499": the client left), static; NULL beyond the last. */
const char *svc_status_label(size_t index);

/* Returns reason `index` of a refusal ("queue-full"), static; NULL beyond the last. */
const char *svc_reason_label(size_t index);

/* Returns the name of a stage ("parse"), static; NULL beyond the last. */
const char *svc_stage_label(size_t index);

/* Returns the name of an api_document_result ("too_complex"), static; NULL beyond the last. */
const char *svc_document_label(size_t index);

/* Returns end `index` of a fetch ("status_4xx"), static; NULL beyond the last. */
const char *svc_fetch_label(size_t index);

/* Returns route `index` < metrics->route_count ("/v1/extract"), static. */
const char *svc_route_label(const svc_metrics *metrics, size_t index);

/* Returns encoding `index` < metrics->encoding_count ("windows-1256"), static. */
const char *svc_encoding_label(const svc_metrics *metrics, size_t index);

/* Returns way `index` < metrics->source_count of finding an encoding ("meta"), static. */
const char *svc_source_label(const svc_metrics *metrics, size_t index);

/* Returns the count of requests of a route, method and status, by their indexes. */
uint64_t svc_metrics_requests(const svc_metrics *metrics, size_t route, size_t method,
                              size_t status);

#endif
