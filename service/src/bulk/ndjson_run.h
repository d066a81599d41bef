/* A document a line in, a result a line out: the lines of bulk/ordered.h. */
#ifndef SVC_BULK_NDJSON_RUN_H
#define SVC_BULK_NDJSON_RUN_H

#include "api/batch.h"
#include "bulk/ordered.h"
#include "render/renderers.h"

/* What to do. */
typedef struct {
    const api_context *context;
    const api_defaults *defaults; /* borrowed; NULL: none */
    svc_renderers *renderers;     /* NULL: pages are not rendered */
    unsigned threads;             /* workers, 1 to SVC_ORDERED_THREADS_MAX */
    bool unordered;               /* results as they come */
    size_t max_line_bytes;        /* a longer line gets an error */
    int in_fd;
    int out_fd;
} svc_ndjson_settings;

/* What was done. */
typedef struct {
    size_t ok;     /* results with status 200 that were written */
    size_t failed; /* other results that were written */
    svc_ordered_summary end;
} svc_ndjson_summary;

/*
 * Runs until the input ends, or nobody takes the output any more. Every line but a blank one gets a
 * result; what is wrong with a line is its result. SIGPIPE must be ignored.
 */
void svc_ndjson_run(const svc_ndjson_settings *settings, svc_ndjson_summary *summary);

#endif
