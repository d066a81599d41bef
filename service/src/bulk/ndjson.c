#include "bulk/ndjson.h"

#include "base/clock.h"
#include "bulk/ndjson_run.h"
#include "bulk/output.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_LINE_BYTES     (64LL * 1024 * 1024)
#define MAX_LINE_BYTES_TOP (1024LL * 1024 * 1024)

static void print_summary(const svc_ndjson_summary *summary, double took_ms)
{
    size_t lines = summary->ok + summary->failed;
    double seconds = took_ms / 1000.0;

    fprintf(stderr, "danad: %zu results, %zu ok, %zu failed, %.1f s, %.0f a second\n", lines,
            summary->ok, summary->failed, seconds, seconds > 0.0 ? (double)lines / seconds : 0.0);
    svc_bulk_print_reason(&summary->end, "lines");
}

static int run(const svc_ndjson_settings *settings, svc_output *output)
{
    svc_ndjson_summary summary;
    double start_ms = svc_now_ms();

    signal(SIGPIPE, SIG_IGN);
    svc_ndjson_run(settings, &summary);
    print_summary(&summary, svc_now_ms() - start_ms);
    if (!svc_output_close(output, summary.end.complete)) {
        fprintf(stderr, "danad: --output: %s\n", strerror(errno));
        return 1;
    }
    return summary.end.complete ? 0 : 1;
}

int svc_ndjson_extract(const api_context *context, const svc_bulk_flags *flags,
                       const char *defaults_json, svc_renderers *renderers)
{
    long long max_line_bytes = MAX_LINE_BYTES;
    svc_ndjson_settings settings = {.context = context,
                                    .renderers = renderers,
                                    .unordered = flags->unordered,
                                    .in_fd = STDIN_FILENO};
    svc_output output;

    if (!svc_bulk_threads(flags, &settings.threads) ||
        !svc_bulk_number("--max-line-bytes", flags->max_line_bytes, MAX_LINE_BYTES_TOP,
                         &max_line_bytes)) {
        return 2;
    }
    settings.max_line_bytes = (size_t)max_line_bytes;
    api_defaults *defaults = svc_bulk_defaults(defaults_json);
    if (defaults == NULL) {
        return 2;
    }
    int status = 1;
    if (svc_output_open(&output, flags->output)) {
        settings.defaults = defaults;
        settings.out_fd = output.fd;
        status = run(&settings, &output);
    } else {
        fprintf(stderr, "danad: %s: %s\n", flags->output, strerror(errno));
    }
    api_defaults_free(defaults);
    return status;
}
