/*
 * Families of metrics as text: Prometheus text format 0.0.4 and OpenMetrics 1.0.
 */
#ifndef SVC_METRICS_METRIC_TEXT_H
#define SVC_METRICS_METRIC_TEXT_H

#include "base/buffer.h"
#include "metrics/metrics.h"
#include "system/process.h"

/* Room for the labels of a sample with their NUL. */
#define SVC_METRIC_LABELS_SIZE 256

/* Most labels of a family, besides that of a histogram's buckets. */
#define SVC_METRIC_LABELS_MAX 3

typedef enum { SVC_COUNTER, SVC_GAUGE, SVC_HISTOGRAM, SVC_INFO } svc_metric_type;

/* The text under way, and what it is made from. */
typedef struct {
    svc_buffer text;
    bool failed; /* memory is out */
    bool openmetrics;
    const svc_metrics *metrics;
    const svc_gauges *gauges;
    svc_process process;
} svc_metric_writer;

/* A family. `name` is OpenMetrics' name: without _total and _info. */
typedef struct svc_metric {
    const char *name;
    svc_metric_type type;
    const char *unit; /* "": none */
    const char *help;
    void (*write)(svc_metric_writer *w, const struct svc_metric *f);
    size_t field; /* of the one value or histogram, in the struct that `write` reads */
    const svc_buckets *buckets;
    const char *labels[SVC_METRIC_LABELS_MAX]; /* names, NULL after the last */
} svc_metric;

/* Appends type, unit and help. */
void svc_metric_put_head(svc_metric_writer *w, const svc_metric *f);

/* Appends a sample with labels as svc_metric_labels writes them; "": none. */
void svc_metric_put_number(svc_metric_writer *w, const svc_metric *f, const char *labels,
                           double value);

/* The same for a count. */
void svc_metric_put_count(svc_metric_writer *w, const svc_metric *f, const char *labels,
                          uint64_t value);

/* Appends a histogram; value: of the family's label, "" where it has none. */
void svc_metric_put_histogram(svc_metric_writer *w, const svc_metric *f, const svc_histogram *h,
                              const char *value);

/* Writes {a="x"} with the values of the family's labels, and returns it. */
const char *svc_metric_labels(const svc_metric *f, char out[SVC_METRIC_LABELS_SIZE],
                              const char *const *values);

#endif
