/*
 * The similarity metrics of TitleFinder (thesis 5.3.3).
 */
#ifndef DANA_TITLE_SIMILARITY_H
#define DANA_TITLE_SIMILARITY_H

#include <stddef.h>
#include <stdint.h>

/* The metrics, in the order of the parameter's choices. */
typedef enum { DANA__TF, DANA__TF_IDF, DANA__OSM, DANA__AGGREGATE } dana__metric;

/* The terms of a text: distinct tokens in ascending order with their frequencies. */
typedef struct {
    uint64_t *tokens;
    uint32_t *frequencies;
    size_t count;
} dana__term_vector;

/* What a query is compared by. */
typedef struct {
    dana__metric metric;
    dana__term_vector df;   /* in how many texts each term is; empty under the metric tf */
    size_t candidate_count; /* N, under the other metrics */
} dana__weighting;

/* Sorts `count` tokens, puts the distinct ones first and their frequencies into `frequencies`
 * (room for count). Returns both as a vector, which borrows them. */
dana__term_vector dana__make_term_vector(uint64_t *tokens, size_t count, uint32_t *frequencies);

/* Returns how often a term is in a vector. O(log n). */
uint32_t dana__term_frequency(const dana__term_vector *terms, uint64_t token);

/* Returns the similarity of a sentence to a query, 0 where they share no term. */
double dana__similarity(const dana__weighting *weighting, const dana__term_vector *query,
                        const dana__term_vector *sentence);

#endif
