/*
 * The struct of an evaluation, shared by scoring and reports.
 */
#ifndef API_EVALUATE_EVALUATION_H
#define API_EVALUATE_EVALUATION_H

#include "api/evaluation.h"
#include "dana/evaluate.h"
#include "request/runs.h"

/* Most runs, those of a fit counted. */
#define API__EVALUATED_MAX 1024

/* Gaps of a fit: 1 to this many (thesis 4.4). */
#define API__FIT_GAPS 20

struct api_evaluation {
    dana_measure measure;
    bool compare; /* with the papers: what their preconditions need is found too */
    api__run *runs;
    size_t run_count;
};

#endif
