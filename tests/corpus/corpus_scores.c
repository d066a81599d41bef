/*
 * Runs the extractors and TitleFinder over the corpora and prints word F1 per set and algorithm:
 * over every fifth page of a fixed sample, with --all over all pages. Without arguments: each
 * algorithm's defaults. Arguments choose runs: corpus_scores addanag addanag:lines=start,gap=auto
 * titlefinder:metric=osm
 */
#include "corpus.h"
#include "dana/evaluate.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RUNS 64

/* Without --all: a page of each algorithm takes .15 s with sanitizers, and the sample has 1 700. */
#define SAMPLE_STEP 5

/* Page types of a set. */
#define MAX_TYPES   16
#define TYPE_LENGTH 24

/* A type of pages, and how many of these pages have a gold text and a gold headline. */
typedef struct {
    char name[TYPE_LENGTH];
    size_t pages;
    size_t headlines;
} page_type;

/* One column of the table: an algorithm with its parameters, and its sums over a set. */
typedef struct {
    const char *label;
    const dana_algorithm *algorithm;
    dana_params params;
    double sum;
    double type_sums[MAX_TYPES];
} run;

typedef struct {
    run runs[MAX_RUNS];
    size_t run_count;
    size_t pages;
    size_t headlines;
    page_type types[MAX_TYPES];
    size_t type_count;
    size_t failures;
    size_t checked;
    size_t visited;
    size_t every; /* of so many pages one is taken */
} scores;

static void fail(scores *s, const corpus_page *page, const run *r, const char *why)
{
    printf("FAILED %s/%s %s: %s\n", page->set, page->id, r->label, why);
    s->failures++;
}

/* What must be true for any result on any page. */
static void check_result(scores *s, const corpus_page *page, const run *r, dana_page *opened,
                         const dana_result *result, dana_view text)
{
    const dana_range *ranges;
    size_t count;
    dana_error err;
    uint32_t behind = 0;

    s->checked++;
    if (dana_utf8_valid_length(text.data, text.length) != text.length) {
        fail(s, page, r, "the text is not valid UTF-8");
    }
    if (text.length > dana_page_source(opened).length) {
        fail(s, page, r, "the text is longer than the source");
    }
    if (dana_result_ranges(opened, result, &ranges, &count, &err) != DANA_OK) {
        fail(s, page, r, err.message);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (ranges[i].span.start < behind || ranges[i].span.end <= ranges[i].span.start ||
            ranges[i].span.end > dana_page_source(opened).length) {
            fail(s, page, r, "a range is out of order");
        }
        behind = ranges[i].span.end;
    }
    if ((count == 0) != ((result->warnings & 1u << DANA_WARNING_NO_CONTENT) != 0)) {
        fail(s, page, r, "the warning no-content does not fit the ranges");
    }
}

/* The index of a page's type in the set; types beyond the last one are counted with it. */
static size_t type_of(scores *s, const corpus_page *page)
{
    const char *name = page->page_type != NULL ? page->page_type : "";
    size_t i = 0;

    while (i < s->type_count && strcmp(s->types[i].name, name) != 0) {
        i++;
    }
    if (i == MAX_TYPES) {
        return MAX_TYPES - 1;
    }
    if (i == s->type_count) {
        s->types[s->type_count++] = (page_type){.pages = 0};
        snprintf(s->types[i].name, TYPE_LENGTH, "%s", name);
    }
    return i;
}

static void score_content(scores *s, const corpus_page *page, run *r, dana_page *opened)
{
    dana_result result;
    dana_view text;
    dana_error err;

    if (dana_extract(opened, r->algorithm, &r->params, &result, &err) != DANA_OK ||
        dana_render_text(opened, &result, &text, &err) != DANA_OK) {
        fail(s, page, r, err.message);
        return;
    }
    check_result(s, page, r, opened, &result, text);
    if (page->gold == NULL) {
        return;
    }
    double f1 = corpus_word_f1(text, (dana_view){page->gold, page->gold_length}, NULL, NULL);

    r->sum += f1;
    r->type_sums[type_of(s, page)] += f1;
}

static void score_headline(scores *s, const corpus_page *page, run *r, dana_page *opened)
{
    dana_headline headline;
    dana_view text = {"", 0};
    dana_error err;

    if (dana_find_headline(opened, r->algorithm, &r->params, false, &headline, &err) != DANA_OK ||
        (headline.found &&
         dana_candidate_text(opened, &headline.headline, &text, &err) != DANA_OK)) {
        fail(s, page, r, err.message);
        return;
    }
    s->checked++;
    if (page->headline == NULL) {
        return;
    }
    bool same = dana_same_text(text, (dana_view){page->headline, strlen(page->headline)});

    r->sum += same;
    r->type_sums[type_of(s, page)] += same;
}

static void score_run(scores *s, const corpus_page *page, run *r)
{
    dana_page *opened;
    dana_error err;

    if (dana_page_open(page->html, page->html_length, 0, NULL, &opened, &err) != DANA_OK) {
        fail(s, page, r, err.message);
        return;
    }
    if (r->algorithm->kind == DANA_KIND_CONTENT) {
        score_content(s, page, r, opened);
    } else {
        score_headline(s, page, r, opened);
    }
    if (dana_arena_peak(dana_page_arena(opened)) > dana_page_default_cap(page->html_length)) {
        fail(s, page, r, "more memory than the cap");
    }
    dana_page_close(opened);
}

