/*
 * Averages over pages.
 */
#ifndef API_REPORT_MEANS_H
#define API_REPORT_MEANS_H

#include "evaluate/evaluation.h"

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
    double units_f1;
    double under_half; /* shares of the pages: F1 under .5, and as api_page_score has them */
    double whole;
    double first_missing;
    double last_missing;
    double goes_on;
    double with; /* snippets of all pages that did not fail, and those found */
    double with_found;
    double without;
    double without_found;
    double mb_per_s;
} api__mean;

/* Precision, recall and F1 of the snippets: found that belong, of those found, of those that
 * belong. */
dana_score api__snippet_score(const api__mean *mean);

/* Averages run `run` over the pages that `belongs` takes. */
api__mean api__mean_of(const api_evaluation *evaluation, const api_corpus_page *pages,
                       const api_page_score *scores, size_t count, size_t run,
                       bool (*belongs)(const api_corpus_page *page, const void *arg),
                       const void *arg);

#endif
