#include "dana/extract.h"
#include "dana/plot.h"
#include "dana/trend.h"
#include "http/accept.h"
#include "http/body.h"
#include "http/handlers.h"
#include "http/response.h"
#include "http/work.h"
#include "request/members.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUERIES_MAX 64
#define ARENA_EXTRA ((size_t)4 << 20)
/* Memory for a byte of body: tokens of the longest document, scores of the shortest ones. */
#define ARENA_FACTOR 64

/* A request at work. reader is first: what reads a member is handed a pointer to it. */
typedef struct {
    api__reader reader;
    dana_arena *arena;
    dana_period period;
    api__run extractor; /* of documents in HTML */
    dana_view names[QUERIES_MAX];
    size_t query_count;
    dana_trend *trend;
    api__deadline deadline;
    dana_error err; /* status not DANA_OK: the work is over */
    const api_context *context;
} trends;

static trends *trends_of(api__reader *r)
{
    return (trends *)(void *)r;
}

static void item_pointer(char out[API__POINTER_SIZE], const char *parent, size_t index)
{
    char name[24];

    snprintf(name, sizeof(name), "%zu", index);
    api__make_pointer(out, parent, name);
}

static void read_period(api__reader *r, const json_t *value, const char *pointer)
{
    size_t period = api__find_name(dana_period_name, value);

    if (dana_period_name(period) == NULL) {
        api__refuse(r, pointer, "period must be one of day, week, month, year");
        return;
    }
    trends_of(r)->period = (dana_period)period;
}

static void read_algorithm(api__reader *r, const json_t *value, const char *pointer)
{
    dana_view list = {json_string_value(value), json_string_length(value)};
    api__run extractor;
    dana_error err;
    size_t count;

    if (api__runs_read(list, false, &extractor, 1, &count, &err) != DANA_OK) {
        api__error_add(&r->errors, "invalid-request", pointer, "%s at character %zu", err.message,
                       err.position);
        return;
    }
    trends_of(r)->extractor = extractor;
}

/* Reads a query's keywords into the arena. Returns false with an error added. */
static bool read_keywords(trends *t, const json_t *list, const char *pointer,
                          dana_trend_query *query)
{
    char place[API__POINTER_SIZE];
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
            item_pointer(place, pointer, index);
            api__refuse(&t->reader, place, "a keyword must be a string");
            return false;
        }
        keywords[index] = (dana_view){json_string_value(item), json_string_length(item)};
    }
    *query = (dana_trend_query){keywords, count};
    return true;
}

static bool read_query(trends *t, const json_t *item, const char *pointer, dana_trend_query *query)
{
    char place[API__POINTER_SIZE];
    const json_t *keywords = json_object_get(item, "keywords");
    const json_t *name = json_object_get(item, "name");

    if (!json_is_string(name) || !json_is_array(keywords) || json_object_size(item) != 2) {
        api__refuse(&t->reader, pointer, "a query has a name and keywords, nothing else");
        return false;
    }
    t->names[t->query_count++] = (dana_view){json_string_value(name), json_string_length(name)};
    api__make_pointer(place, pointer, "keywords");
    return read_keywords(t, keywords, place, query);
}

/* Starts the trend: what stands behind the queries in the table is scored as it is read. */
static void read_queries(api__reader *r, const json_t *value, const char *pointer)
{
    trends *t = trends_of(r);
    dana_trend_query queries[QUERIES_MAX];
    char place[API__POINTER_SIZE];
    size_t index;
    json_t *item;

    if (json_array_size(value) < 1 || json_array_size(value) > QUERIES_MAX) {
        api__refuse(r, pointer, "there must be 1 to 64 queries");
        return;
    }
    json_array_foreach((json_t *)(size_t)value, index, item)
    {
        item_pointer(place, pointer, index);
        if (!read_query(t, item, place, &queries[index])) {
            return;
        }
    }
    if (dana_trend_new(t->arena, queries, t->query_count, t->period, &t->trend, &t->err) !=
            DANA_OK &&
        t->err.status == DANA_INVALID_PARAM) {
        item_pointer(place, pointer, t->err.position);
        api__refuse(r, place, t->err.message);
        t->err.status = DANA_OK;
        t->trend = NULL;
    }
}

static void score(trends *t, const json_t *date, dana_view text, const char *pointer)
{
    dana_view day = {json_string_value(date), json_string_length(date)};

    if (dana_trend_add(t->trend, day, text, &t->err) != DANA_OK &&
        t->err.status == DANA_INVALID_PARAM) {
        api__refuse(&t->reader, pointer, t->err.message);
        t->err.status = DANA_OK;
    }
}

/* Extracts a page and scores its text. */
static void score_page(trends *t, const json_t *date, const json_t *html, const char *pointer)
{
    dana_page *page = NULL;
    dana_result result;
    dana_view text;

    if (dana_page_open(json_string_value(html), json_string_length(html), 0, NULL, &page,
                       &t->err) != DANA_OK) {
        return;
    }
    dana_page_set_cancel(page, api__deadline_past, &t->deadline);
    api__set_limits(t->context, page);
    if (dana_extract(page, t->extractor.algorithm, &t->extractor.params, &result, &t->err) ==
            DANA_OK &&
        dana_render_text(page, &result, &text, &t->err) == DANA_OK) {
        score(t, date, text, pointer);
    }
    dana_page_close(page);
}

