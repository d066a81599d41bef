#include "dana/headline.h"
#include "answer/describe.h"
#include "http/body.h"
#include "http/handlers.h"
#include "http/measures.h"
#include "http/response.h"
#include "http/work.h"
#include "request/members.h"

#include <stdlib.h>
#include <string.h>

/* Most metrics of a method, and the parameter that chooses one. */
#define METRICS_MAX 8
#define METRIC      "metric"
/* A request at work. reader is first: what reads a member is handed a pointer to it. */
typedef struct {
    api__reader reader;
    dana_view html;
    bool has_html;
    api__run method;
    dana_page *page;
    dana_headline chosen;
    dana_headline by_metric[METRICS_MAX];
    const char *const *metrics; /* names, NULL-terminated; NULL: the method has one measure */
    size_t metric_count;
    dana_error err;
} headlines;

static headlines *headlines_of(api__reader *r)
{
    return (headlines *)(void *)r;
}

static void read_html(api__reader *r, const json_t *value, const char *pointer)
{
    (void)pointer;
    headlines_of(r)->html = (dana_view){json_string_value(value), json_string_length(value)};
    headlines_of(r)->has_html = true;
}

static void read_algorithm(api__reader *r, const json_t *value, const char *pointer)
{
    headlines *h = headlines_of(r);
    dana_view list = {json_string_value(value), json_string_length(value)};
    dana_error err = {0};
    size_t count;

    if (api__runs_read(list, true, &h->method, 1, &count, &err) != DANA_OK) {
        api__error_add(&r->errors, "invalid-request", pointer, "%s at character %zu", err.message,
                       err.position);
    } else if (h->method.algorithm->kind != DANA_KIND_HEADLINE) {
        api__refuse(r, pointer, "the algorithm must be one for headlines");
    }
}

static const api__member members[] = {
    {"html", "a string", api__is_string, read_html},
    {"algorithm", "a string", api__is_string, read_algorithm},
    {NULL, NULL, NULL, NULL},
};

/* Runs the method with each of its metrics; the last call is the one that was asked for. */
static dana_status find_all(headlines *h)
{
    const dana_algorithm *algorithm = h->method.algorithm;
    int at = dana_param_index(algorithm, METRIC);
    dana_params params = h->method.params;
    dana_status status = DANA_OK;

    if (at >= 0 && algorithm->params[at].type == DANA_PARAM_CHOICE) {
        h->metrics = algorithm->params[at].choices;
    }
    while (h->metrics != NULL && status == DANA_OK && h->metric_count < METRICS_MAX &&
           h->metrics[h->metric_count] != NULL) {
        params.values[at] = (int)h->metric_count;
        status = dana_find_headline(h->page, algorithm, &params, true,
                                    &h->by_metric[h->metric_count], &h->err);
        h->metric_count++;
    }
    if (status == DANA_OK) {
        status = dana_find_headline(h->page, algorithm, &h->method.params, true, &h->chosen,
                                    &h->err);
    }
    return status;
}

/* The next candidate of any metric behind *at, which moves on with all that begin there. */
static bool next_candidate(const headlines *h, size_t *at, dana_candidate *next)
{
    bool found = false;

    for (size_t m = 0; m < h->metric_count + 1; m++) {
        const dana_headline *one = m < h->metric_count ? &h->by_metric[m] : &h->chosen;

        if (at[m] < one->candidate_count &&
            (!found || one->candidates[at[m]].span.start < next->span.start)) {
            *next = one->candidates[at[m]];
            found = true;
        }
    }
    return found;
}

/* The score of the candidate of this span, 0 where the method gave it none. */
static double take_score(const dana_headline *one, size_t *at, dana_span span)
{
    if (*at < one->candidate_count && one->candidates[*at].span.start == span.start &&
        one->candidates[*at].span.end == span.end) {
        return one->candidates[(*at)++].score;
    }
    return 0.0;
}

static json_t *span_text(headlines *h, dana_span span)
{
    dana_view text;

    if (dana_render_span(h->page, span, &text, &h->err) != DANA_OK) {
        return NULL;
    }
    return json_stringn_nocheck(text.data, text.length);
}

static json_t *candidate_text(headlines *h, const dana_candidate *candidate)
{
    dana_view text;

    if (dana_candidate_text(h->page, candidate, &text, &h->err) != DANA_OK) {
        return NULL;
    }
    return json_stringn_nocheck(text.data, text.length);
}

static json_t *source_value(const dana_candidate *candidate)
{
    if (candidate->heading > 0) {
        return json_sprintf("h%u", candidate->heading);
    }
    return json_string(candidate->source != NULL ? candidate->source : "text");
}

