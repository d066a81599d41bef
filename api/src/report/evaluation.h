/*
 * The inside of an evaluation, shared by what scores and what reports.
 */
#ifndef API_REPORT_EVALUATION_H
#define API_REPORT_EVALUATION_H

#include "api/evaluation.h"
#include "dana/evaluate.h"
#include "request/runs.h"

/* Most runs, those of a fit counted. */
#define API__EVALUATED_MAX 1024

/* Gaps of a fit: 1 to this many (thesis 4.4). */
#define API__FIT_GAPS 20

struct api_evaluation {
    dana_measure measure;
    api__run *runs;
    size_t run_count;
};

/* Means and sums over a group of pages. */
typedef struct {
    size_t pages;
    size_t failures;
    double precision;
    double recall;
    double f1;
    double micro_precision;
    double micro_recall;
    double micro_f1;
    double mb_per_s;
} api__mean;

/* Averages run `run` over the pages that `belongs` takes. */
api__mean api__evaluation_mean(const api_evaluation *evaluation, const api_corpus_page *pages,
                               const api_page_score *scores, size_t count, size_t run,
                               bool (*belongs)(const api_corpus_page *page, const void *arg),
                               const void *arg);

#endif
