#include "answer/formats.h"
#include "answer/json.h"
#include "dana/plot.h"
#include "extract/answerer.h"
#include "extract/item.h"
#include "http/body.h"
#include "http/handlers.h"
#include "http/measures.h"
#include "http/media_type.h"
#include "http/response.h"
#include "http/work.h"

#include <stdlib.h>
#include <string.h>

/* Whether the answer includes what the headline method finds. */
static bool wants_headline(const api__extraction *e)
{
    return (e->parts & (API__INCLUDE_HEADLINE | API__INCLUDE_CANDIDATES)) != 0;
}

static dana_status find_headline(api__extraction *e)
{
    const api__extract_request *request = e->request;

    return dana_find_headline(e->page, request->headline_algorithm, &request->headline_params,
                              (e->parts & API__INCLUDE_CANDIDATES) != 0, &e->headline, &e->err);
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
    if (status != DANA_OK) {
        return status;
    }
    status = dana_extract(e->page, request->algorithm, &request->params, &e->result, &e->err);
    if (status == DANA_OK) {
        status = dana_render_text(e->page, &e->result, &e->text, &e->err);
    }
    if (status == DANA_OK) {
        status = api__render_formats(e);
    }
    e->timings.extract = since(context, mark_ms);
    if (status != DANA_OK || !wants_headline(e)) {
        return status;
    }
    status = find_headline(e);
    e->timings.headline = since(context, mark_ms);
    return status;
}

/* Runs one algorithm and adds its panel. */
static dana_status add_panel(api__extraction *e, dana_plot *plot, const dana_algorithm *algorithm,
                             const dana_params *params)
{
    dana_status status = dana_extract(e->page, algorithm, params, &e->result, &e->err);

    return status == DANA_OK ? dana_plot_add(plot, &e->result, &e->err) : status;
}

/* Draws the algorithms of options.plot, or the one of options.algorithm, instead of the stages. */
static dana_status draw(api__extraction *e)
{
    const api__extract_request *request = e->request;
    dana_plot *plot;
    dana_status status = dana_plot_new(e->page, &plot, &e->err);

    if (status == DANA_OK && request->plotted_count == 0) {
        status = add_panel(e, plot, request->algorithm, &request->params);
    }
    for (size_t i = 0; status == DANA_OK && i < request->plotted_count; i++) {
        status = add_panel(e, plot, request->plotted[i].algorithm, &request->plotted[i].params);
    }
    return status == DANA_OK ? dana_plot_draw(plot, &e->text, &e->err) : status;
}

static bool answer_in(api__extraction *e, api_form form, api_response *out)
{
    switch (form) {
    case API_FORM_TEXT:
    case API_FORM_MARKDOWN:
    case API_FORM_HTML:
        return api__answer_format(e, form, out);
    case API_FORM_SVG:
        api__bytes_response(out, e->id, "image/svg+xml", e->text);
        return true;
    default:
        return api__extract_write(e, out);
    }
}

static void answer(api__extraction *e, api_form form, double timeout_ms, api_response *out)
{
    if (!answer_in(e, form, out)) {
        if (e->err.status != DANA_OK) {
            api__core_problem(out, e->id, &e->err, timeout_ms);
        } else {
            api__problem(out, e->id, "internal", NULL, NULL);
        }
    }
    if (out->status == 200) {
        api__add_header(out, "Vary", "Accept");
    }
}

/* The page of a request; where it was fetched, with the charset that the site sent. */
static api__page page_of(const api__extract_request *settings, const api_fetched *fetched)
{
    if (fetched == NULL) {
        return settings->page;
    }
    return (api__page){.bytes = fetched->body,
                       .length = fetched->body_length,
                       .charset = api__media_charset(fetched->content_type)};
}

/* What a run is given besides the settings. */
typedef struct {
    const char *id;
    const api_request *request; /* for answerer */
    api__answerer *answerer;    /* NULL: form tells */
    const api_fetched *fetched; /* NULL: the page came with the request */
    double queue_ms;
    double start_ms; /* when reading the request began */
    api_form form;
} occasion;

/* In the form of a replaced service. */
static void answer_otherwise(api__extraction *e, const occasion *o, double timeout_ms,
                             api_response *out)
{
    if (o->answerer(e, o->request, out)) {
        return;
    }
    if (e->err.status != DANA_OK) {
        api__core_problem(out, e->id, &e->err, timeout_ms);
    } else {
        api__problem(out, e->id, "internal", NULL, NULL);
    }
}

