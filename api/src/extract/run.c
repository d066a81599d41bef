#include "extract/run.h"

#include "answer/content.h"
#include "dana/format.h"
#include "dana/plot.h"
#include "dana/site.h"
#include "extract/fetch.h"
#include "extract/render.h"
#include "http/measures.h"
#include "http/problems.h"
#include "http/work.h"

#include <stdio.h>
#include <string.h>

/* Room for a sentence about a format. */
#define DETAIL_SIZE 160

/* Memory for what is made of a box, and of a byte where boxes come as text: a line is one. */
#define BOX_BYTES      ((size_t)400)
#define BOX_TEXT_BYTES ((size_t)12)

/* An extraction on its way. */
typedef struct {
    const api_context *context;
    const api__format *format;
    double timeout_ms;
    api__deadline deadline;
    double mark_ms; /* when the last stage ended */
    api__extraction e;
} run;

/* Ends a stage. */
static void end_stage(run *r, api_stage stage)
{
    double now_ms = r->context->now_ms();

    r->e.stage_ms[stage] = now_ms - r->mark_ms;
    r->mark_ms = now_ms;
}

/* Decodes and opens the page. */
static dana_status open_page(run *r, const api__page *page)
{
    const unsigned formats = API__INCLUDE_HTML | API__INCLUDE_MARKDOWN;
    api__extraction *e = &r->e;
    const dana_selectors selectors = api__selectors_of(&e->request->options.control);
    dana_status status = api__document_read(page, &e->document, &e->err);

    if (status == DANA_OK) {
        /* Results of several algorithms, and formats, lie in the page's memory side by side. */
        size_t shares = 1 + (size_t)(e->request->options.plotted_count > 1) +
                        (size_t)(api__includes(e, formats) || r->format->renders_content);

        size_t cap = shares * dana_page_default_cap(e->document.text.length) +
                     (selectors.remove_count > 0 ? e->document.text.length : 0) +
                     BOX_TEXT_BYTES * page->box_text.length +
                     (page->is_rendered ? BOX_BYTES * e->rendered->box_count : 0);

        status = api__open_page(r->context, e->document.text, cap, &r->deadline, &e->page, &e->err);
    }
    if (status == DANA_OK) {
        dana_page_set_url(e->page, api__document_url(e));
    }
    if (status == DANA_OK && page->box_text.data != NULL) {
        status = dana_page_read_boxes(e->page, page->box_text, &e->err);
    }
    if (status == DANA_OK && selectors.select_count + selectors.remove_count > 0) {
        status = dana_page_select(e->page, &selectors, &e->err);
    }
    end_stage(r, API_STAGE_DECODE);
    return status;
}

static dana_status extract_content(api__extraction *e)
{
    const api__extract_options *options = &e->request->options;
    dana_status status = dana_extract(e->page, options->algorithm, &options->params, &e->result,
                                      &e->err);

    if (status == DANA_OK) {
        status = dana_render_plain(e->page, &e->result, &e->text, &e->err);
    }
    return status == DANA_OK ? api__render_content(e) : status;
}

/* The stages on an open page, each timed. */
static dana_status extract(run *r)
{
    api__extraction *e = &r->e;
    const api__extract_options *options = &e->request->options;
    dana_status status = dana_prepare(e->page, options->algorithm, &options->params, &e->err);

    end_stage(r, API_STAGE_PARSE);
    if (status == DANA_OK) {
        status = extract_content(e);
        end_stage(r, API_STAGE_EXTRACT);
    }
    if (status == DANA_OK && api__includes(e, API__INCLUDE_HEADLINE | API__INCLUDE_CANDIDATES)) {
        status = api__find_headline(e, &e->headline);
        end_stage(r, API_STAGE_HEADLINE);
    }
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
    const api__extract_options *options = &e->request->options;
    dana_plot *plot;
    dana_status status = dana_plot_new(e->page, &plot, &e->err);

    if (status == DANA_OK && options->plotted_count == 0) {
        status = add_panel(e, plot, options->algorithm, &options->params);
    }
    for (size_t i = 0; status == DANA_OK && i < options->plotted_count; i++) {
        status = add_panel(e, plot, options->plotted[i].algorithm, &options->plotted[i].params);
    }
    return status == DANA_OK ? dana_plot_draw(plot, &e->text, &e->err) : status;
}

/* Writes the answer, or the problem of what failed. */
static void answer(run *r, dana_status status, api_response *out)
{
    api__extraction *e = &r->e;
    bool written = status == DANA_OK && r->format->write(e, out);

    if (!written && e->err.status != DANA_OK) {
        api__core_problem(out, e->id, &e->err, r->timeout_ms);
    } else if (!written) {
        api__problem(out, e->id, "internal", NULL, NULL);
    }
}

/* Says the language of the page beside a body that does not. */
static void add_language(api__extraction *e, api_response *out)
{
    dana_view tag = api__language(e).tag;

    snprintf(out->language, sizeof(out->language), "%.*s", (int)tag.length, tag.data);
}

