/*
 * The similarity metrics of TitleFinder (thesis 5.3.3).
 */
#ifndef DANA_TITLE_SIMILARITY_H
#define DANA_TITLE_SIMILARITY_H

#include "terms/term_vectors.h"

/* The metrics, in the order of the parameter's choices. */
typedef enum { DANA__TF, DANA__TF_IDF, DANA__OSM, DANA__AGGREGATE } dana__metric;

/* What a query is compared by. */
typedef struct {
    dana__metric metric;
    dana__term_vector df;   /* in how many texts each term is; empty under the metric tf */
    size_t candidate_count; /* N, under the other metrics */
} dana__weighting;

/* Returns the similarity of a sentence to a query, 0 where they share no term. */
double dana__compare(const dana__weighting *weighting, const dana__term_vector *query,
                     const dana__term_vector *sentence);

#endif
