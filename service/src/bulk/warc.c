#include "bulk/warc.h"

#include "base/clock.h"
#include "bulk/warc_run.h"
#include "warc/writer.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* A page of this size is what the server takes, too. */
#define MAX_PAGE_BYTES     (10LL * 1024 * 1024)
#define MAX_PAGE_BYTES_TOP (1024LL * 1024 * 1024)

static bool is_compressed(const char *path)
{
    size_t length = strlen(path);

    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* Writes the record that begins a file of records. Returns errno, 0: it is written. */
static int begin_records(const svc_warc_settings *settings, const char *path)
{
    char now[SVC_UTC_SIZE];
    char software[64];
    svc_buffer record = {.bytes = NULL};
    int error = ENOMEM;

    svc_format_utc(svc_wall_ms(), now);
    snprintf(software, sizeof software, "danad/%s", settings->context->version);
    const char *name = strcmp(path, "-") != 0 ? base_name(path) : NULL;
    if (svc_warc_write_info(&record, software, name, now, settings->gzip)) {
        struct iovec part = {record.bytes, record.length};
        error = svc_output_write(settings->output, &part, 1);
    }
    svc_buffer_clear(&record);
    return error;
}

/* Writes the summary for programs. Returns false, with a line on standard error, where it failed.
 */
static bool write_summary(const char *path, const svc_warc_tally *tally, bool complete,
                          double seconds)
{
    svc_buffer text = {.bytes = NULL};
    svc_output output;
    int error = ENOMEM;

    if (path == NULL) {
        return true;
    }
    if (svc_warc_tally_json(tally, complete, seconds, &text) && svc_output_open(&output, path)) {
        struct iovec part = {text.bytes, text.length};
        error = svc_output_write(&output, &part, 1);
        if (!svc_output_close(&output, error == 0) && error == 0) {
            error = errno;
        }
    } else {
        error = errno;
    }
    svc_buffer_clear(&text);
    if (error != 0) {
        fprintf(stderr, "danad: --summary %s: %s\n", path, strerror(error));
    }
    return error == 0;
}

static void print_tally(const svc_warc_tally *tally, double seconds)
{
    svc_buffer text = {.bytes = NULL};

    if (svc_warc_tally_text(tally, seconds, &text)) {
        fputs(text.bytes, stderr);
    }
    svc_buffer_clear(&text);
}

static int run(const svc_warc_settings *settings, const svc_bulk_flags *flags, svc_output *output)
{
    svc_warc_tally tally = {.files = 0};
    svc_ordered_summary end = {.reason = "the output cannot be written"};
    double start_ms = svc_now_ms();

    signal(SIGPIPE, SIG_IGN);
    end.error = settings->records ? begin_records(settings, flags->warc_out) : 0;
    if (end.error == 0) {
        svc_warc_run(settings, &tally, &end);
    }
    double seconds = (svc_now_ms() - start_ms) / 1000.0;
    if (!svc_output_close(output, end.complete) && end.complete) {
        end = (svc_ordered_summary){.reason = "the output cannot be written", .error = errno};
    }
    print_tally(&tally, seconds);
    if (tally.unreadable_files == 0) {
        svc_bulk_print_reason(&end, "pages");
    }
    bool told = write_summary(flags->summary, &tally, end.complete, seconds);
    return end.complete && told ? 0 : 1;
}

/* Opens the output and runs. */
static int open_and_run(const svc_warc_settings *settings, const svc_bulk_flags *flags)
{
    const char *path = flags->warc_out != NULL ? flags->warc_out : flags->output;
    svc_warc_settings whole = *settings;
    svc_output output;

    if (!svc_output_open(&output, path)) {
        fprintf(stderr, "danad: %s: %s\n", path, strerror(errno));
        return 1;
    }
    whole.output = &output;
    return run(&whole, flags, &output);
}

int svc_warc_extract(const api_context *context, const svc_bulk_flags *flags,
                     const char *const *files, size_t file_count, const char *options_json)
{
    static const char *const standard_input[] = {"-"};
    long long max_page_bytes = MAX_PAGE_BYTES;
    svc_warc_settings settings = {.context = context,
                                  .files = file_count > 0 ? files : standard_input,
                                  .file_count = file_count > 0 ? file_count : 1,
                                  .unordered = flags->unordered,
                                  .records = flags->warc_out != NULL,
                                  .gzip = flags->warc_out != NULL &&
                                          is_compressed(flags->warc_out)};

    if (!svc_bulk_threads(flags, &settings.threads) ||
        !svc_bulk_number("--max-page-bytes", flags->max_page_bytes, MAX_PAGE_BYTES_TOP,
                         &max_page_bytes)) {
        return 2;
    }
    settings.max_page_bytes = (size_t)max_page_bytes;
    api_defaults *defaults = svc_bulk_defaults(options_json);
    if (defaults == NULL) {
        return 2;
    }
    settings.defaults = defaults;
    int status = open_and_run(&settings, flags);
    api_defaults_free(defaults);
    return status;
}
