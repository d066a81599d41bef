#include "bulk/ndjson_run.h"

#include "base/lines.h"
#include "base/request_id.h"
#include "bulk/output.h"
#include "bulk/rounds.h"

#include <errno.h>
#include <stdlib.h>

/* A document. */
typedef struct {
    size_t index; /* of its line */
    svc_line line;
    int status;
    char *result; /* owned; NULL: none yet, or memory is out */
    size_t result_length;
} document;

/* The lines of a run; of the reader's thread, but for the settings and the summary's counts. */
typedef struct {
    const svc_ndjson_settings *settings;
    svc_ndjson_summary *summary; /* of the writer's thread */
    svc_lines lines;
    size_t index; /* of the next line */
} run;

static bool is_blank(const svc_line *line)
{
    for (size_t i = 0; i < line->length; i++) {
        if (line->bytes[i] != ' ' && line->bytes[i] != '\t' && line->bytes[i] != '\r') {
            return false;
        }
    }
    return !line->too_long && !line->no_memory;
}

static svc_input_step read_document(void *arg, const svc_ordered_reading *reading, void **item,
                                    size_t *bytes)
{
    run *r = arg;
    svc_line line;

    r->lines.input.stop_fd = reading->stop_fd;
    svc_input_step step = svc_lines_next(&r->lines, &line);
    if (step != SVC_INPUT_FOUND) {
        return step;
    }
    size_t index = r->index++;
    if (is_blank(&line)) {
        free(line.bytes);
        return step;
    }
    document *d = calloc(1, sizeof *d);
    if (d == NULL) {
        free(line.bytes);
        errno = ENOMEM;
        return SVC_INPUT_FAILED;
    }
    *d = (document){.index = index, .line = line};
    *item = d;
    *bytes = line.length;
    return step;
}

/* A line that is asked about. */
typedef struct {
    const svc_ndjson_settings *settings;
    api_item item;
} question;

/* A svc_rounds_ask. */
static void ask(void *arg, const api_rendered *rendered, api_response *out)
{
    question *q = arg;

    q->item.rendered = rendered;
    api_item_answer(q->settings->context, q->settings->defaults, &q->item, out);
}

static void answer(const svc_ndjson_settings *settings, const document *d, api_response *out)
{
    char id[SVC_REQUEST_ID_SIZE];
    const api_item item = {.request_id = id,
                           .index = d->index,
                           .json = d->line.bytes,
                           .length = d->line.length,
                           .is_line = true};

    svc_request_id_make(id, NULL);
    if (d->line.too_long) {
        api_item_refuse(settings->context, &item, "body-too-large", settings->max_line_bytes, 0,
                        out);
    } else if (d->line.no_memory) {
        api_item_refuse(settings->context, &item, "internal", 0, 0, out);
    } else {
        svc_rounds_answer(settings->renderers, ask, &(question){.settings = settings, .item = item},
                          out);
    }
}

static size_t answer_document(void *arg, void *item)
{
    const run *r = arg;
    document *d = item;
    api_response response;

    answer(r->settings, d, &response);
    d->status = response.status;
    d->result = response.body;
    d->result_length = response.body_length;
    response.body = NULL;
    api_response_clear(&response);
    free(d->line.bytes);
    d->line.bytes = NULL;
    return d->result_length;
}

static int write_result(void *arg, void *item)
{
    const run *r = arg;
    const document *d = item;
    const svc_output output = {.fd = r->settings->out_fd};
    char feed = '\n';
    struct iovec parts[] = {{d->result, d->result_length}, {&feed, 1}};
    int error = d->result != NULL ? svc_output_write(&output, parts, 2) : ENOMEM;

    if (error == 0 && d->status == 200) {
        r->summary->ok++;
    } else if (error == 0) {
        r->summary->failed++;
    }
    return error;
}

static void free_document(void *item)
{
    document *d = item;

    free(d->line.bytes);
    free(d->result);
    free(d);
}

void svc_ndjson_run(const svc_ndjson_settings *settings, svc_ndjson_summary *summary)
{
    static const svc_ordered_kind kind = {.read = read_document,
                                          .work = answer_document,
                                          .write = write_result,
                                          .free = free_document};
    run r = {.settings = settings, .summary = summary};
    const svc_ordered_settings ordered = {
        .kind = &kind, .arg = &r, .threads = settings->threads, .unordered = settings->unordered};
    const svc_input input = {.fd = settings->in_fd, .stop_fd = -1, .out_fd = settings->out_fd};

    *summary = (svc_ndjson_summary){.end = {.reason = "memory is out"}};
    if (svc_lines_init(&r.lines, &input, settings->max_line_bytes)) {
        svc_ordered_run(&ordered, &summary->end);
    }
    svc_lines_destroy(&r.lines);
}
