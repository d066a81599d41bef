#include "report/evaluation.h"

#include "dana/decode.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/text.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Memory for the comparison of two texts: LCSequence holds some 40 bytes a character of both. */
#define ARENA_CAP ((size_t)1 << 31)

static bool find_measure(const char *name, dana_measure *out)
{
    for (int i = 0; i < DANA_MEASURE_COUNT; i++) {
        if (strcmp(dana_measure_name((dana_measure)i), name) == 0) {
            *out = (dana_measure)i;
            return true;
        }
    }
    return false;
}

static size_t all_algorithms(api__run *runs)
{
    size_t count = dana_algorithm_count();

    for (size_t i = 0; i < count && i < API__EVALUATED_MAX; i++) {
        runs[i] = (api__run){.algorithm = dana_algorithm_at(i)};
        dana_params_defaults(runs[i].algorithm, &runs[i].params);
        snprintf(runs[i].label, sizeof(runs[i].label), "%s", runs[i].algorithm->id);
    }
    return count;
}

/* Replaces each run that has a gap by API__FIT_GAPS runs, and drops the others. */
static void spread_gaps(api_evaluation *e)
{
    size_t kept = 0;
    api__run with_gap[API__EVALUATED_MAX / API__FIT_GAPS];

    for (size_t i = 0; i < e->run_count && kept < API__EVALUATED_MAX / API__FIT_GAPS; i++) {
        if (dana_param_index(e->runs[i].algorithm, "gap") >= 0) {
            with_gap[kept++] = e->runs[i];
        }
    }
    for (size_t i = 0; i < kept * API__FIT_GAPS; i++) {
        api__run *run = &e->runs[i];

        *run = with_gap[i / API__FIT_GAPS];
        run->params.values[dana_param_index(run->algorithm, "gap")] = (int)(i % API__FIT_GAPS) + 1;
    }
    e->run_count = kept * API__FIT_GAPS;
}

api_evaluation *api_evaluation_new(const char *runs, const char *measure, bool fit, char *message,
                                   size_t message_size)
{
    api_evaluation *e = calloc(1, sizeof(*e));
    dana_error err;

    snprintf(message, message_size, "out of memory");
    if (e == NULL) {
        return NULL;
    }
    e->measure = DANA_MEASURE_WORDS;
    e->runs = calloc(API__EVALUATED_MAX, sizeof(*e->runs));
    if (e->runs == NULL) {
        goto out;
    }
    if (measure != NULL && !find_measure(measure, &e->measure)) {
        snprintf(message, message_size, "there is no measure %s", measure);
        goto out;
    }
    if (runs == NULL) {
        e->run_count = all_algorithms(e->runs);
    } else if (api__runs_read((dana_view){runs, strlen(runs)}, true, e->runs, API__EVALUATED_MAX,
                              &e->run_count, &err) != DANA_OK) {
        snprintf(message, message_size, "%s at character %zu", err.message, err.position);
        goto out;
    }
    if (fit) {
        spread_gaps(e);
    }
    if (e->run_count > 0) {
        return e;
    }
    snprintf(message, message_size, "no algorithm to evaluate");
out:
    api_evaluation_free(e);
    return NULL;
}

void api_evaluation_free(api_evaluation *evaluation)
{
    if (evaluation != NULL) {
        free(evaluation->runs);
    }
    free(evaluation);
}

size_t api_evaluation_runs(const api_evaluation *evaluation)
{
    return evaluation->run_count;
}

static char *copy_member(const json_t *row, const char *name)
{
    const char *value = json_string_value(json_object_get(row, name));

    return strdup(value != NULL ? value : "");
}

/* The host of a URL: what stands between "//" and the next '/', ':', '?' or '#'. */
static char *host_of(const char *url)
{
    const char *start = strstr(url, "//");

    start = start != NULL ? start + 2 : url;
    return strndup(start, strcspn(start, "/:?#"));
}

bool api_manifest_row(const char *line, size_t length, const char *set, api_corpus_page *out)
{
    json_t *row = json_loadb(line, length, 0, NULL);
    const char *url = json_string_value(json_object_get(row, "url"));

    *out = (api_corpus_page){.set = strdup(set),
                             .id = copy_member(row, "id"),
                             .language = copy_member(row, "lang"),
                             .page_type = copy_member(row, "page_type"),
                             .site = host_of(url != NULL ? url : ""),
                             .charset = copy_member(row, "charset_used"),
                             .headline = copy_member(row, "headline")};
    bool whole = out->set != NULL && out->id != NULL && out->language != NULL &&
                 out->page_type != NULL && out->site != NULL && out->charset != NULL &&
                 out->headline != NULL && out->id[0] != '\0';

    json_decref(row);
    if (!whole) {
        api_corpus_page_clear(out);
    }
    return whole;
}

void api_corpus_page_clear(api_corpus_page *page)
{
    free(page->set);
    free(page->id);
    free(page->language);
    free(page->page_type);
    free(page->site);
    free(page->charset);
    free(page->headline);
    *page = (api_corpus_page){0};
}

/* A page at work. */
typedef struct {
    const api_evaluation *evaluation;
    dana_view source; /* UTF-8 */
    dana_view gold;
    bool has_gold;
    dana_view headline;
    double (*now_ms)(void);
} job;

