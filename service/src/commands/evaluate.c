#include "commands/commands.h"

#include "base/clock.h"
#include "bulk/flags.h"
#include "commands/arguments.h"
#include "commands/context.h"
#include "corpus/corpus.h"
#include "corpus/sites.h"
#include "manual/manual.h"
#include "pool/pool.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the arguments asked for. */
typedef struct {
    const char *runs;
    const char *measure;
    svc_bulk_flags bulk; /* threads alone */
    unsigned threads;
    api_report_options report;
    bool plot;
} evaluate_options;

/* Pages being scored: what all workers share. Only `done` changes. */
typedef struct {
    const api_evaluation *evaluation;
    const svc_corpus *corpus;
    svc_sites *sites; /* what its pages are compared with; NULL: no run does so */
    api_page_score *scores;
    atomic_size_t done;
} work;

static bool take_format(void *arg, const char *name)
{
    evaluate_options *options = arg;
    static const char *const names[] = {[API_REPORT_TEXT] = "text",
                                        [API_REPORT_MARKDOWN] = "markdown",
                                        [API_REPORT_CSV] = "csv",
                                        [API_REPORT_JSON] = "json"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            options->report.format = (api_report_format)i;
            return true;
        }
    }
    return false;
}

static bool read_arguments(evaluate_options *options, svc_arguments *given, int count,
                           char *const *arguments)
{
    const svc_flag flags[] = {
        {.name = "--algorithm", .value = &options->runs},
        {.name = "--measure", .value = &options->measure},
        {.name = "--format", .take = take_format},
        {.name = "--plot", .on = &options->plot},
        {.name = "--fit", .on = &options->report.fit},
        {.name = "--compare", .on = &options->report.compare},
        {.name = "--snippets", .on = &options->report.snippets},
        {.name = "--speed", .on = &options->report.speed},
        {.name = "--threads", .value = &options->bulk.threads},
    };
    bool fine = svc_arguments_read(given, "evaluate", flags, sizeof flags / sizeof flags[0],
                                   options, count, arguments);

    options->report.format = options->plot ? API_REPORT_SVG : options->report.format;
    return fine && svc_bulk_threads(&options->bulk, &options->threads);
}

static void score_entry(work *w, size_t index)
{
    const svc_corpus_entry *entry = &w->corpus->entries[index];
    size_t html_length = 0;
    size_t gold_length = 0;
    char *html = svc_corpus_read(entry->html_path, &html_length);
    char *gold = svc_corpus_read(entry->gold_path, &gold_length);
    size_t runs = api_evaluation_runs(w->evaluation);
    api_page_score *scores = &w->scores[index * runs];

    if (html != NULL) {
        api_evaluation_score(w->evaluation, &entry->page, html, html_length, gold, gold_length,
                             svc_sites_of(w->sites, index), svc_now_ms, scores);
    }
    for (size_t i = 0; html == NULL && i < runs; i++) {
        scores[i].failed = true;
    }
    free(html);
    free(gold);
}

/* An svc_pool_work, for an entry of the corpus. */
static void score_page(void *entry, svc_worker *worker, void *arg)
{
    work *w = arg;

    (void)worker;
    score_entry(w, (size_t)((const svc_corpus_entry *)entry - w->corpus->entries));
    atomic_fetch_add(&w->done, 1);
}

static void show_progress(work *w)
{
    while (atomic_load(&w->done) < w->corpus->count) {
        fprintf(stderr, "\r%zu of %zu pages", atomic_load(&w->done), w->corpus->count);
        usleep(200000);
    }
    fprintf(stderr, "\r%*s\r", 40, "");
}

/* Returns false where no thread can be started. */
static bool score_all(work *w, unsigned threads)
{
    size_t count = w->corpus->count;
    const svc_pool_settings settings = {.workers = threads,
                                        .workers_min = 1,
                                        .queue_size = count > 0 ? count : 1,
                                        .work = score_page,
                                        .arg = w};
    svc_pool pool;

    if (!svc_pool_start(&pool, &settings)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        svc_queue_reserve(&pool.queue);
        svc_queue_push(&pool.queue, &w->corpus->entries[i]);
    }
    if (isatty(STDERR_FILENO)) {
        show_progress(w);
    }
    svc_pool_stop(&pool);
    svc_pool_free(&pool);
    return true;
}

static int print_report(const evaluate_options *options, const work *w)
{
    size_t length = 0;
    size_t count = w->corpus->count;
    api_corpus_page *pages = calloc(count, sizeof *pages);

    for (size_t i = 0; pages != NULL && i < count; i++) {
        pages[i] = w->corpus->entries[i].page;
    }
    char *text = pages != NULL ? api_evaluation_report(w->evaluation, pages, w->scores, count,
                                                       &options->report, &length)
                               : NULL;
    bool done = text != NULL;

    if (done) {
        fwrite(text, 1, length, stdout);
    } else {
        fputs("danad: out of memory\n", stderr);
    }
    free(text);
    free(pages);
    return done ? 0 : 1;
}

static int evaluate(const evaluate_options *options, const svc_corpus *corpus)
{
    char message[300];
    api_evaluation *evaluation = api_evaluation_new(options->runs, options->measure,
                                                    &options->report, message, sizeof message);
    work w = {.evaluation = evaluation, .corpus = corpus};
    int status = 2;

    if (evaluation == NULL) {
        fprintf(stderr, "danad: %s\n", message);
        return status;
    }
    bool fine = true;

    if (api_evaluation_reads_sites(evaluation)) {
        const api_context context = svc_command_context();

        w.sites = svc_sites_learn(corpus, &context);
        fine = w.sites != NULL;
    }
    w.scores = calloc(corpus->count * api_evaluation_runs(evaluation), sizeof *w.scores);
    if (fine && w.scores != NULL && score_all(&w, options->threads)) {
        status = print_report(options, &w);
    } else {
        fputs("danad: out of memory\n", stderr);
        status = 1;
    }
    free(w.scores);
    svc_sites_free(w.sites);
    api_evaluation_free(evaluation);
    return status;
}

static int evaluate_folders(const evaluate_options *options, const svc_arguments *given)
{
    svc_corpus corpus = {0};
    bool fine = true;

    for (int i = 0; i < given->file_count && fine; i++) {
        fine = svc_corpus_add(&corpus, given->files[i]);
    }
    int status = fine ? evaluate(options, &corpus) : 1;
    svc_corpus_clear(&corpus);
    return status;
}

int svc_command_evaluate(int argument_count, char *const *arguments)
{
    evaluate_options options = {.plot = false};
    svc_arguments given;
    int status = 2;
    bool fine = read_arguments(&options, &given, argument_count, arguments);

    if (fine && (given.help || given.file_count == 0)) {
        svc_manual_print("evaluate", given.help ? stdout : stderr);
        status = given.help ? 0 : 2;
    } else if (fine) {
        status = evaluate_folders(&options, &given);
    }
    svc_arguments_clear(&given);
    return status;
}