/* Decodes and opens the page of an extraction. */
static dana_status open_page(api__extraction *e, const api__page *page)
{
    dana_status status = api__document_read(page, &e->document, &e->err);

    if (status != DANA_OK) {
        return status;
    }
    const unsigned formats = API__INCLUDE_HTML | API__INCLUDE_MARKDOWN;
    /* Results of several algorithms, and formats, lie in the page's memory side by side. */
    size_t shares = 1 + (size_t)(e->request->plotted_count > 1) +
                    (size_t)((e->parts & formats) != 0 || e->roomy);
    size_t cap = shares * dana_page_default_cap(e->document.text.length);

    return dana_page_open(e->document.text.data, e->document.text.length, cap, NULL, &e->page,
                          &e->err);
}

/* Reports what the page was and what its stages took. */
static void report(const api_context *context, const api__extraction *e, double serialize_ms,
                   api_response *out)
{
    api_measures measures = {.stage_ms = {[API_STAGE_DECODE] = e->timings.decode,
                                          [API_STAGE_PARSE] = e->timings.parse,
                                          [API_STAGE_EXTRACT] = e->timings.extract,
                                          [API_STAGE_HEADLINE] = e->timings.headline,
                                          [API_STAGE_SERIALIZE] = serialize_ms},
                             .bytes = e->input_bytes,
                             .lines = e->result.profile.line_count,
                             .encoding = e->document.encoding,
                             .encoding_source = e->document.source};

    api__measures_report(context, e->err.status, e->text.length > 0, &measures, out);
}

/* Extracts the page of a request that was read. */
static void run(const api_context *context, const occasion *o, const api__extract_request *request,
                api_response *out)
{
    double mark_ms = o->start_ms;
    double timeout_ms = api__timeout(context, request->timeout_ms);
    api__deadline end = {context->now_ms, o->start_ms + timeout_ms};
    api__page page = page_of(request, o->fetched);
    api__extraction e = {.id = o->id,
                         .version = context->version,
                         .request = request,
                         .parts = api__form_parts(o->form, request->include),
                         .fetched = o->fetched,
                         .input_bytes = page.length,
                         .roomy = o->answerer != NULL,
                         .text = {"", 0},
                         .timings = {.parse = API_STAGE_NOT_RUN,
                                     .extract = API_STAGE_NOT_RUN,
                                     .headline = API_STAGE_NOT_RUN}};
    dana_status status = open_page(&e, &page);

    if (status == DANA_OK) {
        dana_page_set_cancel(e.page, api__deadline_past, &end);
        api__set_limits(context, e.page);
    }
    e.timings.queue = o->queue_ms;
    e.timings.decode = since(context, &mark_ms);
    if (status == DANA_OK) {
        status = o->form == API_FORM_SVG ? draw(&e) : run_stages(context, &e, &mark_ms);
    }
    e.timings.total = o->queue_ms + mark_ms - o->start_ms;
    if (o->fetched != NULL) {
        e.timings.total += o->fetched->elapsed_ms;
    }
    if (status != DANA_OK) {
        api__core_problem(out, e.id, &e.err, timeout_ms);
    } else if (o->answerer != NULL) {
        answer_otherwise(&e, o, timeout_ms, out);
    } else {
        answer(&e, o->form, timeout_ms, out);
    }
    report(context, &e, status == DANA_OK ? since(context, &mark_ms) : API_STAGE_NOT_RUN, out);
    dana_page_close(e.page);
    api__document_clear(&e.document);
}

/* Orders the page of a request. The URL is copied: the request is read again afterwards. */
static void order_fetch(const char *id, const api__extract_request *settings, api_response *out)
{
    *out = (api_response){.wants_fetch = true,
                          .order = {.url = strdup(settings->url),
                                    .timeout_ms = settings->fetch_timeout_ms,
                                    .max_redirects = settings->max_redirects,
                                    .accept_error_status = settings->accept_error_status}};
    if (out->order.url == NULL) {
        api__problem(out, id, "internal", NULL, NULL);
    }
}

