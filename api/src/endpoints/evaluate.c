#include "dana/evaluate.h"
#include "answer/describe.h"
#include "dana/extract.h"
#include "endpoints/handlers.h"
#include "http/body.h"
#include "http/success.h"
#include "http/work.h"
#include "request/members.h"
#include "request/runs.h"
#include "json/values.h"

#define RUNS_MAX 32
/* Longest texts that are compared: LCS takes time in proportion to the product of the lengths. */
#define WORDS_MAX_BYTES      ((size_t)1 << 19)
#define CHARACTERS_MAX_BYTES ((size_t)1 << 17)
#define ARENA_CAP            ((size_t)1 << 29)

/* A request at work. A text that is not there has no data. */
typedef struct {
    api__json json;
    dana_view gold;
    dana_view text;
    dana_view html;
    api__run runs[RUNS_MAX];
    size_t run_count;
    api__deadline deadline;
    dana_error err;
    const api_context *context;
} evaluation;

static void read_gold(const api__reading *r, const json_t *value)
{
    evaluation *e = r->target;

    e->gold = api__json_text(&e->json, value);
}

static void read_text(const api__reading *r, const json_t *value)
{
    evaluation *e = r->target;

    e->text = api__json_text(&e->json, value);
}

static void read_html(const api__reading *r, const json_t *value)
{
    evaluation *e = r->target;

    e->html = api__json_text(&e->json, value);
}

static void read_algorithms(const api__reading *r, const json_t *value)
{
    evaluation *e = r->target;

    if (e->html.data == NULL) {
        api__refuse_value(r, "algorithms go with html only");
    } else {
        api__read_runs(r, value, false, e->runs, RUNS_MAX, &e->run_count);
    }
}

/* Members that may be long. */
static const char *const texts[] = {"gold", "text", "html", NULL};

static const api__member members[] = {
    {"gold", API__STRING, read_gold}, {"text", API__STRING, read_text},
    {"html", API__STRING, read_html}, {"algorithms", API__STRING, read_algorithms},
    {NULL, API__STRING, NULL},
};

/* Without a list: every algorithm for contents with its defaults, but those for rendered pages. */
static void take_all(evaluation *e)
{
    for (size_t i = 0; i < dana_algorithm_count() && e->run_count < RUNS_MAX; i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i);

        if (algorithm->kind == DANA_KIND_CONTENT && !algorithm->needs_boxes) {
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

    for (int m = 0; m < DANA_MEASURE_COUNT && measures != NULL; m++) {
        api__set(&measures, dana_measure_name((dana_measure)m),
                 measure_value(e, (dana_measure)m, text));
    }
    json_t *algorithm = run != NULL ? api__describe_run(run->algorithm, &run->params) : json_null();

    return json_pack("{so sb so}", "algorithm", algorithm, "exact",
                     (int)dana_same_text(text, e->gold), "measures", measures);
}

static json_t *run_value(evaluation *e, const api__run *run)
{
    dana_page *page = NULL;
    dana_result result;
    dana_view text;
    json_t *value = NULL;
    dana_status status = api__open_page(e->context, e->html, 0, &e->deadline, &page, &e->err);

    if (status == DANA_OK) {
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

    if (e->text.data != NULL) {
        api__push(&list, scores_value(e, NULL, e->text));
    }
    for (size_t i = 0; i < e->run_count && list != NULL; i++) {
        api__push(&list, run_value(e, &e->runs[i]));
    }
    return json_pack("{ss so}", "id", id, "scores", list);
}

static void check(evaluation *e, api__errors *errors)
{
    bool has_text = e->text.data != NULL;

    if (e->gold.data == NULL) {
        api__refuse(errors, "#", "gold is required");
    }
    if (has_text == (e->html.data != NULL)) {
        api__refuse(errors, "#",
                    has_text ? "only one of text, html is allowed"
                             : "one of text, html is required");
    }
    if (e->html.data != NULL && e->run_count == 0) {
        take_all(e);
    }
}

static void answer(evaluation *e, const char *id, double timeout_ms, api_response *out)
{
    json_t *value = answer_value(e, id);

    if (value == NULL && e->err.status != DANA_OK) {
        api__core_problem(out, id, &e->err, timeout_ms);
    } else {
        api__json_response(out, id, value);
    }
}

void api__evaluate(const api_context *context, const api_request *request, api_response *out)
{
    double timeout_ms = api__timeout(context, 0.0);
    evaluation e = {.context = context};
    api__errors errors = {0};

    if (!api__body_read(context, request, texts, &e.json, out)) {
        return;
    }
    e.deadline = (api__deadline){context->now_ms, context->now_ms() + timeout_ms};
    api__read_root(&e, e.json.root, members, &errors);
    if (errors.code == NULL) {
        check(&e, &errors);
    }
    if (errors.code != NULL) {
        api__errors_response(out, request->id, &errors);
    } else {
        answer(&e, request->id, timeout_ms, out);
    }
    api__json_clear(&e.json);
}
