#include "metrics/metric_table.h"

#include "system/process.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 32768
#define LABELS_SIZE    256
#define NUMBER_SIZE    32

typedef enum { COUNTER, GAUGE, HISTOGRAM, INFO } family_type;

/* The text under way, and what it is made from. */
typedef struct {
    char *text;
    size_t length;
    size_t capacity;
    bool failed;
    bool openmetrics;
    const svc_metrics *metrics;
    const svc_gauges *gauges;
    svc_process process;
} writer;

typedef struct family family;

/* A family. `name` is OpenMetrics' name: without _total and _info. */
struct family {
    const char *name;
    family_type type;
    const char *unit; /* "": none */
    const char *help;
    void (*write)(writer *w, const family *f);
    size_t field; /* of the one value or histogram, in the struct that `write` reads */
    const svc_buckets *buckets;
    const char *labels[3]; /* names, NULL behind the last */
};

/* --- text */

static bool make_room(writer *w, size_t length)
{
    size_t capacity = w->capacity > 0 ? w->capacity : FIRST_CAPACITY;

    while (capacity < w->length + length + 1) {
        capacity *= 2;
    }
    if (capacity == w->capacity) {
        return true;
    }
    char *text = realloc(w->text, capacity);
    if (text == NULL) {
        w->failed = true;
        return false;
    }
    w->text = text;
    w->capacity = capacity;
    return true;
}

__attribute__((format(printf, 2, 3))) static void put(writer *w, const char *format, ...)
{
    va_list arguments;
    va_list again;

    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && !w->failed && make_room(w, (size_t)length)) {
        vsnprintf(w->text + w->length, (size_t)length + 1, format, again);
        w->length += (size_t)length;
    }
    va_end(again);
}

/* What the sample of a family that is not a histogram is called. */
static const char *suffix(const family *f)
{
    return f->type == COUNTER ? "_total" : f->type == INFO ? "_info" : "";
}

static void put_number(writer *w, const family *f, const char *labels, double value)
{
    put(w, "%s%s%s %.15g\n", f->name, suffix(f), labels, value);
}

static void put_count(writer *w, const family *f, const char *labels, uint64_t value)
{
    put(w, "%s%s%s %" PRIu64 "\n", f->name, suffix(f), labels, value);
}

/* Formats {a="x"} with the values of the family's labels. No value has a character to escape. */
static const char *labels_of(const family *f, char out[LABELS_SIZE], const char *const *values)
{
    int length = 0;

    for (size_t i = 0; i < 3 && f->labels[i] != NULL; i++) {
        length += snprintf(out + length, LABELS_SIZE - (size_t)length, "%s%s=\"%s\"",
                           i == 0 ? "{" : ",", f->labels[i], values[i]);
    }
    snprintf(out + length, LABELS_SIZE - (size_t)length, "}");
    return out;
}

/* --- values */

static double double_at(const void *base, size_t field)
{
    return *(const double *)(const void *)((const char *)base + field);
}

static void write_gauge(writer *w, const family *f)
{
    put_number(w, f, "", double_at(w->gauges, f->field));
}

static void write_known(writer *w, const family *f, double value)
{
    if (value >= 0.0) {
        put_number(w, f, "", value);
    }
}

static void write_start(writer *w, const family *f)
{
    write_known(w, f, w->gauges->start_time_seconds);
}

static void write_process(writer *w, const family *f)
{
    write_known(w, f, double_at(&w->process, f->field));
}

static void write_build(writer *w, const family *f)
{
    char labels[LABELS_SIZE];
    const char *values[] = {w->gauges->version, SVC_REVISION};

    put_count(w, f, labels_of(f, labels, values), 1);
}

static uint64_t load(const _Atomic uint64_t *count)
{
    return atomic_load_explicit(count, memory_order_relaxed);
}

/* "10.0" and not "10", as OpenMetrics has it; the same in both texts, so that series are too. */
static const char *bound_text(const svc_buckets *buckets, size_t i, char out[NUMBER_SIZE])
{
    if (i == buckets->count) {
        return "+Inf";
    }
    snprintf(out, NUMBER_SIZE, "%.15g", (double)buckets->bounds[i] * buckets->unit);
    if (strpbrk(out, ".e") == NULL) {
        size_t length = strlen(out);
        snprintf(out + length, NUMBER_SIZE - length, ".0");
    }
    return out;
}

/* The count is that of the last bucket, so that they agree whatever is counted meanwhile. label:
 * the one label beside le, "" for none. */
