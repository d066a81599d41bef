#include "evaluate/evaluation.h"

#include "dana/site.h"
#include "evaluate/published.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Those for rendered pages left out: a corpus has none. */
static size_t all_algorithms(api__run *runs)
{
    size_t count = 0;

    for (size_t i = 0; i < dana_algorithm_count() && count < API__EVALUATED_MAX; i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i);

        if (!algorithm->needs_boxes) {
            api__run *run = &runs[count++];

            *run = (api__run){.algorithm = algorithm};
            dana_params_defaults(algorithm, &run->params);
            snprintf(run->label, sizeof(run->label), "%s", algorithm->id);
        }
    }
    return count;
}

static bool has_run(const api_evaluation *e, const char *label)
{
    for (size_t i = 0; i < e->run_count; i++) {
        if (strcmp(e->runs[i].label, label) == 0) {
            return true;
        }
    }
    return false;
}

/* Adds the runs of the papers' tables that are not there: algorithms with other parameters. */
static void add_published(api_evaluation *e)
{
    for (size_t i = 0; i < api__published_count && e->run_count < API__EVALUATED_MAX; i++) {
        const char *label = api__published_rows[i].label;
        size_t added = 0;
        dana_error err;

        if (!has_run(e, label) &&
            api__runs_read((dana_view){label, strlen(label)}, true, &e->runs[e->run_count], 1,
                           &added, &err) == DANA_OK) {
            e->run_count += added;
        }
    }
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

/* Reads measure and runs. Returns false with a message. */
static bool read_evaluation(api_evaluation *e, const char *runs, const char *measure, char *message,
                            size_t message_size)
{
    dana_error err;

    e->measure = DANA_MEASURE_WORDS;
    if (measure != NULL && !find_measure(measure, &e->measure)) {
        snprintf(message, message_size, "there is no measure %s", measure);
        return false;
    }
    if (runs == NULL) {
        e->run_count = all_algorithms(e->runs);
        if (e->compare) {
            add_published(e);
        }
    } else if (api__runs_read((dana_view){runs, strlen(runs)}, true, e->runs, API__EVALUATED_MAX,
                              &e->run_count, &err) != DANA_OK) {
        snprintf(message, message_size, "%s at character %zu", err.message, err.position);
        return false;
    }
    return true;
}

api_evaluation *api_evaluation_new(const char *runs, const char *measure,
                                   const api_report_options *options, char *message,
                                   size_t message_size)
{
    api_evaluation *e = calloc(1, sizeof(*e));

    if (e != NULL) {
        e->compare = options->compare;
        e->runs = calloc(API__EVALUATED_MAX, sizeof(*e->runs));
    }
    if (e == NULL || e->runs == NULL) {
        snprintf(message, message_size, "out of memory");
    } else if (read_evaluation(e, runs, measure, message, message_size)) {
        if (options->fit) {
            spread_gaps(e);
        }
        if (e->run_count > 0) {
            return e;
        }
        snprintf(message, message_size, "no algorithm to evaluate");
    }
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

bool api_evaluation_reads_sites(const api_evaluation *evaluation)
{
    for (size_t i = 0; i < evaluation->run_count; i++) {
        if (dana_reads_site(evaluation->runs[i].algorithm, &evaluation->runs[i].params)) {
            return true;
        }
    }
    return false;
}