static void read_document(trends *t, const json_t *item, const char *pointer)
{
    const json_t *date = json_object_get(item, "date");
    const json_t *text = json_object_get(item, "text");
    const json_t *html = json_object_get(item, "html");
    dana_view given = {json_string_value(text), json_string_length(text)};

    if (!json_is_string(date) || json_object_size(item) != 2 ||
        json_is_string(text) + json_is_string(html) != 1) {
        api__refuse(&t->reader, pointer, "a document has a date, and text or html, nothing else");
    } else if (html != NULL && t->reader.errors.code == NULL) {
        score_page(t, date, html, pointer);
    } else {
        /* Of a request that is refused only the dates are still looked at. */
        score(t, date, given, pointer);
    }
}

static void read_documents(api__reader *r, const json_t *value, const char *pointer)
{
    trends *t = trends_of(r);
    char place[API__POINTER_SIZE];
    size_t index;
    json_t *item;

    json_array_foreach((json_t *)(size_t)value, index, item)
    {
        if (t->trend == NULL || t->err.status != DANA_OK) {
            return;
        }
        item_pointer(place, pointer, index);
        read_document(t, item, place);
        if (t->err.status == DANA_OK && api__deadline_past(&t->deadline)) {
            dana_error_set(&t->err, DANA_CANCELLED, 0, "cancelled");
        }
    }
}

/* Queries before documents: these are scored while they are read. */
static const api__member members[] = {
    {"period", "a string", api__is_string, read_period},
    {"algorithm", "a string", api__is_string, read_algorithm},
    {"queries", "an array", api__is_array, read_queries},
    {"documents", "an array", api__is_array, read_documents},
    {NULL, NULL, NULL, NULL},
};

static json_t *period_value(const dana_trend_period *period, size_t query_count)
{
    json_t *means = json_array();
    int failed = means == NULL;

    for (size_t q = 0; q < query_count && failed == 0; q++) {
        failed |= json_array_append_new(means, json_real(period->means[q]));
    }
    json_t *value = json_pack("{ss sI so}", "period", period->label, "documents",
                              (json_int_t)period->documents, "means", means);

    if (failed != 0) {
        json_decref(value);
        return NULL;
    }
    return value;
}

static void answer_json(const trends *t, const char *id, const dana_trend_period *periods,
                        size_t count, api_response *out)
{
    json_t *names = json_array();
    json_t *list = json_array();
    int failed = names == NULL || list == NULL;

    for (size_t q = 0; q < t->query_count && failed == 0; q++) {
        failed |= json_array_append_new(names, json_stringn(t->names[q].data, t->names[q].length));
    }
    for (size_t p = 0; p < count && failed == 0; p++) {
        failed |= json_array_append_new(list, period_value(&periods[p], t->query_count));
    }
    json_t *root = json_pack("{ss ss so so}", "id", id, "period", dana_period_name(t->period),
                             "queries", names, "periods", list);

    if (failed != 0) {
        json_decref(root);
        root = NULL;
    }
    api__json_response(out, id, root);
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
static void work(trends *t, const api_context *context, const char *id, const json_t *root,
                 bool want_svg, api_response *out)
{
    if (json_is_object(root)) {
        api__read_members(&t->reader, root, "#", members);
    } else {
        api__refuse(&t->reader, "#", "the body must be a JSON object");
    }
    if (t->err.status == DANA_OK && t->reader.errors.code == NULL && t->trend == NULL) {
        api__refuse(&t->reader, "#", "queries are required");
    }
    if (t->err.status == DANA_OK && t->reader.errors.code != NULL) {
        api__errors_response(out, id, &t->reader.errors);
        return;
    }
    api__errors_clear(&t->reader.errors);
    if (t->err.status == DANA_OK) {
        answer(t, id, want_svg, out);
    }
    if (t->err.status != DANA_OK) {
        api__core_problem(out, id, &t->err, api__timeout(context, 0.0));
    }
}

static void run(const api_context *context, const char *id, dana_view body, bool want_svg,
                api_response *out)
{
    trends t = {.period = DANA_PERIOD_YEAR,
                .extractor = {.algorithm = dana_algorithm_default(DANA_KIND_CONTENT)},
                .context = context,
                .deadline = {context->now_ms, context->now_ms() + api__timeout(context, 0.0)}};
    json_t *root = NULL;
    bool replaced;

    if (!api__body_json(id, body, &root, &replaced, out)) {
        return;
    }
    dana_params_defaults(t.extractor.algorithm, &t.extractor.params);
    t.arena = dana_arena_new(body.length * ARENA_FACTOR + ARENA_EXTRA, NULL);
    if (t.arena != NULL) {
        work(&t, context, id, root, want_svg, out);
    } else {
        api__problem(out, id, "internal", NULL, NULL);
    }
    dana_arena_free(t.arena);
    json_decref(root);
}

void api__trends(const api_context *context, const api_request *request, api_response *out)
{
    dana_view body;
    char *owned;

    if (api__body_decode(context, request, &body, &owned, out)) {
        run(context, request->id, body, api__accept_choose(request->accept, api__drawn_types) == 1,
            out);
        free(owned);
    }
}

void api_trends_document(const api_context *context, const char *request_id, const char *json,
                         size_t length, bool want_svg, api_response *out)
{
    run(context, request_id, (dana_view){json, length}, want_svg, out);
}
