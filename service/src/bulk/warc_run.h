/* Pages of WARC files in, lines of results or records with their text out: the pages of
 * bulk/ordered.h. */
#ifndef SVC_BULK_WARC_RUN_H
#define SVC_BULK_WARC_RUN_H

#include "api/batch.h"
#include "bulk/ordered.h"
#include "bulk/output.h"
#include "warc/tally.h"

/* What to do. All is borrowed. */
typedef struct {
    const api_context *context;
    const api_defaults *defaults;
    const char *const *files; /* "-": standard input */
    size_t file_count;
    unsigned threads; /* workers, 1 to SVC_ORDERED_THREADS_MAX */
    bool unordered;   /* results as they come */
    size_t max_page_bytes;
    const svc_output *output;
    bool records; /* conversion records in place of lines */
    bool gzip;    /* each compressed by itself */
} svc_warc_settings;

/*
 * Runs until the files end, or nobody takes the output any more, and says on standard error which
 * file cannot be read. *tally: what was found. SIGPIPE must be ignored.
 */
void svc_warc_run(const svc_warc_settings *settings, svc_warc_tally *tally,
                  svc_ordered_summary *summary);

#endif