static bool score_page(const corpus_page *page, void *arg)
{
    scores *s = arg;

    if (s->visited++ % s->every != 0) {
        return true;
    }
    page_type *type = &s->types[type_of(s, page)];

    s->pages += page->gold != NULL;
    type->pages += page->gold != NULL;
    s->headlines += page->headline != NULL;
    type->headlines += page->headline != NULL;
    for (size_t i = 0; i < s->run_count; i++) {
        score_run(s, page, &s->runs[i]);
    }
    return true;
}

static void print_cell(double sum, size_t count)
{
    if (count == 0) {
        printf("  %14s", "-");
    } else {
        printf("  %14.4f", sum / (double)count);
    }
}

/* A row of one page type; all pages of a set without types have the same type. */
static void print_type(const scores *s, size_t index)
{
    const page_type *type = &s->types[index];

    if (type->name[0] == '\0' || (type->pages == 0 && type->headlines == 0)) {
        return;
    }
    printf("  %-22s %5zu", type->name, type->pages);
    for (size_t i = 0; i < s->run_count; i++) {
        bool content = s->runs[i].algorithm->kind == DANA_KIND_CONTENT;

        print_cell(s->runs[i].type_sums[index], content ? type->pages : type->headlines);
    }
    printf("\n");
}

static void print_row(const char *set, scores *s)
{
    printf("%-24s %5zu", set, s->pages);
    for (size_t i = 0; i < s->run_count; i++) {
        bool content = s->runs[i].algorithm->kind == DANA_KIND_CONTENT;

        print_cell(s->runs[i].sum, content ? s->pages : s->headlines);
    }
    printf("\n");
    for (size_t t = 0; t < s->type_count; t++) {
        print_type(s, t);
    }
}

static void reset(scores *s)
{
    s->pages = 0;
    s->headlines = 0;
    s->type_count = 0;
    for (size_t i = 0; i < s->run_count; i++) {
        s->runs[i].sum = 0.0;
        memset(s->runs[i].type_sums, 0, sizeof(s->runs[i].type_sums));
    }
}

static const dana_algorithm *find_algorithm(const char *id)
{
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_CONTENT, id, strlen(id));

    return algorithm != NULL ? algorithm : dana_algorithm_find(DANA_KIND_HEADLINE, id, strlen(id));
}

/* Cuts the first "name=value" off *rest. It ends at a comma outside parentheses. */
static char *next_pair(char **rest)
{
    char *pair = *rest;
    int depth = 0;
    char *p = pair;

    while (*p != '\0' && (*p != ',' || depth > 0)) {
        depth += (*p == '(') - (*p == ')');
        p++;
    }
    *rest = *p == ',' ? p + 1 : NULL;
    *p = '\0';
    return pair;
}

/* Reads "id" or "id:name=value,...". Returns false with a message if it is invalid. */
static bool parse_run(char *label, run *r)
{
    char *copy = strdup(label);
    char *rest = copy;
    char *id = strsep(&rest, ":");
    bool fine = true;

    *r = (run){.label = label, .algorithm = find_algorithm(id)};
    if (r->algorithm == NULL) {
        fprintf(stderr, "no algorithm %s\n", id);
        free(copy);
        return false;
    }
    dana_params_defaults(r->algorithm, &r->params);
    while (fine && rest != NULL) {
        char *value = next_pair(&rest);
        char *name = strsep(&value, "=");
        dana_error err;

        fine = dana_params_set_text(r->algorithm, &r->params, name, value != NULL ? value : "",
                                    &err) == DANA_OK;
        if (!fine) {
            fprintf(stderr, "%s: %s\n", label, err.message);
        }
    }
    free(copy);
    return fine;
}

static bool choose_runs(scores *s, int argc, char **argv)
{
    for (int i = 1; i < argc && s->run_count < MAX_RUNS; i++) {
        if (!parse_run(argv[i], &s->runs[s->run_count++])) {
            return false;
        }
    }
    if (argc > 1) {
        return true;
    }
    for (size_t i = 0; i < dana_algorithm_count(); i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i);

        if (algorithm->needs_boxes) {
            continue; /* pages of the corpora are not rendered */
        }
        run *r = &s->runs[s->run_count++];

        *r = (run){.label = algorithm->id, .algorithm = algorithm};
        dana_params_defaults(algorithm, &r->params);
    }
    return true;
}

static void print_head(const scores *s)
{
    printf("%-24s %5s", "word F1 (headline: exact)", "pages");
    for (size_t i = 0; i < s->run_count; i++) {
        printf("  %14s", s->runs[i].label);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    static scores s;
    bool all = corpus_takes_all(&argc, argv);
    const char *folder = corpus_folder();
    char *sets[CORPUS_MAX_SETS];

    if (folder == NULL) {
        return 0;
    }
    s.every = all ? 1 : SAMPLE_STEP;
    if (!choose_runs(&s, argc, argv)) {
        return 2;
    }
    size_t set_count = corpus_sets(folder, sets, CORPUS_MAX_SETS);

    print_head(&s);
    for (size_t i = 0; i < set_count; i++) {
        reset(&s);
        if (corpus_each_of(folder, sets[i], all, score_page, &s) < 0) {
            s.failures++;
        }
        print_row(sets[i], &s);
        free(sets[i]);
    }
    if (set_count == 0) {
        printf("FAILED: no set in %s\n", folder);
        s.failures++;
    }
    printf("tests: %zu passed, %zu failed\n", s.checked - (s.failures < s.checked ? s.failures : 0),
           s.failures);
    return s.failures == 0 ? 0 : 1;
}
