/* The flags of danad extract for many documents, and how their values are read. */
#ifndef SVC_BULK_FLAGS_H
#define SVC_BULK_FLAGS_H

#include "api/batch.h"
#include "bulk/ordered.h"

#include <stdbool.h>

/* As they were given; strings are borrowed, NULL: not given. */
typedef struct {
    bool unordered;
    const char *threads;        /* NULL: the usable CPUs */
    const char *max_line_bytes; /* of --ndjson */
    const char *output;         /* NULL: standard output */
    const char *max_page_bytes; /* of --warc, as all below */
    const char *summary;
    const char *warc_out;
} svc_bulk_flags;

/* Returns what is wrong with flags together, static; NULL: nothing. ndjson, warc: whether these
 * were given. */
const char *svc_bulk_contradiction(const svc_bulk_flags *flags, bool ndjson, bool warc);

/* Reads a number from 1 to max; text NULL: *out stays. Returns false, with a line on standard
 * error, where it is none. */
bool svc_bulk_number(const char *flag, const char *text, long long max, long long *out);

/* Reads the number of threads. Returns false as svc_bulk_number. */
bool svc_bulk_threads(const svc_bulk_flags *flags, unsigned *out);

/* Reads a JSON object of include and options. Returns it, owned (api_defaults_free); NULL with a
 * line on standard error. */
api_defaults *svc_bulk_defaults(const char *json);

/* Prints on standard error why a run did not get to its end; what: what lacks a result. */
void svc_bulk_print_reason(const svc_ordered_summary *end, const char *what);

#endif
