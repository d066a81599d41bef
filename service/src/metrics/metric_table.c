#include "metrics/metric_table.h"

#include "base/version.h"
#include "metrics/metric_text.h"

/* --- values */

static double double_at(const void *base, size_t field)
{
    return *(const double *)(const void *)((const char *)base + field);
}

static void write_gauge(svc_metric_writer *w, const svc_metric *f)
{
    svc_metric_put_number(w, f, "", double_at(w->gauges, f->field));
}

static void write_known(svc_metric_writer *w, const svc_metric *f, double value)
{
    if (value >= 0.0) {
        svc_metric_put_number(w, f, "", value);
    }
}

static void write_start(svc_metric_writer *w, const svc_metric *f)
{
    write_known(w, f, w->gauges->start_time_seconds);
}

static void write_process(svc_metric_writer *w, const svc_metric *f)
{
    write_known(w, f, double_at(&w->process, f->field));
}

static void write_build(svc_metric_writer *w, const svc_metric *f)
{
    char labels[SVC_METRIC_LABELS_SIZE];
    const char *values[] = {w->gauges->version, svc_revision()};

    svc_metric_put_count(w, f, svc_metric_labels(f, labels, values), 1);
}

static void write_histogram(svc_metric_writer *w, const svc_metric *f)
{
    const void *histogram = (const char *)w->metrics + f->field;

    svc_metric_put_histogram(w, f, histogram, "");
}

static void write_durations(svc_metric_writer *w, const svc_metric *f)
{
    for (size_t i = 0; i < w->metrics->route_count; i++) {
        svc_metric_put_histogram(w, f, &w->metrics->durations[i], svc_route_label(w->metrics, i));
    }
}

static void write_stages(svc_metric_writer *w, const svc_metric *f)
{
    for (size_t i = 0; i < SVC_STAGE_COUNT; i++) {
        svc_metric_put_histogram(w, f, &w->metrics->stages[i], svc_stage_label(i));
    }
}

/* Those that have occurred: there are thousands of combinations, and few occur. */
static void write_requests(svc_metric_writer *w, const svc_metric *f)
{
    char labels[SVC_METRIC_LABELS_SIZE];

    for (size_t r = 0; r < w->metrics->route_count; r++) {
        for (size_t m = 0; svc_method_label(m) != NULL; m++) {
            for (size_t s = 0; svc_status_label(s) != NULL; s++) {
                uint64_t count = svc_metrics_requests(w->metrics, r, m, s);
                const char *values[] = {svc_route_label(w->metrics, r), svc_method_label(m),
                                        svc_status_label(s)};
                if (count > 0) {
                    svc_metric_put_count(w, f, svc_metric_labels(f, labels, values), count);
                }
            }
        }
    }
}

static void write_encodings(svc_metric_writer *w, const svc_metric *f)
{
    char labels[SVC_METRIC_LABELS_SIZE];

    for (size_t e = 0; e < w->metrics->encoding_count; e++) {
        for (size_t s = 0; s < w->metrics->source_count; s++) {
            uint64_t count = atomic_load(&w->metrics->encodings[e][s]);
            const char *values[] = {svc_encoding_label(w->metrics, e),
                                    svc_source_label(w->metrics, s)};
            if (count > 0) {
                svc_metric_put_count(w, f, svc_metric_labels(f, labels, values), count);
            }
        }
    }
}

/* A row of counts with one label; from the start, so that a rate sees the first. */
static void write_row(svc_metric_writer *w, const svc_metric *f, const _Atomic uint64_t *counts,
                      const char *(*label_at)(size_t index), size_t first)
{
    char labels[SVC_METRIC_LABELS_SIZE];

    for (size_t i = first; label_at(i) != NULL; i++) {
        const char *values[] = {label_at(i)};
        svc_metric_put_count(w, f, svc_metric_labels(f, labels, values), atomic_load(&counts[i]));
    }
}

static void write_rejected(svc_metric_writer *w, const svc_metric *f)
{
    write_row(w, f, w->metrics->rejected, svc_reason_label, 0);
}

static void write_documents(svc_metric_writer *w, const svc_metric *f)
{
    write_row(w, f, w->metrics->documents, svc_document_label, API_DOCUMENT_NONE + 1);
}

static void write_fetches(svc_metric_writer *w, const svc_metric *f)
{
    write_row(w, f, w->metrics->fetches, svc_fetch_label, 0);
}

static void write_renders(svc_metric_writer *w, const svc_metric *f)
{
    write_row(w, f, w->metrics->renders, svc_render_label, 0);
}

/* --- the table */

#define IN_GAUGES(member)  write_gauge, offsetof(svc_gauges, member), NULL
#define IN_PROCESS(member) write_process, offsetof(svc_process, member), NULL
#define IN_METRICS(member) write_histogram, offsetof(svc_metrics, member)

