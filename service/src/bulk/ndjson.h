/* danad extract --ndjson */
#ifndef SVC_BULK_NDJSON_H
#define SVC_BULK_NDJSON_H

#include "bulk/flags.h"

/*
 * Extracts the documents of standard input, a line each, with a JSON object of include and options
 * as defaults, and sums up on standard error. Returns the exit status.
 */
int svc_ndjson_extract(const api_context *context, const svc_bulk_flags *flags,
                       const char *defaults_json);

#endif
