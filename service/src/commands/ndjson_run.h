/*
 * A document a line in, a result a line out, with as many threads as wanted and constant memory:
 *
 *   caller's thread   reads lines, as long as few enough documents and bytes are on their way
 *   workers           answer them: an svc_pool
 *   writer            writes results, in the order of the lines unless that does not matter
 *
 * Every line but a blank one gets a result; what is wrong with a line is its result.
 */
#ifndef SVC_COMMANDS_NDJSON_RUN_H
#define SVC_COMMANDS_NDJSON_RUN_H

#include "api/batch.h"

/* What to do. */
typedef struct {
    const api_context *context;
    const api_defaults *defaults; /* borrowed; NULL: none */
    unsigned threads;             /* workers, 1 to SVC_NDJSON_THREADS_MAX */
    bool unordered;               /* results as they come */
    size_t max_line_bytes;        /* a longer line gets an error */
    int in_fd;
    int out_fd;
} svc_ndjson_settings;

/* Most workers. */
#define SVC_NDJSON_THREADS_MAX 256

/* What was done. */
typedef struct {
    size_t ok;          /* results with status 200 that were written */
    size_t failed;      /* other results that were written */
    bool complete;      /* every line got its result */
    const char *reason; /* what went wrong where not, static; NULL: the reader of the output left */
    int error;          /* errno that goes with it, 0: none */
} svc_ndjson_summary;

/*
 * Runs until the input ends, or nobody takes the output any more. SIGPIPE must be ignored.
 */
void svc_ndjson_run(const svc_ndjson_settings *settings, svc_ndjson_summary *summary);

#endif
