#include "dana/evaluate.h"
#include "answer/describe.h"
#include "dana/extract.h"
#include "http/body.h"
#include "http/handlers.h"
#include "http/response.h"
#include "http/work.h"
#include "request/members.h"

#include <stdlib.h>
#include <string.h>

#define RUNS_MAX 32
/* Longest texts that are compared: LCS takes time in proportion to the product of the lengths. */
#define WORDS_MAX_BYTES      ((size_t)1 << 19)
#define CHARACTERS_MAX_BYTES ((size_t)1 << 17)
#define ARENA_CAP            ((size_t)1 << 29)

/* A request at work. reader is first: what reads a member is handed a pointer to it. */
typedef struct {
    api__reader reader;
    dana_view gold;
    dana_view text;
    dana_view html;
    bool has_gold;
    bool has_text;
    bool has_html;
    api__run runs[RUNS_MAX];
    size_t run_count;
    api__deadline deadline;
    dana_error err;
    const api_context *context;
} evaluation;

static evaluation *evaluation_of(api__reader *r)
{
    return (evaluation *)(void *)r;
}

static dana_view view_of(const json_t *value, bool *has)
{
    *has = true;
    return (dana_view){json_string_value(value), json_string_length(value)};
}

static void read_gold(api__reader *r, const json_t *value, const char *pointer)
{
    (void)pointer;
    evaluation_of(r)->gold = view_of(value, &evaluation_of(r)->has_gold);
}

static void read_text(api__reader *r, const json_t *value, const char *pointer)
{
    (void)pointer;
    evaluation_of(r)->text = view_of(value, &evaluation_of(r)->has_text);
}

static void read_html(api__reader *r, const json_t *value, const char *pointer)
{
    (void)pointer;
    evaluation_of(r)->html = view_of(value, &evaluation_of(r)->has_html);
}

static void read_algorithms(api__reader *r, const json_t *value, const char *pointer)
{
    evaluation *e = evaluation_of(r);
    dana_view list = {json_string_value(value), json_string_length(value)};
    dana_error err = {0};

    if (!e->has_html) {
        api__refuse(r, pointer, "algorithms go with html only");
    } else if (api__runs_read(list, false, e->runs, RUNS_MAX, &e->run_count, &err) != DANA_OK) {
        api__error_add(&r->errors, "invalid-request", pointer, "%s at character %zu", err.message,
                       err.position);
    }
}

static const api__member members[] = {
    {"gold", "a string", api__is_string, read_gold},
    {"text", "a string", api__is_string, read_text},
    {"html", "a string", api__is_string, read_html},
    {"algorithms", "a string", api__is_string, read_algorithms},
    {NULL, NULL, NULL, NULL},
};

/* Without a list: every algorithm for contents with its defaults. */
static void take_all(evaluation *e)
{
    for (size_t i = 0; i < dana_algorithm_count() && e->run_count < RUNS_MAX; i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i);

        if (algorithm->kind == DANA_KIND_CONTENT) {
            api__run *run = &e->runs[e->run_count++];

            run->algorithm = algorithm;
            dana_params_defaults(algorithm, &run->params);
        }
    }
}

static bool is_too_long(const evaluation *e, dana_measure measure, dana_view text)
{
    bool characters = measure == DANA_MEASURE_LC_SEQUENCE || measure == DANA_MEASURE_LC_STRING;
    size_t most = characters ? CHARACTERS_MAX_BYTES : WORDS_MAX_BYTES;

    return text.length > most || e->gold.length > most;
}

static json_t *measure_value(evaluation *e, dana_measure measure, dana_view text)
{
    dana_score score;

    if (is_too_long(e, measure, text)) {
        return json_null();
    }
    if (api__deadline_past(&e->deadline)) {
        dana_error_set(&e->err, DANA_CANCELLED, 0, "cancelled");
        return NULL;
    }
    dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
    dana_status status = DANA_NO_MEMORY;

    if (arena != NULL) {
        status = dana_evaluate(arena, measure, text, e->gold, &score, &e->err);
    }
    dana_arena_free(arena);
    if (status != DANA_OK) {
        return NULL;
    }
    return json_pack("{sf sf sf}", "precision", score.precision, "recall", score.recall, "f1",
                     score.f1);
}

