#include "dana/extract.h"
#include "dana/plot.h"
#include "dana/trend.h"
#include "endpoints/handlers.h"
#include "http/accept.h"
#include "http/body.h"
#include "http/problems.h"
#include "http/success.h"
#include "http/work.h"
#include "request/members.h"
#include "request/runs.h"
#include "json/values.h"

#include <stdlib.h>
#include <string.h>

#define QUERIES_MAX 64
#define ARENA_EXTRA ((size_t)4 << 20)
/* Memory for a byte of body: tokens of the longest document, scores of the shortest ones. */
#define ARENA_FACTOR 64

/* A request at work. */
typedef struct {
    dana_arena *arena;
    dana_period period;
    dana_trend_terms terms;
    api__run extractor; /* of documents in HTML */
    dana_view names[QUERIES_MAX];
    size_t query_count;
    dana_trend *trend;
    api__deadline deadline;
    dana_error err; /* status not DANA_OK: the work is over */
    const api_context *context;
} trends;

static void read_period(const api__reading *r, const json_t *value)
{
    trends *t = r->target;
    size_t period;

    if (api__read_name(r, value, dana_period_name, "period must be one of", &period)) {
        t->period = (dana_period)period;
    }
}

static void read_terms(const api__reading *r, const json_t *value)
{
    trends *t = r->target;
    size_t terms;

    if (api__read_name(r, value, dana_trend_terms_name, "terms must be one of", &terms)) {
        t->terms = (dana_trend_terms)terms;
    }
}

static void read_algorithm(const api__reading *r, const json_t *value)
{
    trends *t = r->target;
    api__run extractor;
    size_t count;

    if (api__read_runs(r, value, false, &extractor, 1, &count)) {
        t->extractor = extractor;
    }
}

/* Reads a query's keywords into the arena. Returns false with an error added. */
static bool read_keywords(const api__reading *r, const json_t *list, dana_trend_query *query)
{
    trends *t = r->target;
    char pointer[API__POINTER_SIZE];
    size_t count = json_array_size(list);
    dana_view *keywords = dana_arena_alloc(t->arena, count * sizeof(*keywords), &t->err);
    size_t index;
    json_t *item;

    if (keywords == NULL) {
        return false;
    }
    json_array_foreach((json_t *)(size_t)list, index, item)
    {
        if (!json_is_string(item)) {
            api__make_index_pointer(pointer, r->pointer, index);
            api__refuse(r->errors, pointer, "a keyword must be a string");
            return false;
        }
        keywords[index] = api__view_of(item);
    }
    *query = (dana_trend_query){keywords, count};
    return true;
}

static bool read_query(const api__reading *r, const json_t *item, dana_trend_query *query)
{
    trends *t = r->target;
    char pointer[API__POINTER_SIZE];
    const json_t *keywords = json_object_get(item, "keywords");
    const json_t *name = json_object_get(item, "name");

    if (!json_is_string(name) || !json_is_array(keywords) || json_object_size(item) != 2) {
        api__refuse_value(r, "a query has a name and keywords, nothing else");
        return false;
    }
    t->names[t->query_count++] = api__view_of(name);
    api__make_pointer(pointer, r->pointer, "keywords");
    return read_keywords(&(api__reading){t, pointer, r->errors}, keywords, query);
}

/* Starts the trend: the documents, which the table has after the queries, are scored as they are
 * read. */
static void read_queries(const api__reading *r, const json_t *value)
{
    trends *t = r->target;
    dana_trend_query queries[QUERIES_MAX];
    char pointer[API__POINTER_SIZE];
    const api__reading element = {t, pointer, r->errors};
    size_t index;
    json_t *item;

    if (json_array_size(value) < 1 || json_array_size(value) > QUERIES_MAX) {
        api__refuse_value(r, "there must be 1 to 64 queries");
        return;
    }
    json_array_foreach((json_t *)(size_t)value, index, item)
    {
        api__make_index_pointer(pointer, r->pointer, index);
        if (!read_query(&element, item, &queries[index])) {
            return;
        }
    }
    if (dana_trend_new(t->arena, queries, t->query_count, t->period, t->terms, &t->trend,
                       &t->err) != DANA_OK &&
        t->err.status == DANA_INVALID_PARAM) {
        api__make_index_pointer(pointer, r->pointer, t->err.position);
        api__refuse_value(&element, t->err.message);
        t->err.status = DANA_OK;
        t->trend = NULL;
    }
}