static json_t *candidate_value(headlines *h, const dana_candidate *candidate, size_t *at)
{
    json_t *scores = json_object();
    dana_span span = candidate->span;
    int failed = scores == NULL;

    for (size_t m = 0; m < h->metric_count; m++) {
        failed |= json_object_set_new(scores, h->metrics[m],
                                      json_real(take_score(&h->by_metric[m], &at[m], span)));
    }
    double score = take_score(&h->chosen, &at[h->metric_count], span);
    json_t *value = json_pack("{so sI sI so sf so}", "text", candidate_text(h, candidate), "start",
                              (json_int_t)span.start, "end", (json_int_t)span.end, "source",
                              source_value(candidate), "score", score, "scores", scores);

    if (failed != 0) {
        json_decref(value);
        return NULL;
    }
    return value;
}

/* All candidates in the document's order; *best: the one that was found, borrowed. */
static json_t *candidates_value(headlines *h, json_t **best)
{
    size_t at[METRICS_MAX + 1] = {0};
    dana_candidate next = {.score = 0.0};
    json_t *list = json_array();

    *best = NULL;
    while (next_candidate(h, at, &next)) {
        json_t *value = candidate_value(h, &next, at);

        if (json_array_append_new(list, value) != 0) {
            json_decref(list);
            return NULL;
        }
        if (h->chosen.found && h->chosen.headline.span.start == next.span.start &&
            h->chosen.headline.span.end == next.span.end) {
            *best = value;
        }
    }
    return list;
}

static json_t *answer_value(headlines *h, const char *id)
{
    const dana_scan *scan;
    const dana_scan_options options = {.lines = DANA_LINES_BLOCK};
    json_t *best;
    json_t *candidates = candidates_value(h, &best);
    json_t *headline = candidates != NULL && best != NULL ? json_deep_copy(best) : json_null();

    if (candidates == NULL || dana_scan_page(h->page, &options, &scan, &h->err) != DANA_OK) {
        json_decref(candidates);
        json_decref(headline);
        return NULL;
    }
    return json_pack("{ss so so so so}", "id", id, "title_tag",
                     scan->has_title ? span_text(h, scan->title) : json_null(), "headline",
                     headline, "algorithm",
                     api__describe_run(h->method.algorithm, &h->method.params), "candidates",
                     candidates);
}

/* The page is parsed by the method that first needs it, so that parsing is part of the headline. */
static void report(const api_context *context, const headlines *h, double headline_ms,
                   double serialize_ms, api_response *out)
{
    api_measures measures = {.stage_ms = {[API_STAGE_DECODE] = API_STAGE_NOT_RUN,
                                          [API_STAGE_PARSE] = API_STAGE_NOT_RUN,
                                          [API_STAGE_EXTRACT] = API_STAGE_NOT_RUN,
                                          [API_STAGE_HEADLINE] = headline_ms,
                                          [API_STAGE_SERIALIZE] = serialize_ms},
                             .bytes = h->html.length,
                             .encoding = "utf-8",
                             .encoding_source = "json"};

    api__measures_report(context, h->err.status, h->chosen.found, &measures, out);
}

static void work(headlines *h, const api_context *context, const char *id, api_response *out)
{
    double timeout_ms = api__timeout(context, 0.0);
    double start_ms = context->now_ms();
    double found_ms;
    api__deadline deadline = {context->now_ms, start_ms + timeout_ms};
    json_t *root = NULL;
    /* All metrics' candidates lie in the page's memory side by side. */
    dana_status status = dana_page_open(h->html.data, h->html.length,
                                        4 * dana_page_default_cap(h->html.length), NULL, &h->page,
                                        &h->err);

    if (status == DANA_OK) {
        dana_page_set_cancel(h->page, api__deadline_past, &deadline);
        api__set_limits(context, h->page);
        status = find_all(h);
    }
    found_ms = context->now_ms();
    if (status == DANA_OK) {
        root = answer_value(h, id);
    }
    if (h->err.status != DANA_OK) {
        json_decref(root);
        api__core_problem(out, id, &h->err, timeout_ms);
    } else {
        api__json_response(out, id, root);
    }
    report(context, h, found_ms - start_ms, context->now_ms() - found_ms, out);
    dana_page_close(h->page);
}

static void run(const api_context *context, const char *id, dana_view body, api_response *out)
{
    headlines h = {
        .method = {.algorithm = dana_algorithm_find(DANA_KIND_HEADLINE, "titlefinder", 11)}};
    json_t *root = NULL;
    bool replaced;

    if (!api__body_json(id, body, &root, &replaced, out)) {
        return;
    }
    dana_params_defaults(h.method.algorithm, &h.method.params);
    if (json_is_object(root)) {
        api__read_members(&h.reader, root, "#", members);
    } else {
        api__refuse(&h.reader, "#", "the body must be a JSON object");
    }
    if (h.reader.errors.code == NULL && !h.has_html) {
        api__refuse(&h.reader, "#", "html is required");
    }
    if (h.reader.errors.code != NULL) {
        api__errors_response(out, id, &h.reader.errors);
    } else {
        work(&h, context, id, out);
    }
    json_decref(root);
}

void api__headline(const api_context *context, const api_request *request, api_response *out)
{
    dana_view body;
    char *owned;

    if (api__body_decode(context, request, &body, &owned, out)) {
        run(context, request->id, body, out);
        free(owned);
    }
}
