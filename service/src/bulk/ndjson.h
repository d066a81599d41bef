/* danad extract --ndjson */
#ifndef SVC_BULK_NDJSON_H
#define SVC_BULK_NDJSON_H

#include "bulk/flags.h"
#include "render/renderers.h"

/*
 * Extracts the documents of standard input, a line each, with a JSON object of include and options
 * as defaults, and sums up on standard error. renderers: where those are rendered that ask for it,
 * as the context says; NULL: nowhere. Returns the exit status.
 */
int svc_ndjson_extract(const api_context *context, const svc_bulk_flags *flags,
                       const char *defaults_json, svc_renderers *renderers);

#endif