/* Tells the observer, and whoever sends the answer, how long the stages took. */
static void report(const run *r, api_response *out)
{
    const api__extraction *e = &r->e;
    api_measures measures = {.bytes = e->input_bytes,
                             .lines = e->result.profile.line_count,
                             .encoding = e->document.encoding,
                             .encoding_source = e->document.source};

    memcpy(measures.stage_ms, e->stage_ms, sizeof(measures.stage_ms));
    api__measures_report(r->context, e->err.status, e->text.length > 0, &measures, out);
}

static run begin(const api_context *context, const api__extract_context *given,
                 const api__extract_request *request, const api__page *page)
{
    double timeout_ms = api__timeout(context, request->options.timeout_ms);
    run r = {.context = context,
             .format = given->format,
             .timeout_ms = timeout_ms,
             .deadline = {context->now_ms, given->start_ms + timeout_ms},
             .mark_ms = given->start_ms,
             .e = {.id = given->input.id,
                   .version = context->version,
                   .request = request,
                   .parts = given->format->parts != 0 ? given->format->parts : request->include,
                   .fetched = given->fetched,
                   .rendered = given->rendered,
                   .input_bytes = page->length,
                   .text = {"", 0},
                   .queue_ms = given->queue_ms}};

    for (size_t i = 0; i < API_STAGE_COUNT; i++) {
        r.e.stage_ms[i] = API_STAGE_NOT_RUN;
    }
    return r;
}

static void close_page(run *r, dana_boxes *boxes)
{
    dana_page_close(r->e.page);
    api__document_clear(&r->e.document);
    api__boxes_free(boxes);
}

/* How long the page was fetched and rendered, before this request was read again. */
static double elsewhere_ms(const api__extract_context *given)
{
    return (given->fetched != NULL ? given->fetched->elapsed_ms : 0.0) +
           (given->rendered != NULL ? given->rendered->elapsed_ms : 0.0);
}

static dana_status open_with_boxes(run *r, const api__page *page, const dana_boxes *boxes)
{
    dana_status status = open_page(r, page);

    return status == DANA_OK && !api__set_boxes(&r->e, boxes) ? r->e.err.status : status;
}

/* Opens the page, extracts, and writes the answer. */
static void work(const api_context *context, const api__extract_context *given,
                 const api__extract_request *request, const api__page *page, api_response *out)
{
    run r = begin(context, given, request, page);
    dana_boxes boxes = api__boxes_of(given->rendered);
    dana_status status = open_with_boxes(&r, page, &boxes);

    if (status == DANA_OK && given->site == NULL && api__renders_first(context, &r.e, out)) {
        close_page(&r, &boxes);
        return;
    }
    if (status == DANA_OK) {
        dana_page_set_site(r.e.page, given->site);
        status = given->format->is_picture ? draw(&r.e) : extract(&r);
    }
    r.e.total_ms = given->queue_ms + r.mark_ms - given->start_ms + elsewhere_ms(given);
    if (status == DANA_OK && given->site == NULL && api__renders_then(context, &r.e, out)) {
        close_page(&r, &boxes);
        return;
    }
    answer(&r, status, out);
    if (status == DANA_OK && given->wants_language) {
        add_language(&r.e, out);
    }
    if (status == DANA_OK) {
        end_stage(&r, API_STAGE_SERIALIZE);
    }
    report(&r, out);
    close_page(&r, &boxes);
}

/* Refuses what is no page by its first bytes: 415 where it was sent, 422 where a site has it. */
static bool refuses(const api__extract_context *given, const api__extract_request *request,
                    const api__page *page, api_response *out)
{
    const dana_format *format = api__document_format(page);
    char detail[DETAIL_SIZE];

    if (format == NULL) {
        return false;
    }
    snprintf(detail, sizeof(detail), "By its first bytes the page is %s (%s).", format->name,
             format->type);
    api__problem(out, given->input.id, request->url != NULL ? "not-html" : "unsupported-media-type",
                 detail, NULL);
    return true;
}

void api__run_extraction(const api_context *context, const api__extract_context *given,
                         api_response *out)
{
    api__extract_request request;
    api__page page;

    if (!api__extract_request_read(&given->input, &request, out)) {
        return;
    }
    if (api__find_page(context, given->input.id, &request, given->fetched, &page, out) &&
        !refuses(given, &request, &page, out) &&
        api__use_rendered(given->input.id, &request, given->rendered, &page, out)) {
        work(context, given, &request, &page, out);
    }
    api__extract_request_clear(&request);
}

bool api__learn_page(const api_context *context, const api__extract_context *given, api_site *site)
{
    api__extract_request request;
    api_response refusal = {0};
    bool learned = false;

    if (!api__extract_request_read(&given->input, &request, &refusal)) {
        api_response_clear(&refusal);
        return false;
    }
    if (request.url == NULL && api__document_format(&request.page) == NULL) {
        run r = begin(context, given, &request, &request.page);

        learned = open_page(&r, &request.page) == DANA_OK &&
                  dana_site_add(site, r.e.page, &r.e.err) == DANA_OK;
        dana_page_close(r.e.page);
        api__document_clear(&r.e.document);
    }
    api__extract_request_clear(&request);
    return learned;
}