/* A fetch that failed; the site's status goes along where it answered. */
static void fetch_problem(const char *id, const api_fetched *fetched, api_response *out)
{
    json_t *extensions = NULL;

    if (strcmp(fetched->problem, "invalid-url") == 0) {
        extensions = json_pack("{s[{ss ss}]}", "errors", "pointer", "#/url", "detail",
                               fetched->detail);
    } else if (fetched->status > 0) {
        extensions = json_pack("{s{si}}", "upstream", "status", fetched->status);
    }
    api__problem(out, id, fetched->problem, fetched->detail, extensions);
}

/* Runs a request with a page at hand, or says what is to be done about its page first. */
static void serve(const api_context *context, const occasion *o, const api__extract_request *r,
                  api_response *out)
{
    if (r->url == NULL || (o->fetched != NULL && o->fetched->problem == NULL)) {
        run(context, o, r, out);
    } else if (!context->fetch) {
        api__problem(out, o->id, "feature-disabled", NULL, NULL);
    } else if (o->fetched == NULL) {
        order_fetch(o->id, r, out);
    } else {
        fetch_problem(o->id, o->fetched, out);
    }
}

static bool is_post(const api_request *request)
{
    return strcmp(request->method, "POST") == 0;
}

/* The kinds of requests: GET with a query, POST of a page with one, POST of JSON. */
static bool read_request(const api_request *request, dana_view body, api__extract_request *settings,
                         api_response *out)
{
    api__page page = {body.data, body.length, api__media_charset(request->content_type), false};
    bool is_page = is_post(request) && api__media_is_html(request->content_type);
    api__extract_input input = {.id = request->id,
                                .page = is_page ? &page : NULL,
                                .body = is_post(request) && !is_page ? body.data : NULL,
                                .body_length = body.length,
                                .parameters = request->parameters,
                                .parameter_count = request->parameter_count};

    if (is_page && body.length == 0) {
        api__problem(out, request->id, "empty-body", NULL, NULL);
        return false;
    }
    return api__extract_request_read(&input, settings, out);
}

void api__extract(const api_context *context, const api_request *request, api_response *out)
{
    api__extract_request settings;
    dana_view body;
    char *owned;
    occasion o = {.id = request->id,
                  .fetched = request->fetched,
                  .queue_ms = request->queue_ms,
                  .form = api__extract_form(request->accept),
                  .start_ms = context->now_ms()};

    /* A GET may bring a body and a coding that nobody has judged: neither is looked at. */
    if (!is_post(request)) {
        body = (dana_view){NULL, 0};
        owned = NULL;
    } else if (!api__body_decode(context, request, &body, &owned, out)) {
        return;
    }
    if (read_request(request, body, &settings, out)) {
        serve(context, &o, &settings, out);
        api__extract_request_clear(&settings);
    }
    free(owned);
}

void api__extract_with(const api_context *context, const api_request *request, double start_ms,
                       const api__extract_input *input, api__answerer *answerer, api_response *out)
{
    api__extract_request settings;
    const occasion o = {.id = request->id,
                        .request = request,
                        .answerer = answerer,
                        .fetched = request->fetched,
                        .queue_ms = request->queue_ms,
                        .start_ms = start_ms};

    if (api__extract_request_read(input, &settings, out)) {
        serve(context, &o, &settings, out);
        api__extract_request_clear(&settings);
    }
}

void api__extract_item(const api_context *context, const api_item *item, double start_ms,
                       const api__extract_input *input, api_response *out)
{
    api__extract_request settings;
    const occasion o = {.id = item->request_id,
                        .fetched = item->fetched,
                        .queue_ms = item->queue_ms,
                        .start_ms = start_ms};

    if (api__extract_request_read(input, &settings, out)) {
        serve(context, &o, &settings, out);
        api__extract_request_clear(&settings);
    }
}

void api_extract_document(const api_context *context, const char *request_id, const char *html,
                          size_t html_length, const char *options_json, api_form form,
                          api_response *out)
{
    api__extract_request settings;
    api__page page = {.bytes = html, .length = html_length};
    api__extract_input input = {.id = request_id,
                                .page = &page,
                                .body = options_json,
                                .body_length = options_json != NULL ? strlen(options_json) : 0};
    occasion o = {.id = request_id, .start_ms = context->now_ms(), .form = form};

    if (api__extract_request_read(&input, &settings, out)) {
        run(context, &o, &settings, out);
        api__extract_request_clear(&settings);
    }
}
