/*
 * What the metrics are called: each family once, in one table, with its type, unit, help and
 * labels; and the two texts that scrapers read.
 *
 * Sources: Prometheus text format 0.0.4; OpenMetrics 1.0.
 */
#ifndef SVC_METRICS_METRIC_TABLE_H
#define SVC_METRICS_METRIC_TABLE_H

#include "metrics/metrics.h"

/*
 * Writes all metrics. Returns the text, owned by the caller (free), NUL-terminated after its
 * *length bytes; NULL where memory is out. Takes no lock.
 */
char *svc_metric_table_write(const svc_metrics *metrics, const svc_gauges *gauges, bool openmetrics,
                             size_t *length);

#endif