/* run NULL: the text is the request's own. */
static json_t *scores_value(evaluation *e, const api__run *run, dana_view text)
{
    json_t *measures = json_object();
    int failed = measures == NULL;

    for (int m = 0; m < DANA_MEASURE_COUNT && failed == 0; m++) {
        failed |= json_object_set_new(measures, dana_measure_name((dana_measure)m),
                                      measure_value(e, (dana_measure)m, text));
    }
    json_t *algorithm = run != NULL ? api__describe_run(run->algorithm, &run->params) : json_null();
    json_t *value = json_pack("{so sb so}", "algorithm", algorithm, "exact",
                              (int)dana_same_text(text, e->gold), "measures", measures);

    if (failed != 0) {
        json_decref(value);
        return NULL;
    }
    return value;
}

static json_t *run_value(evaluation *e, const api__run *run)
{
    dana_page *page = NULL;
    dana_result result;
    dana_view text;
    json_t *value = NULL;
    dana_status status = dana_page_open(e->html.data, e->html.length, 0, NULL, &page, &e->err);

    if (status == DANA_OK) {
        dana_page_set_cancel(page, api__deadline_past, &e->deadline);
        api__set_limits(e->context, page);
        status = dana_extract(page, run->algorithm, &run->params, &result, &e->err);
    }
    if (status == DANA_OK) {
        status = dana_render_text(page, &result, &text, &e->err);
    }
    if (status == DANA_OK) {
        value = scores_value(e, run, text);
    }
    dana_page_close(page);
    return value;
}

static json_t *answer_value(evaluation *e, const char *id)
{
    json_t *list = json_array();
    int failed = list == NULL;

    if (e->has_text) {
        failed |= json_array_append_new(list, scores_value(e, NULL, e->text));
    }
    for (size_t i = 0; i < e->run_count && failed == 0; i++) {
        failed |= json_array_append_new(list, run_value(e, &e->runs[i]));
    }
    if (failed != 0) {
        json_decref(list);
        return NULL;
    }
    return json_pack("{ss so}", "id", id, "scores", list);
}

static void check(evaluation *e)
{
    if (!e->has_gold) {
        api__refuse(&e->reader, "#", "gold is required");
    }
    if (e->has_text == e->has_html) {
        api__refuse(&e->reader, "#",
                    e->has_text ? "only one of text, html is allowed"
                                : "one of text, html is required");
    }
    if (e->has_html && e->run_count == 0) {
        take_all(e);
    }
}

static void run(const api_context *context, const char *id, dana_view body, api_response *out)
{
    double timeout_ms = api__timeout(context, 0.0);
    evaluation e = {.context = context,
                    .deadline = {context->now_ms, context->now_ms() + timeout_ms}};
    json_t *root = NULL;
    bool replaced;

    if (!api__body_json(id, body, &root, &replaced, out)) {
        return;
    }
    if (json_is_object(root)) {
        api__read_members(&e.reader, root, "#", members);
    } else {
        api__refuse(&e.reader, "#", "the body must be a JSON object");
    }
    if (e.reader.errors.code == NULL) {
        check(&e);
    }
    if (e.reader.errors.code != NULL) {
        api__errors_response(out, id, &e.reader.errors);
    } else {
        json_t *answer = answer_value(&e, id);

        if (answer == NULL && e.err.status != DANA_OK) {
            api__core_problem(out, id, &e.err, timeout_ms);
        } else {
            api__json_response(out, id, answer);
        }
    }
    json_decref(root);
}

void api__evaluate(const api_context *context, const api_request *request, api_response *out)
{
    dana_view body;
    char *owned;

    if (api__body_decode(context, request, &body, &owned, out)) {
        run(context, request->id, body, out);
        free(owned);
    }
}