static void score(const api__reading *r, const json_t *date, dana_view text)
{
    trends *t = r->target;

    if (dana_trend_add(t->trend, api__view_of(date), text, &t->err) != DANA_OK &&
        t->err.status == DANA_INVALID_PARAM) {
        api__refuse_value(r, t->err.message);
        t->err.status = DANA_OK;
    }
}

/* Extracts a page and scores its text. */
static void score_page(const api__reading *r, const json_t *date, const json_t *html)
{
    trends *t = r->target;
    dana_page *page = NULL;
    dana_result result;
    dana_view text;

    if (api__open_page(t->context, api__view_of(html), 0, &t->deadline, &page, &t->err) ==
            DANA_OK &&
        dana_extract(page, t->extractor.algorithm, &t->extractor.params, &result, &t->err) ==
            DANA_OK &&
        dana_render_text(page, &result, &text, &t->err) == DANA_OK) {
        score(r, date, text);
    }
    dana_page_close(page);
}

static void read_document(const api__reading *r, const json_t *item)
{
    const json_t *date = json_object_get(item, "date");
    const json_t *text = json_object_get(item, "text");
    const json_t *html = json_object_get(item, "html");

    if (!json_is_string(date) || json_object_size(item) != 2 ||
        json_is_string(text) + json_is_string(html) != 1) {
        api__refuse_value(r, "a document has a date, and text or html, nothing else");
    } else if (html != NULL && r->errors->code == NULL) {
        score_page(r, date, html);
    } else {
        /* Of a request that is refused only the dates are still read. */
        score(r, date, api__view_of(text));
    }
}

static void read_documents(const api__reading *r, const json_t *value)
{
    trends *t = r->target;
    char pointer[API__POINTER_SIZE];
    const api__reading element = {t, pointer, r->errors};
    size_t index;
    json_t *item;

    json_array_foreach((json_t *)(size_t)value, index, item)
    {
        if (t->trend == NULL || t->err.status != DANA_OK) {
            return;
        }
        api__make_index_pointer(pointer, r->pointer, index);
        read_document(&element, item);
        if (t->err.status == DANA_OK && api__deadline_past(&t->deadline)) {
            dana_error_set(&t->err, DANA_CANCELLED, 0, "cancelled");
        }
    }
}

/* Queries before documents: these are scored while they are read. */
static const api__member members[] = {
    {"period", API__STRING, read_period},       {"terms", API__STRING, read_terms},
    {"algorithm", API__STRING, read_algorithm}, {"queries", API__ARRAY, read_queries},
    {"documents", API__ARRAY, read_documents},  {NULL, API__STRING, NULL},
};

static json_t *period_value(const dana_trend_period *period, size_t query_count)
{
    json_t *means = json_array();

    for (size_t q = 0; q < query_count; q++) {
        api__push(&means, json_real(period->means[q]));
    }
    return json_pack("{ss sI so}", "period", period->label, "documents",
                     (json_int_t)period->documents, "means", means);
}

static void answer_json(const trends *t, const char *id, const dana_trend_period *periods,
                        size_t count, api_response *out)
{
    json_t *names = json_array();
    json_t *list = json_array();

    for (size_t q = 0; q < t->query_count; q++) {
        api__push(&names, json_stringn(t->names[q].data, t->names[q].length));
    }
    for (size_t p = 0; p < count; p++) {
        api__push(&list, period_value(&periods[p], t->query_count));
    }
    api__json_response(out, id,
                       json_pack("{ss ss so so}", "id", id, "period", dana_period_name(t->period),
                                 "queries", names, "periods", list));
}

