#include "extract/site.h"

#include "api/site.h"
#include "dana/site.h"
#include "extract/batch.h"
#include "extract/item.h"
#include "extract/run.h"
#include "http/errors.h"
#include "http/problems.h"
#include "http/response.h"
#include "http/work.h"

#include <stdio.h>
#include <string.h>

/* Room for the detail of a refusal, and for the end of an answer. */
#define DETAIL_SIZE 64
#define END_SIZE    96

/* What a request without an algorithm is answered by. */
#define DEFAULT_ALGORITHM "sst"

api_site *api_site_new(void)
{
    dana_site *site;

    return dana_site_new(0, NULL, &site, NULL) == DANA_OK ? site : NULL;
}

bool api_site_add(api_site *site, const api_context *context, const char *html, size_t html_length,
                  const char *charset, const char *options_json)
{
    api__page page = {.bytes = html, .length = html_length};
    api__extract_context given = {.input = {.id = "", .page = &page},
                                  .format = api__format_of(API_FORM_TEXT),
                                  .start_ms = context->now_ms()};

    if (charset != NULL) {
        page.charset = (dana_view){charset, strlen(charset)};
    }
    if (options_json != NULL) {
        given.input.body = (dana_view){options_json, strlen(options_json)};
    }
    return api__learn_page(context, &given, site);
}

size_t api_site_pages(const api_site *site)
{
    return dana_site_pages(site);
}

void api_site_measure(api_site *site)
{
    dana_site_measure(site);
}

void api_site_free(api_site *site)
{
    dana_site_free(site);
}

/* A request on its way: its items one after another, twice. */
typedef struct {
    const api_context *context;
    const api_request *request;
    const api_defaults *defaults;
    api_item *items;
    size_t count;
    dana_site *site;
    double start_ms;
    double timeout_ms;
    size_t ok;
    api__buffer text;
} work;

static bool is_late(const work *w)
{
    return w->context->now_ms() > w->start_ms + w->timeout_ms;
}

/* Refuses what is no site. */
static bool judge_count(const api_request *request, size_t count, api_response *out)
{
    char detail[DETAIL_SIZE];

    if (count < DANA_SITE_PAGES_MIN) {
        snprintf(detail, sizeof(detail), "items must be at least %zu pages of one site",
                 DANA_SITE_PAGES_MIN);
        api__error_response(out, request->id, "invalid-request", "#/items", detail);
        return false;
    }
    if (count > API__SITE_PAGES_MAX) {
        snprintf(detail, sizeof(detail), "#/items/%zu is one item too many.", API__SITE_PAGES_MAX);
        api__limit_problem(out, request->id, "too-many-items", detail, API__SITE_PAGES_MAX);
        return false;
    }
    return true;
}

static void learn(work *w)
{
    for (size_t i = 0; i < w->count && !is_late(w); i++) {
        api__item_learn(w->context, w->defaults, &w->items[i], DEFAULT_ALGORITHM, w->site,
                        w->start_ms);
    }
    dana_site_measure(w->site);
}

static void answer_items(work *w)
{
    for (size_t i = 0; i < w->count && !w->text.failed && !is_late(w); i++) {
        api_response answer = {0};

        api__item_answer_in_site(w->context, w->defaults, &w->items[i], DEFAULT_ALGORITHM, w->site,
                                 w->start_ms, &answer);
        w->ok += answer.status == 200 ? 1 : 0;
        api__append_string(&w->text, i > 0 ? "," : "");
        if (answer.body != NULL) {
            api__append(&w->text, answer.body, answer.body_length);
        } else {
            api__buffer_fail(&w->text);
        }
        api_response_clear(&answer);
    }
}

static void answer_site(work *w, api_response *out)
{
    api__append_string(&w->text, "{\"results\":[");
    learn(w);
    answer_items(w);
    if (is_late(w)) {
        api__buffer_clear(&w->text);
        api__limit_problem(out, w->request->id, "processing-timeout", NULL, (size_t)w->timeout_ms);
        return;
    }
    api__append_format(&w->text, "],\"summary\":{\"ok\":%zu,\"failed\":%zu,\"compared\":%zu}}",
                       w->ok, w->count - w->ok, dana_site_pages(w->site));
    if (!api__buffer_response(out, "application/json", &w->text)) {
        api__problem(out, w->request->id, "internal", NULL, NULL);
    }
}

/* Answers a batch of the right size. */
static void answer_batch(const api_context *context, const api_request *request, api_batch *batch,
                         api_response *out)
{
    work w = {.context = context,
              .request = request,
              .items = calloc(batch->count, sizeof(*w.items)),
              .start_ms = context->now_ms(),
              .timeout_ms = api__timeout(context, 0.0)};

    if (w.items == NULL || dana_site_new(0, NULL, &w.site, NULL) != DANA_OK) {
        api__problem(out, request->id, "internal", NULL, NULL);
    } else {
        w.defaults = batch->defaults;
        while (w.count < batch->count && api_batch_next(batch, &w.items[w.count])) {
            w.items[w.count].request_id = request->id;
            w.items[w.count++].queue_ms = request->queue_ms;
        }
        answer_site(&w, out);
    }
    dana_site_free(w.site);
    free(w.items);
}

void api__site(const api_context *context, const api_request *request, api_response *out)
{
    api__read_items(context, request, DEFAULT_ALGORITHM, out);
    api_batch *batch = out->batch;

    if (batch == NULL) {
        return;
    }
    *out = (api_response){0};
    if (judge_count(request, batch->count, out)) {
        answer_batch(context, request, batch, out);
    }
    api_batch_free(batch);
}
