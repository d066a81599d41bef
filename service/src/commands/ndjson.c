#include "commands/ndjson.h"

#include "base/clock.h"
#include "base/request_id.h"
#include "commands/context.h"
#include "commands/ndjson_run.h"
#include "system/cpus.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_LINE_BYTES     (64LL * 1024 * 1024)
#define MAX_LINE_BYTES_TOP (1024LL * 1024 * 1024)

bool svc_ndjson_flags_given(const svc_ndjson_flags *flags)
{
    return flags->unordered || flags->threads != NULL || flags->max_line_bytes != NULL;
}

/* Reads a number from 1 to max; text NULL: *out stays. */
static bool read_number(const char *flag, const char *text, long long max, long long *out)
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

static void print_summary(const svc_ndjson_summary *summary, double took_ms)
{
    size_t lines = summary->ok + summary->failed;
    double seconds = took_ms / 1000.0;

    fprintf(stderr, "danad: %zu results, %zu ok, %zu failed, %.1f s, %.0f a second\n", lines,
            summary->ok, summary->failed, seconds, seconds > 0.0 ? (double)lines / seconds : 0.0);
    if (summary->complete) {
        return;
    }
    fprintf(stderr, "danad: not all lines have a result: %s%s%s\n",
            summary->reason != NULL ? summary->reason : "nobody reads the output any more",
            summary->error != 0 ? ": " : "", summary->error != 0 ? strerror(summary->error) : "");
}

static int run(const api_context *context, const api_defaults *defaults, long long threads,
               long long max_line_bytes, bool unordered)
{
    const svc_ndjson_settings settings = {.context = context,
                                          .defaults = defaults,
                                          .threads = (unsigned)threads,
                                          .unordered = unordered,
                                          .max_line_bytes = (size_t)max_line_bytes,
                                          .in_fd = STDIN_FILENO,
                                          .out_fd = STDOUT_FILENO};
    svc_ndjson_summary summary;
    double start_ms = svc_now_ms();

    signal(SIGPIPE, SIG_IGN);
    svc_ndjson_run(&settings, &summary);
    print_summary(&summary, svc_now_ms() - start_ms);
    return summary.complete ? 0 : 1;
}

int svc_command_ndjson(const svc_ndjson_flags *flags, const char *defaults_json)
{
    const api_context context = svc_command_context();
    char id[SVC_REQUEST_ID_SIZE];
    long long threads = svc_cpus_usable("");
    long long max_line_bytes = MAX_LINE_BYTES;
    api_response refusal;

    if (!read_number("--threads", flags->threads, SVC_NDJSON_THREADS_MAX, &threads) ||
        !read_number("--max-line-bytes", flags->max_line_bytes, MAX_LINE_BYTES_TOP,
                     &max_line_bytes)) {
        return 2;
    }
    if (threads > SVC_NDJSON_THREADS_MAX) {
        threads = SVC_NDJSON_THREADS_MAX;
    }
    svc_request_id_make(id, NULL);
    api_defaults *defaults = api_defaults_read(id, defaults_json, strlen(defaults_json), &refusal);
    if (defaults == NULL) {
        fprintf(stderr, "danad: %.*s\n", (int)refusal.body_length, refusal.body);
        api_response_clear(&refusal);
        return 2;
    }
    int status = run(&context, defaults, threads, max_line_bytes, flags->unordered);
    api_defaults_free(defaults);
    return status;
}