static dana_status compare(dana_view text, dana_measure measure, dana_view gold,
                           api_page_score *score)
{
    dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
    dana_score found;
    dana_status status = DANA_NO_MEMORY;

    if (arena != NULL) {
        status = dana_evaluate(arena, measure, text, gold, &found, NULL);
    }
    dana_arena_free(arena);
    if (status == DANA_OK) {
        score->precision = found.precision;
        score->recall = found.recall;
        score->f1 = found.f1;
        score->found = (double)dana_count_words(text);
        score->wanted = (double)dana_count_words(gold);
        score->common = found.recall * score->wanted;
        score->counted = true;
    }
    return status;
}

static dana_status score_content(const job *j, const api__run *run, dana_page *page,
                                 double start_ms, api_page_score *score)
{
    dana_result result;
    dana_view text;
    dana_status status = dana_extract(page, run->algorithm, &run->params, &result, NULL);

    if (status == DANA_OK) {
        status = dana_render_text(page, &result, &text, NULL);
    }
    score->ms = j->now_ms() - start_ms;
    if (status != DANA_OK || !j->has_gold) {
        return status;
    }
    return compare(text, j->evaluation->measure, j->gold, score);
}

static dana_status score_headline(const job *j, const api__run *run, dana_page *page,
                                  double start_ms, api_page_score *score)
{
    dana_headline headline;
    dana_view text = {"", 0};
    dana_status status = dana_find_headline(page, run->algorithm, &run->params, false, &headline,
                                            NULL);

    if (status == DANA_OK && headline.found) {
        status = dana_candidate_text(page, &headline.headline, &text, NULL);
    }
    score->ms = j->now_ms() - start_ms;
    if (status != DANA_OK || j->headline.length == 0) {
        return status;
    }
    status = compare(text, DANA_MEASURE_WORDS, j->headline, score);
    score->f1 = dana_same_text(text, j->headline) ? 1.0 : 0.0;
    return status;
}

/* Every run opens the page anew, so that none has another's scan for nothing. */
static void score_run(const job *j, const api__run *run, api_page_score *score)
{
    dana_page *page = NULL;
    double start_ms = j->now_ms();
    dana_status status = dana_page_open(j->source.data, j->source.length, 0, NULL, &page, NULL);

    *score = (api_page_score){.bytes = (double)j->source.length};
    if (status == DANA_OK) {
        status = run->algorithm->kind == DANA_KIND_CONTENT
                     ? score_content(j, run, page, start_ms, score)
                     : score_headline(j, run, page, start_ms, score);
    }
    score->failed = status != DANA_OK;
    score->counted = score->counted && !score->failed;
    dana_page_close(page);
}

static void fail_all(const api_evaluation *e, api_page_score *scores)
{
    for (size_t i = 0; i < e->run_count; i++) {
        scores[i] = (api_page_score){.failed = true};
    }
}

void api_evaluation_score(const api_evaluation *evaluation, const api_corpus_page *page,
                          const char *html, size_t html_length, const char *gold,
                          size_t gold_length, double (*now_ms)(void), api_page_score *scores)
{
    dana_decoded decoded;
    dana_view label = {page->charset, strlen(page->charset)};
    job j = {.evaluation = evaluation,
             .gold = {gold, gold_length},
             .has_gold = gold != NULL && dana_utf8_valid_length(gold, gold_length) == gold_length,
             .headline = {page->headline, strlen(page->headline)},
             .now_ms = now_ms};

    if (dana_decode(html, html_length, label, DANA_SOURCE_MAX, NULL, &decoded, NULL) != DANA_OK) {
        fail_all(evaluation, scores);
        return;
    }
    j.source = decoded.text;
    for (size_t i = 0; i < evaluation->run_count; i++) {
        score_run(&j, &evaluation->runs[i], &scores[i]);
    }
    dana_decoded_clear(&decoded);
}

static double ratio(double a, double b)
{
    return b > 0.0 ? a / b : 0.0;
}

api__mean api__evaluation_mean(const api_evaluation *evaluation, const api_corpus_page *pages,
                               const api_page_score *scores, size_t count, size_t run,
                               bool (*belongs)(const api_corpus_page *page, const void *arg),
                               const void *arg)
{
    api__mean mean = {0};
    api_page_score sum = {0};

    for (size_t i = 0; i < count; i++) {
        const api_page_score *s = &scores[i * evaluation->run_count + run];

        if (!belongs(&pages[i], arg)) {
            continue;
        }
        mean.failures += s->failed;
        sum.ms += s->ms;
        sum.bytes += s->failed ? 0.0 : s->bytes;
        if (s->counted) {
            mean.pages++;
            sum.precision += s->precision;
            sum.recall += s->recall;
            sum.f1 += s->f1;
            sum.found += s->found;
            sum.wanted += s->wanted;
            sum.common += s->common;
        }
    }
    mean.precision = ratio(sum.precision, (double)mean.pages);
    mean.recall = ratio(sum.recall, (double)mean.pages);
    mean.f1 = ratio(sum.f1, (double)mean.pages);
    mean.micro_precision = ratio(sum.common, sum.found);
    mean.micro_recall = ratio(sum.common, sum.wanted);
    mean.micro_f1 = ratio(2.0 * sum.common, sum.found + sum.wanted);
    mean.mb_per_s = ratio(sum.bytes / 1e6, sum.ms / 1e3);
    return mean;
}
