#include "bulk/flags.h"

#include "base/request_id.h"
#include "system/cpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool svc_bulk_number(const char *flag, const char *text, long long max, long long *out)
{
    if (text == NULL) {
        return true;
    }
    size_t length = strlen(text);
    long long number = length > 0 && length <= 12 && strspn(text, "0123456789") == length
                           ? strtoll(text, NULL, 10)
                           : 0;

    if (number < 1 || number > max) {
        fprintf(stderr, "danad: %s: '%.60s' is not a number from 1 to %lld\n", flag, text, max);
        return false;
    }
    *out = number;
    return true;
}

bool svc_bulk_threads(const svc_bulk_flags *flags, unsigned *out)
{
    long long threads = svc_cpus_usable("");

    if (!svc_bulk_number("--threads", flags->threads, SVC_ORDERED_THREADS_MAX, &threads)) {
        return false;
    }
    *out = (unsigned)(threads < SVC_ORDERED_THREADS_MAX ? threads : SVC_ORDERED_THREADS_MAX);
    return true;
}

api_defaults *svc_bulk_defaults(const char *json)
{
    char id[SVC_REQUEST_ID_SIZE];
    api_response refusal;

    svc_request_id_make(id, NULL);
    api_defaults *defaults = api_defaults_read(id, json, strlen(json), &refusal);
    if (defaults == NULL) {
        fprintf(stderr, "danad: %.*s\n", (int)refusal.body_length, refusal.body);
        api_response_clear(&refusal);
    }
    return defaults;
}

void svc_bulk_print_reason(const svc_ordered_summary *end, const char *what)
{
    if (end->complete) {
        return;
    }
    fprintf(stderr, "danad: not all %s have a result: %s%s%s\n", what,
            end->reason != NULL ? end->reason : "nobody reads the output any more",
            end->error != 0 ? ": " : "", end->error != 0 ? strerror(end->error) : "");
}

const char *svc_bulk_contradiction(const svc_bulk_flags *flags, bool ndjson, bool warc)
{
    if (!ndjson && !warc && (flags->unordered || flags->threads != NULL || flags->output != NULL)) {
        return "--unordered, --threads and --output go with --ndjson or --warc";
    }
    if (!ndjson && flags->max_line_bytes != NULL) {
        return "--max-line-bytes goes with --ndjson";
    }
    if (!warc &&
        (flags->max_page_bytes != NULL || flags->summary != NULL || flags->warc_out != NULL)) {
        return "--max-page-bytes, --summary and --warc-out go with --warc";
    }
    return flags->warc_out != NULL && flags->output != NULL
               ? "--warc-out writes in place of lines: --output does not go with it"
               : NULL;
}
