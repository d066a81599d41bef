#include "dana/decode.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/site.h"
#include "dana/text.h"
#include "evaluate/evaluation.h"
#include "http/markup.h"

#include <string.h>

/* Memory for the comparison of two texts: LCSequence holds some 40 bytes a character of both. */
#define ARENA_CAP ((size_t)1 << 31)

/* A page at work. */
typedef struct {
    const api_evaluation *evaluation;
    const api_corpus_page *page;
    dana_view source; /* UTF-8 */
    dana_view gold;
    bool has_gold;
    dana_view headline;
    const api_site *site;
    double (*now_ms)(void);
} job;

/* From this share of the gold standard's words on, all of it is there: a mark or a number that is
 * read otherwise is no loss. */
#define WHOLE_RECALL 0.99

/* From this F1 of their units on, a line of the gold standard is the headline. */
#define SAME_HEADLINE 0.8

/* The gold standard behind its first line, if that is the headline: some golds begin with it, and
 * it is no paragraph of the text. All of it where memory is out. */
static dana_view behind_headline(dana_arena *arena, dana_view gold, dana_view headline)
{
    const char *newline = memchr(gold.data, '\n', gold.length);
    dana_score units = {0};

    if (newline == NULL || headline.length == 0) {
        return gold;
    }
    size_t length = (size_t)(newline - gold.data);
    dana_status status = dana_evaluate(arena, DANA_MEASURE_UNITS, (dana_view){gold.data, length},
                                       headline, &units, NULL);

    return status == DANA_OK && units.f1 >= SAME_HEADLINE
               ? (dana_view){newline + 1, gold.length - length - 1}
               : gold;
}

static dana_status score_edges(dana_view text, dana_view gold, dana_view headline,
                               api_page_score *score)
{
    dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
    dana_edges edges;
    dana_score words = {0};
    dana_score units = {0};
    dana_status status = DANA_NO_MEMORY;

    if (arena != NULL) {
        status = dana_evaluate(arena, DANA_MEASURE_WORDS, text, gold, &words, NULL);
    }
    if (status == DANA_OK) {
        status = dana_evaluate(arena, DANA_MEASURE_UNITS, text, gold, &units, NULL);
    }
    if (status == DANA_OK) {
        status = dana_evaluate_edges(arena, text, behind_headline(arena, gold, headline), &edges,
                                     NULL);
    }
    dana_arena_free(arena);
    if (status == DANA_OK) {
        score->units_f1 = units.f1;
        score->whole = words.recall >= WHOLE_RECALL;
        score->first_missing = edges.first_missing;
        score->last_missing = edges.last_missing;
        score->goes_on = edges.goes_on;
    }
    return status;
}

static double count_found(dana_view text, const api_snippets *snippets)
{
    double found = 0.0;

    for (size_t i = 0; i < snippets->count; i++) {
        const char *snippet = snippets->texts[i];

        found += dana_has_snippet(text, (dana_view){snippet, strlen(snippet)});
    }
    return found;
}

static void count_snippets(dana_view text, const api_corpus_page *page, api_page_score *score)
{
    score->with_found = count_found(text, &page->with);
    score->without_found = count_found(text, &page->without);
}

static dana_status compare(dana_view text, dana_measure measure, dana_view gold,
                           api_page_score *score)
{
    dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
    dana_score found = {0};
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

/* Writes each line of a text that is not empty as a paragraph. */
static void write_paragraphs(dana_view text, api__buffer *html)
{
    for (size_t at = 0; at < text.length;) {
        const char *newline = memchr(text.data + at, '\n', text.length - at);
        size_t end = newline != NULL ? (size_t)(newline - text.data) : text.length;

        if (end > at) {
            api__append_string(html, "<p>");
            api__append_html_content(html, (dana_view){text.data + at, end - at});
            api__append_string(html, "</p>\n");
        }
        at = end + 1;
    }
}

/* Scores an algorithm with the paragraphs of the gold standard as the page, and nothing else. */
static void score_gold(const job *j, const api__run *run, api_page_score *score)
{
    dana_page *page = NULL;
    api__buffer html = {0};
    api_page_score found = {0};
    dana_result result;
    dana_view text;

    write_paragraphs(j->gold, &html);
    if (!html.failed && dana_page_open(html.data, html.length, 0, NULL, &page, NULL) == DANA_OK &&
        dana_extract(page, run->algorithm, &run->params, &result, NULL) == DANA_OK &&
        dana_render_text(page, &result, &text, NULL) == DANA_OK &&
        compare(text, j->evaluation->measure, j->gold, &found) == DANA_OK) {
        score->gold_f1 = found.f1;
    }
    dana_page_close(page);
    api__buffer_clear(&html);
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
    if (status == DANA_OK) {
        count_snippets(text, j->page, score);
    }
    if (status != DANA_OK || !j->has_gold) {
        return status;
    }
    status = compare(text, j->evaluation->measure, j->gold, score);
    if (j->evaluation->compare && strcmp(run->algorithm->id, "density") == 0) {
        score_gold(j, run, score);
    }
    return status == DANA_OK ? score_edges(text, j->gold, j->headline, score) : status;
}

/* What TitleFinder asks of a page (thesis 5.4.1): the headline is in the title, and a text. */
static void judge_title(const job *j, dana_page *page, api_page_score *score)
{
    const dana_scan_options options = {0};
    const dana_scan *scan;
    dana_view text;

    if (dana_scan_page(page, &options, &scan, NULL) != DANA_OK) {
        return;
    }
    const dana_candidate title = {.span = scan->title};

    score->in_title = dana_candidate_text(page, &title, &text, NULL) == DANA_OK &&
                      dana_has_snippet(text, j->headline);
    for (size_t i = 0; i < scan->unit_count && !score->is_node; i++) {
        const dana_unit *unit = &scan->units[i];
        const dana_candidate node = {.span = {unit->start, unit->start + unit->length}};

        score->is_node = dana_candidate_text(page, &node, &text, NULL) == DANA_OK &&
                         dana_same_text(text, j->headline);
    }
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
    if (j->evaluation->compare) {
        judge_title(j, page, score);
    }
    return status;
}

/* Every run opens the page anew, so that none has another's scan for nothing. */
static void score_run(const job *j, const api__run *run, api_page_score *score)
{
    dana_page *page = NULL;
    double start_ms = j->now_ms();
    dana_status status = dana_page_open(j->source.data, j->source.length, 0, NULL, &page, NULL);

    *score = (api_page_score){.gold_f1 = -1.0, .bytes = (double)j->source.length};
    if (status == DANA_OK) {
        dana_page_set_site(page, j->site);
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
                          size_t gold_length, const api_site *site, double (*now_ms)(void),
                          api_page_score *scores)
{
    dana_decoded decoded;
    dana_view label = {page->charset, strlen(page->charset)};
    job j = {.evaluation = evaluation,
             .page = page,
             .gold = {gold, gold_length},
             .has_gold = gold != NULL && dana_utf8_valid_length(gold, gold_length) == gold_length,
             .headline = {page->headline, strlen(page->headline)},
             .site = site,
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
