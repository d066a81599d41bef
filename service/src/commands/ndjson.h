/* danad extract --ndjson */
#ifndef SVC_COMMANDS_NDJSON_H
#define SVC_COMMANDS_NDJSON_H

#include <stdbool.h>

/* What its flags ask for. */
typedef struct {
    bool unordered;
    const char *threads;        /* NULL: the usable CPUs */
    const char *max_line_bytes; /* NULL: 64 MiB */
} svc_ndjson_flags;

/* Returns whether any of the flags was given. */
bool svc_ndjson_flags_given(const svc_ndjson_flags *flags);

/*
 * Extracts the documents of standard input, a line each, with a JSON object of include and options
 * as defaults, and sums up on standard error. Returns the exit status.
 */
int svc_command_ndjson(const svc_ndjson_flags *flags, const char *defaults_json);

#endif
