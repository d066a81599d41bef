#include "dana/headline.h"
#include "answer/describe.h"
#include "endpoints/handlers.h"
#include "http/body.h"
#include "http/measures.h"
#include "http/success.h"
#include "http/work.h"
#include "request/members.h"
#include "request/runs.h"
#include "json/values.h"

/* Most metrics of a method, and the parameter that chooses one. */
#define METRICS_MAX 8
#define METRIC      "metric"

/* A request at work. */
typedef struct {
    api__json json;
    dana_view html; /* data NULL: none */
    api__run method;
    dana_page *page;
    dana_headline chosen;
    dana_headline by_metric[METRICS_MAX];
    const char *const *metrics; /* names, NULL-terminated; NULL: the method has one measure */
    size_t metric_count;
    dana_error err;
} headlines;

static void read_html(const api__reading *r, const json_t *value)
{
    headlines *h = r->target;

    h->html = api__json_text(&h->json, value);
}

static void read_algorithm(const api__reading *r, const json_t *value)
{
    headlines *h = r->target;
    size_t count;

    if (api__read_runs(r, value, true, &h->method, 1, &count) &&
        h->method.algorithm->kind != DANA_KIND_HEADLINE) {
        api__refuse_value(r, "the algorithm must be one for headlines");
    }
}

/* Members that may be long. */
static const char *const texts[] = {"html", NULL};

static const api__member members[] = {
    {"html", API__STRING, read_html},
    {"algorithm", API__STRING, read_algorithm},
    {NULL, API__STRING, NULL},
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

/* The next candidate of any metric from *at on, which moves on with all that begin there. */
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
    return api__text_value(text);
}

static json_t *candidate_text(headlines *h, const dana_candidate *candidate)
{
    dana_view text;

    if (dana_candidate_text(h->page, candidate, &text, &h->err) != DANA_OK) {
        return NULL;
    }
    return api__text_value(text);
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

    for (size_t m = 0; m < h->metric_count; m++) {
        api__set(&scores, h->metrics[m], json_real(take_score(&h->by_metric[m], &at[m], span)));
    }
    double score = take_score(&h->chosen, &at[h->metric_count], span);

    return json_pack("{so sI sI so sf so}", "text", candidate_text(h, candidate), "start",
                     (json_int_t)span.start, "end", (json_int_t)span.end, "source",
                     source_value(candidate), "score", score, "scores", scores);
}

/* All candidates in the document's order; *best: the one that was found, borrowed. */
static json_t *candidates_value(headlines *h, json_t **best)
{
    size_t at[METRICS_MAX + 1] = {0};
    dana_candidate next = {.score = 0.0};
    json_t *list = json_array();

    *best = NULL;
    while (list != NULL && next_candidate(h, at, &next)) {
        json_t *value = candidate_value(h, &next, at);

        api__push(&list, value);
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
    dana_status status = api__open_page(context, h->html, 4 * dana_page_default_cap(h->html.length),
                                        &deadline, &h->page, &h->err);

    if (status == DANA_OK) {
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

void api__headline(const api_context *context, const api_request *request, api_response *out)
{
    headlines h = {
        .method = {.algorithm = dana_algorithm_find(DANA_KIND_HEADLINE, "titlefinder", 11)}};
    api__errors errors = {0};

    if (!api__body_read(context, request, texts, &h.json, out)) {
        return;
    }
    dana_params_defaults(h.method.algorithm, &h.method.params);
    api__read_root(&h, h.json.root, members, &errors);
    if (errors.code == NULL && h.html.data == NULL) {
        api__refuse(&errors, "#", "html is required");
    }
    if (errors.code != NULL) {
        api__errors_response(out, request->id, &errors);
    } else {
        work(&h, context, request->id, out);
    }
    api__json_clear(&h.json);
}
