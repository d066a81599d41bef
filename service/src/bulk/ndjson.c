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

const char svc_ndjson_help[] =
    "usage: danad extract --ndjson [FLAG]... < DOCUMENTS > RESULTS\n\n"
    "Reads a JSON object a line, with the members of a request of /v1/extract and an id that "
    "comes\n"
    "back, and prints a result a line: {\"index\":0,\"id\":..,\"status\":200,\"result\":{..}}, or\n"
    "\"problem\" in place of \"result\". The index is the line's, from 0; blank lines have no "
    "result.\n"
    "--algorithm, --param and --include hold for lines without options or include of their own.\n\n"
    "  --unordered         print results as they come, not in the order of the lines\n"
    "  --threads N         threads that extract; as many as there are CPUs without it\n"
    "  --max-line-bytes N  a longer line gets an error; 67108864 without it\n"
    "  --output FILE       write FILE in place of standard output; it has this name once all\n"
    "                      results are in it\n\n"
    "Exit status: 0 every line has a result, 1 not all have one, 2 wrong usage.\n";

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
                       const char *defaults_json)
{
    long long max_line_bytes = MAX_LINE_BYTES;
    svc_ndjson_settings settings = {
        .context = context, .unordered = flags->unordered, .in_fd = STDIN_FILENO};
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
