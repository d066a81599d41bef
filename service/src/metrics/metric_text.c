#include "metrics/metric_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NUMBER_SIZE 32

/* Appends what printf would print. */
#define put(w, ...) ((w)->failed |= !svc_buffer_addf(&(w)->text, __VA_ARGS__))

/* What the sample of a family that is not a histogram is called. */
static const char *suffix(const svc_metric *f)
{
    return f->type == SVC_COUNTER ? "_total" : f->type == SVC_INFO ? "_info" : "";
}

void svc_metric_put_number(svc_metric_writer *w, const svc_metric *f, const char *labels,
                           double value)
{
    put(w, "%s%s%s %.15g\n", f->name, suffix(f), labels, value);
}

void svc_metric_put_count(svc_metric_writer *w, const svc_metric *f, const char *labels,
                          uint64_t value)
{
    put(w, "%s%s%s %" PRIu64 "\n", f->name, suffix(f), labels, value);
}

/* No value has a character to escape. */
const char *svc_metric_labels(const svc_metric *f, char out[SVC_METRIC_LABELS_SIZE],
                              const char *const *values)
{
    int length = 0;

    for (size_t i = 0; i < SVC_METRIC_LABELS_MAX && f->labels[i] != NULL; i++) {
        length += snprintf(out + length, SVC_METRIC_LABELS_SIZE - (size_t)length, "%s%s=\"%s\"",
                           i == 0 ? "{" : ",", f->labels[i], values[i]);
    }
    snprintf(out + length, SVC_METRIC_LABELS_SIZE - (size_t)length, "}");
    return out;
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
 * the one beside le, "" for none. */
void svc_metric_put_histogram(svc_metric_writer *w, const svc_metric *f, const svc_histogram *h,
                              const char *value)
{
    char label[SVC_METRIC_LABELS_SIZE] = "";
    char bound[NUMBER_SIZE];
    uint64_t count = 0;

    if (f->labels[0] != NULL) {
        snprintf(label, sizeof label, "%s=\"%s\"", f->labels[0], value);
    }
    for (size_t i = 0; i <= f->buckets->count; i++) {
        count += atomic_load(&h->counts[i]);
        put(w, "%s_bucket{%s%sle=\"%s\"} %" PRIu64 "\n", f->name, label,
            label[0] != '\0' ? "," : "", bound_text(f->buckets, i, bound), count);
    }
    const char *open = label[0] != '\0' ? "{" : "";
    const char *close = label[0] != '\0' ? "}" : "";
    put(w, "%s_sum%s%s%s %.15g\n", f->name, open, label, close,
        (double)atomic_load(&h->sum) * f->buckets->unit);
    put(w, "%s_count%s%s%s %" PRIu64 "\n", f->name, open, label, close, count);
}

/* In the older text a family is called as its samples are, and there is neither info nor unit. */
void svc_metric_put_head(svc_metric_writer *w, const svc_metric *f)
{
    static const char *const types[] = {"counter", "gauge", "histogram", "info"};

    if (!w->openmetrics) {
        put(w, "# HELP %s%s %s\n", f->name, suffix(f), f->help);
        put(w, "# TYPE %s%s %s\n", f->name, suffix(f),
            types[f->type == SVC_INFO ? SVC_GAUGE : f->type]);
        return;
    }
    put(w, "# TYPE %s %s\n", f->name, types[f->type]);
    if (f->unit[0] != '\0') {
        put(w, "# UNIT %s %s\n", f->name, f->unit);
    }
    put(w, "# HELP %s %s\n", f->name, f->help);
}