static const svc_metric metrics_table[] = {
    {"danad_build",
     SVC_INFO,
     "",
     "Version of the server, and the revision it was built from.",
     write_build,
     0,
     NULL,
     {"version", "revision"}},
    {"danad_http_requests",
     SVC_COUNTER,
     "",
     "Requests that are over. Status 499: the client left before there was an answer.",
     write_requests,
     0,
     NULL,
     {"route", "method", "status"}},
    {"danad_http_request_duration_seconds",
     SVC_HISTOGRAM,
     "seconds",
     "Time from the head of a request to the end of its answer.",
     write_durations,
     0,
     &svc_seconds_buckets,
     {"route"}},
    {"danad_http_requests_in_flight",
     SVC_GAUGE,
     "",
     "Requests that have begun and are not over.",
     IN_GAUGES(requests_in_flight),
     {NULL}},
    {"danad_http_request_body_bytes",
     SVC_HISTOGRAM,
     "bytes",
     "Sizes of request bodies as received.",
     IN_METRICS(body_bytes),
     &svc_bytes_buckets,
     {NULL}},
    {"danad_connections", SVC_GAUGE, "", "Open connections.", IN_GAUGES(connections), {NULL}},
    {"danad_queue_depth",
     SVC_GAUGE,
     "",
     "Requests that wait for a worker.",
     IN_GAUGES(queue_depth),
     {NULL}},
    {"danad_queue_capacity",
     SVC_GAUGE,
     "",
     "Requests that may wait for a worker.",
     IN_GAUGES(queue_capacity),
     {NULL}},
    {"danad_queue_wait_seconds",
     SVC_HISTOGRAM,
     "seconds",
     "Time that requests waited for a worker, once more after a fetch.",
     IN_METRICS(queue_wait),
     &svc_seconds_buckets,
     {NULL}},
    {"danad_workers",
     SVC_GAUGE,
     "",
     "Worker threads, those not counted that are stuck.",
     IN_GAUGES(workers),
     {NULL}},
    {"danad_workers_busy",
     SVC_GAUGE,
     "",
     "Worker threads at work, those not counted that are stuck.",
     IN_GAUGES(workers_busy),
     {NULL}},
    {"danad_workers_stuck",
     SVC_GAUGE,
     "",
     "Worker threads given up that have not come back.",
     IN_GAUGES(workers_stuck),
     {NULL}},
    {"danad_rejected",
     SVC_COUNTER,
     "",
     "Requests refused for the state of the server or the client's pace, by problem code.",
     write_rejected,
     0,
     NULL,
     {"reason"}},
    {"danad_stage_duration_seconds",
     SVC_HISTOGRAM,
     "seconds",
     "Time that the stages of a page took. Decoding begins with the request's content coding and "
     "JSON.",
     write_stages,
     0,
     &svc_stage_buckets,
     {"stage"}},
    {"danad_documents",
     SVC_COUNTER,
     "",
     "Pages that were worked on, by how that ended.",
     write_documents,
     0,
     NULL,
     {"result"}},
    {"danad_document_bytes",
     SVC_HISTOGRAM,
     "bytes",
     "Sizes of pages before they were decoded.",
     IN_METRICS(document_bytes),
     &svc_bytes_buckets,
     {NULL}},
    {"danad_input_encoding",
     SVC_COUNTER,
     "",
     "Pages by encoding, and how it was found.",
     write_encodings,
     0,
     NULL,
     {"encoding", "source"}},
    {"danad_fetch",
     SVC_COUNTER,
     "",
     "Fetches by how they ended.",
     write_fetches,
     0,
     NULL,
     {"result"}},
    {"danad_render",
     SVC_COUNTER,
     "",
     "Pages handed to the renderer, by how that ended.",
     write_renders,
     0,
     NULL,
     {"result"}},
    {"danad_renderer_up",
     SVC_GAUGE,
     "",
     "Whether the renderer was there when it was looked for last, some seconds ago.",
     IN_GAUGES(renderer_up),
     {NULL}},
    {"danad_renderer_pages",
     SVC_GAUGE,
     "",
     "Pages that are at the renderer.",
     IN_GAUGES(renderer_pages),
     {NULL}},
    {"process_cpu_seconds",
     SVC_COUNTER,
     "seconds",
     "Time on CPUs, user and system.",
     IN_PROCESS(cpu_seconds),
     {NULL}},
    {"process_resident_memory_bytes",
     SVC_GAUGE,
     "bytes",
     "Resident memory.",
     IN_PROCESS(resident_bytes),
     {NULL}},
    {"process_virtual_memory_bytes",
     SVC_GAUGE,
     "bytes",
     "Virtual memory.",
     IN_PROCESS(virtual_bytes),
     {NULL}},
    {"process_open_fds", SVC_GAUGE, "", "Open file descriptors.", IN_PROCESS(open_fds), {NULL}},
    {"process_max_fds",
     SVC_GAUGE,
     "",
     "Most file descriptors that may be open.",
     IN_PROCESS(max_fds),
     {NULL}},
    {"process_start_time_seconds",
     SVC_GAUGE,
     "seconds",
     "Start of the process since 1970 in UTC.",
     write_start,
     0,
     NULL,
     {NULL}},
};

#define METRIC_COUNT (sizeof metrics_table / sizeof metrics_table[0])

char *svc_metric_table_write(const svc_metrics *metrics, const svc_gauges *gauges, bool openmetrics,
                             size_t *length)
{
    svc_metric_writer w = {.openmetrics = openmetrics, .metrics = metrics, .gauges = gauges};

    svc_process_read(&w.process);
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        svc_metric_put_head(&w, &metrics_table[i]);
        metrics_table[i].write(&w, &metrics_table[i]);
    }
    w.failed |= openmetrics && !svc_buffer_addf(&w.text, "# EOF\n");
    if (w.failed) {
        svc_buffer_clear(&w.text);
    }
    *length = w.text.length;
    return w.text.bytes;
}
