#include "extract_response.h"
#include "handlers.h"
#include "response.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Turns a failure of core into the problem that its category asks for. */
static void core_problem(api_response *out, const char *id, const dana_error *err, size_t length,
                         double timeout_ms)
{
    if (err->status == DANA_CANCELLED) {
        api__limit_problem(out, id, "processing-timeout", NULL, (size_t)timeout_ms);
        return;
    }
    if (err->status == DANA_TOO_LARGE) {
        api__limit_problem(out, id, "body-too-large", err->message, DANA_SOURCE_MAX);
        return;
    }
    switch (dana_status_category(err->status)) {
    case DANA_CATEGORY_DOCUMENT:
        api__limit_problem(out, id, "document-too-complex", err->message,
                           dana_page_default_cap(length));
        break;
    case DANA_CATEGORY_INPUT:
        api__problem(out, id, "invalid-request", err->message, NULL);
        break;
    default:
        api__problem(out, id, "internal", NULL, NULL);
        break;
    }
}

/* When work on a page must be over. */
typedef struct {
    double (*now_ms)(void);
    double end_ms;
} deadline;

/* A dana_cancel. */
static bool is_past(void *arg)
{
    const deadline *d = arg;

    return d->now_ms() > d->end_ms;
}

/* A request can only shorten the server's own time. */
static double timeout_of(const api_context *context, const api__extract_request *request)
{
    double own_ms = context->process_timeout_ms > 0.0 ? context->process_timeout_ms : HUGE_VAL;

    return request->timeout_ms > 0.0 && request->timeout_ms < own_ms ? request->timeout_ms : own_ms;
}

/* Runs the headline method where the answer includes what it finds. */
static dana_status find_headline(api__extraction *e)
{
    const api__extract_request *request = e->request;

    if ((request->include & (API__INCLUDE_HEADLINE | API__INCLUDE_CANDIDATES)) == 0) {
        return DANA_OK;
    }
    return dana_find_headline(e->page, request->headline_algorithm, &request->headline_params,
                              (request->include & API__INCLUDE_CANDIDATES) != 0, &e->headline,
                              &e->err);
}

static double since(const api_context *context, double *mark_ms)
{
    double now = context->now_ms();
    double took = now - *mark_ms;

    *mark_ms = now;
    return took;
}

/* The stages on an open page, each timed. */
static dana_status run_stages(const api_context *context, api__extraction *e, double *mark_ms)
{
    const api__extract_request *request = e->request;
    dana_status status = dana_prepare(e->page, request->algorithm, &request->params, &e->err);

    e->timings.parse = since(context, mark_ms);
    if (status == DANA_OK) {
        status = dana_extract(e->page, request->algorithm, &request->params, &e->result, &e->err);
    }
    if (status == DANA_OK) {
        status = dana_render_text(e->page, &e->result, &e->text, &e->err);
    }
    e->timings.extract = since(context, mark_ms);
    if (status == DANA_OK) {
        status = find_headline(e);
    }
    e->timings.headline = since(context, mark_ms);
    return status;
}

static void answer_text(const api__extraction *e, api_response *out)
{
    size_t length = api__text_limit(e);

    *out = (api_response){.status = 200, .content_type = "text/plain; charset=utf-8"};
    out->body = malloc(length + 1);
    if (out->body == NULL) {
        api__problem(out, e->id, "internal", NULL, NULL);
        return;
    }
    memcpy(out->body, e->text.data, length);
    out->body[length] = '\n';
    out->body_length = length + 1;
}

static void answer_json(api__extraction *e, double timeout_ms, api_response *out)
{
    json_t *root = api__extract_json(e);

    if (root == NULL && e->err.status != DANA_OK) {
        core_problem(out, e->id, &e->err, e->request->html_length, timeout_ms);
        return;
    }
    api__json_response(out, e->id, root);
}

/* Extracts a request that was read; start_ms is when reading began. */
static void run(const api_context *context, const char *id, const api__extract_request *request,
                double queue_ms, double start_ms, bool want_text, api_response *out)
{
    double mark_ms = start_ms;
    double timeout_ms = timeout_of(context, request);
    deadline end = {context->now_ms, start_ms + timeout_ms};
    api__extraction e = {
        .id = id, .version = context->version, .request = request, .text = {"", 0}};
    dana_status status = dana_page_open(request->html, request->html_length, 0, NULL, &e.page,
                                        &e.err);

    if (status == DANA_OK) {
        dana_page_set_cancel(e.page, is_past, &end);
    }
    e.timings.queue = queue_ms;
    e.timings.decode = since(context, &mark_ms);
    if (status == DANA_OK) {
        status = run_stages(context, &e, &mark_ms);
    }
    e.timings.total = queue_ms + mark_ms - start_ms;
    if (status != DANA_OK) {
        core_problem(out, id, &e.err, request->html_length, timeout_ms);
    } else if (want_text) {
        answer_text(&e, out);
    } else {
        answer_json(&e, timeout_ms, out);
    }
    dana_page_close(e.page);
}

void api__extract(const api_context *context, const api_request *request, api_response *out)
{
    api__extract_request settings;
    double start_ms = context->now_ms();

    if (!api__extract_request_read(request->id, request->body, request->body_length, NULL,
                                   &settings, out)) {
        return;
    }
    run(context, request->id, &settings, request->queue_ms, start_ms, false, out);
    api__extract_request_clear(&settings);
}

void api_extract_document(const api_context *context, const char *request_id, const char *html,
                          size_t html_length, const char *options_json, bool want_text,
                          api_response *out)
{
    api__extract_request settings;
    dana_view document = {html, html_length};
    double start_ms = context->now_ms();

    if (!api__extract_request_read(request_id, options_json,
                                   options_json != NULL ? strlen(options_json) : 0, &document,
                                   &settings, out)) {
        return;
    }
    run(context, request_id, &settings, 0.0, start_ms, want_text, out);
    api__extract_request_clear(&settings);
}
