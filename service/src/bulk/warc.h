/* danad extract --warc */
#ifndef SVC_BULK_WARC_H
#define SVC_BULK_WARC_H

#include "bulk/flags.h"

#include <stddef.h>

/*
 * Extracts the pages of WARC files (none, or "-": standard input), with a JSON object of include
 * and options, and sums up on standard error. Returns the exit status.
 */
int svc_warc_extract(const api_context *context, const svc_bulk_flags *flags,
                     const char *const *files, size_t file_count, const char *options_json);

#endif