static void put_histogram(writer *w, const family *f, const svc_histogram *h, const char *value)
{
    char label[LABELS_SIZE] = "";
    char bound[NUMBER_SIZE];
    uint64_t count = 0;

    if (f->labels[0] != NULL) {
        snprintf(label, sizeof label, "%s=\"%s\"", f->labels[0], value);
    }
    for (size_t i = 0; i <= f->buckets->count; i++) {
        count += load(&h->counts[i]);
        put(w, "%s_bucket{%s%sle=\"%s\"} %" PRIu64 "\n", f->name, label,
            label[0] != '\0' ? "," : "", bound_text(f->buckets, i, bound), count);
    }
    const char *open = label[0] != '\0' ? "{" : "";
    const char *close = label[0] != '\0' ? "}" : "";
    put(w, "%s_sum%s%s%s %.15g\n", f->name, open, label, close,
        (double)load(&h->sum) * f->buckets->unit);
    put(w, "%s_count%s%s%s %" PRIu64 "\n", f->name, open, label, close, count);
}

static void write_histogram(writer *w, const family *f)
{
    const void *histogram = (const char *)w->metrics + f->field;

    put_histogram(w, f, histogram, "");
}

static void write_durations(writer *w, const family *f)
{
    for (size_t i = 0; i < w->metrics->route_count; i++) {
        put_histogram(w, f, &w->metrics->durations[i], svc_route_label(w->metrics, i));
    }
}

static void write_stages(writer *w, const family *f)
{
    for (size_t i = 0; i < SVC_STAGE_COUNT; i++) {
        put_histogram(w, f, &w->metrics->stages[i], svc_stage_label(i));
    }
}

/* Those that have occurred: there are thousands of combinations, and few occur. */
static void write_requests(writer *w, const family *f)
{
    char labels[LABELS_SIZE];

    for (size_t r = 0; r < w->metrics->route_count; r++) {
        for (size_t m = 0; svc_method_label(m) != NULL; m++) {
            for (size_t s = 0; svc_status_label(s) != NULL; s++) {
                uint64_t count = svc_metrics_requests(w->metrics, r, m, s);
                const char *values[] = {svc_route_label(w->metrics, r), svc_method_label(m),
                                        svc_status_label(s)};
                if (count > 0) {
                    put_count(w, f, labels_of(f, labels, values), count);
                }
            }
        }
    }
}

static void write_encodings(writer *w, const family *f)
{
    char labels[LABELS_SIZE];

    for (size_t e = 0; e < w->metrics->encoding_count; e++) {
        for (size_t s = 0; s < w->metrics->source_count; s++) {
            uint64_t count = load(&w->metrics->encodings[e][s]);
            const char *values[] = {svc_encoding_label(w->metrics, e),
                                    svc_source_label(w->metrics, s)};
            if (count > 0) {
                put_count(w, f, labels_of(f, labels, values), count);
            }
        }
    }
}

/* A row of counts with one label; from the start, so that a rate sees the first. */
static void write_row(writer *w, const family *f, const _Atomic uint64_t *counts,
                      const char *(*label_at)(size_t index), size_t first)
{
    char labels[LABELS_SIZE];

    for (size_t i = first; label_at(i) != NULL; i++) {
        const char *values[] = {label_at(i)};
        put_count(w, f, labels_of(f, labels, values), load(&counts[i]));
    }
}

static void write_rejected(writer *w, const family *f)
{
    write_row(w, f, w->metrics->rejected, svc_reason_label, 0);
}

static void write_documents(writer *w, const family *f)
{
    write_row(w, f, w->metrics->documents, svc_document_label, API_DOCUMENT_NONE + 1);
}

static void write_fetches(writer *w, const family *f)
{
    write_row(w, f, w->metrics->fetches, svc_fetch_label, 0);
}

/* --- the table */

#define IN_GAUGES(member)  write_gauge, offsetof(svc_gauges, member), NULL
#define IN_PROCESS(member) write_process, offsetof(svc_process, member), NULL
#define IN_METRICS(member) write_histogram, offsetof(svc_metrics, member)