/* The values of query q over the periods, in the arena. */
static const double *values_of(trends *t, const dana_trend_period *periods, size_t count, size_t q)
{
    double *values = dana_arena_alloc(t->arena, count * sizeof(*values), &t->err);

    for (size_t p = 0; values != NULL && p < count; p++) {
        values[p] = periods[p].means[q];
    }
    return values;
}

static dana_status draw(trends *t, const dana_trend_period *periods, size_t count, dana_view *svg)
{
    static const char title[] = "Trends of the queries";
    static const char y_title[] = "mean cosine similarity";
    const char *x_title = dana_period_name(t->period);
    dana_curve curves[QUERIES_MAX];
    dana_view *labels = dana_arena_alloc(t->arena, count * sizeof(*labels), &t->err);

    for (size_t p = 0; labels != NULL && p < count; p++) {
        labels[p] = (dana_view){periods[p].label, strlen(periods[p].label)};
    }
    for (size_t q = 0; q < t->query_count && t->err.status == DANA_OK; q++) {
        curves[q] = (dana_curve){t->names[q], values_of(t, periods, count, q)};
    }
    if (t->err.status != DANA_OK) {
        return t->err.status;
    }
    dana_chart chart = {.title = {title, sizeof(title) - 1},
                        .x_title = {x_title, strlen(x_title)},
                        .y_title = {y_title, sizeof(y_title) - 1},
                        .labels = labels,
                        .label_count = count,
                        .curves = curves,
                        .curve_count = t->query_count};

    return dana_plot_curves(t->arena, &chart, svg, &t->err);
}

static void answer(trends *t, const char *id, bool want_svg, api_response *out)
{
    const dana_trend_period *periods;
    size_t count;
    dana_view svg;

    if (dana_trend_periods(t->trend, &periods, &count, &t->err) != DANA_OK) {
        return;
    }
    if (!want_svg) {
        answer_json(t, id, periods, count, out);
    } else if (draw(t, periods, count, &svg) == DANA_OK) {
        api__bytes_response(out, id, "image/svg+xml", svg);
    }
}

/* Reads the members, scoring on the way, and answers. */
static void work(trends *t, const char *id, const json_t *root, bool want_svg, api_response *out)
{
    api__errors errors = {0};

    api__read_root(t, root, members, &errors);
    if (t->err.status == DANA_OK && errors.code == NULL && t->trend == NULL) {
        api__refuse(&errors, "#", "queries are required");
    }
    if (t->err.status == DANA_OK && errors.code != NULL) {
        api__errors_response(out, id, &errors);
        return;
    }
    api__errors_clear(&errors);
    if (t->err.status == DANA_OK) {
        answer(t, id, want_svg, out);
    }
    if (t->err.status != DANA_OK) {
        api__core_problem(out, id, &t->err, api__timeout(t->context, 0.0));
    }
}

void api_trends_document(const api_context *context, const char *request_id, const char *json,
                         size_t length, bool want_svg, api_response *out)
{
    trends t = {.period = DANA_PERIOD_YEAR,
                .extractor = {.algorithm = dana_algorithm_default(DANA_KIND_CONTENT)},
                .context = context,
                .deadline = {context->now_ms, context->now_ms() + api__timeout(context, 0.0)}};
    api__json read;

    if (!api__body_json(request_id, (dana_view){json, length}, NULL, &read, out)) {
        return;
    }
    dana_params_defaults(t.extractor.algorithm, &t.extractor.params);
    t.arena = dana_arena_new(length * ARENA_FACTOR + ARENA_EXTRA, NULL);
    if (t.arena != NULL) {
        work(&t, request_id, read.root, want_svg, out);
    } else {
        api__problem(out, request_id, "internal", NULL, NULL);
    }
    dana_arena_free(t.arena);
    api__json_clear(&read);
}

void api__trends(const api_context *context, const api_request *request, api_response *out)
{
    dana_view body;
    char *owned;

    if (api__body_decode(context, request, &body, &owned, out)) {
        bool want_svg = api__accept_choose(request->accept, api__drawn_types) == 1;

        api_trends_document(context, request->id, body.data, body.length, want_svg, out);
        free(owned);
    }
}
