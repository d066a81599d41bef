/*
 * Texts as vectors of terms (thesis 2.2.2.2, formula 5.1).
 */
#ifndef DANA_TERMS_TERM_VECTORS_H
#define DANA_TERMS_TERM_VECTORS_H

#include <stddef.h>
#include <stdint.h>

/* The terms of a text: distinct tokens in ascending order with their frequencies. */
typedef struct {
    uint64_t *tokens;
    uint32_t *frequencies;
    size_t count;
} dana__term_vector;

/* Sorts `count` tokens, puts the distinct ones first and their frequencies into `frequencies`
 * (room for count). Returns both as a vector, which borrows them. */
dana__term_vector dana__make_term_vector(uint64_t *tokens, size_t count, uint32_t *frequencies);

/* Returns the index of a term in a vector, its count where the term is not in it. O(log n). */
size_t dana__find_term(const dana__term_vector *terms, uint64_t token);

/* Returns how often a term is in a vector. O(log n). */
uint32_t dana__term_frequency(const dana__term_vector *terms, uint64_t token);

#endif