static const family families[] = {
    {"danad_build",
     INFO,
     "",
     "Version of the server, and the revision it was built from.",
     write_build,
     0,
     NULL,
     {"version", "revision"}},
    {"danad_http_requests",
     COUNTER,
     "",
     "Requests that are over. Status 499: the client left before there was an answer.",
     write_requests,
     0,
     NULL,
     {"route", "method", "status"}},
    {"danad_http_request_duration_seconds",
     HISTOGRAM,
     "seconds",
     "Time from the head of a request to the end of its answer.",
     write_durations,
     0,
     &svc_seconds_buckets,
     {"route"}},
    {"danad_http_requests_in_flight",
     GAUGE,
     "",
     "Requests that have begun and are not over.",
     IN_GAUGES(requests_in_flight),
     {NULL}},
    {"danad_http_request_body_bytes",
     HISTOGRAM,
     "bytes",
     "Sizes of request bodies as received.",
     IN_METRICS(body_bytes),
     &svc_bytes_buckets,
     {NULL}},
    {"danad_connections", GAUGE, "", "Open connections.", IN_GAUGES(connections), {NULL}},
    {"danad_queue_depth",
     GAUGE,
     "",
     "Requests that wait for a worker.",
     IN_GAUGES(queue_depth),
     {NULL}},
    {"danad_queue_capacity",
     GAUGE,
     "",
     "Requests that may wait for a worker.",
     IN_GAUGES(queue_capacity),
     {NULL}},
    {"danad_queue_wait_seconds",
     HISTOGRAM,
     "seconds",
     "Time that requests waited for a worker, once more after a fetch.",
     IN_METRICS(queue_wait),
     &svc_seconds_buckets,
     {NULL}},
    {"danad_workers",
     GAUGE,
     "",
     "Worker threads, those not counted that are stuck.",
     IN_GAUGES(workers),
     {NULL}},
    {"danad_workers_busy",
     GAUGE,
     "",
     "Worker threads at work, those not counted that are stuck.",
     IN_GAUGES(workers_busy),
     {NULL}},
    {"danad_workers_stuck",
     GAUGE,
     "",
     "Worker threads given up that have not come back.",
     IN_GAUGES(workers_stuck),
     {NULL}},
    {"danad_rejected",
     COUNTER,
     "",
     "Requests refused for the state of the server or the client's pace, by problem code.",
     write_rejected,
     0,
     NULL,
     {"reason"}},
    {"danad_stage_duration_seconds",
     HISTOGRAM,
     "seconds",
     "Time that the stages of a page took. Decoding begins with the request's content coding and "
     "JSON.",
     write_stages,
     0,
     &svc_stage_buckets,
     {"stage"}},
    {"danad_documents",
     COUNTER,
     "",
     "Pages that were worked on, by how that ended.",
     write_documents,
     0,
     NULL,
     {"result"}},
    {"danad_document_bytes",
     HISTOGRAM,
     "bytes",
     "Sizes of pages before they were decoded.",
     IN_METRICS(document_bytes),
     &svc_bytes_buckets,
     {NULL}},
    {"danad_input_encoding",
     COUNTER,
     "",
     "Pages by encoding, and how it was found.",
     write_encodings,
     0,
     NULL,
     {"encoding", "source"}},
    {"danad_fetch", COUNTER, "", "Fetches by how they ended.", write_fetches, 0, NULL, {"result"}},
    {"process_cpu_seconds",
     COUNTER,
     "seconds",
     "Time on CPUs, user and system.",
     IN_PROCESS(cpu_seconds),
     {NULL}},
    {"process_resident_memory_bytes",
     GAUGE,
     "bytes",
     "Resident memory.",
     IN_PROCESS(resident_bytes),
     {NULL}},
    {"process_virtual_memory_bytes",
     GAUGE,
     "bytes",
     "Virtual memory.",
     IN_PROCESS(virtual_bytes),
     {NULL}},
    {"process_open_fds", GAUGE, "", "Open file descriptors.", IN_PROCESS(open_fds), {NULL}},
    {"process_max_fds",
     GAUGE,
     "",
     "Most file descriptors that may be open.",
     IN_PROCESS(max_fds),
     {NULL}},
    {"process_start_time_seconds",
     GAUGE,
     "seconds",
     "Start of the process since 1970 in UTC.",
     write_start,
     0,
     NULL,
     {NULL}},
};

#define FAMILY_COUNT (sizeof families / sizeof families[0])

/* In the older text a family is called as its samples are, and there is neither info nor unit. */
static void put_head(writer *w, const family *f)
{
    static const char *const types[] = {"counter", "gauge", "histogram", "info"};

    if (!w->openmetrics) {
        put(w, "# HELP %s%s %s\n", f->name, suffix(f), f->help);
        put(w, "# TYPE %s%s %s\n", f->name, suffix(f), types[f->type == INFO ? GAUGE : f->type]);
        return;
    }
    put(w, "# TYPE %s %s\n", f->name, types[f->type]);
    if (f->unit[0] != '\0') {
        put(w, "# UNIT %s %s\n", f->name, f->unit);
    }
    put(w, "# HELP %s %s\n", f->name, f->help);
}

char *svc_families_write(const svc_metrics *metrics, const svc_gauges *gauges, bool openmetrics,
                         size_t *length)
{
    writer w = {.openmetrics = openmetrics, .metrics = metrics, .gauges = gauges};

    svc_process_read(&w.process);
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        put_head(&w, &families[i]);
        families[i].write(&w, &families[i]);
    }
    if (openmetrics) {
        put(&w, "# EOF\n");
    }
    if (w.failed) {
        free(w.text);
        return NULL;
    }
    *length = w.length;
    return w.text;
}
