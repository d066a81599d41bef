/*
 * Body Text Extraction as one pass: the range of tokens that Algorithm 5 finds by trying all.
 */
#ifndef DANA_EXTRACTORS_LINES_BTE_H
#define DANA_EXTRACTORS_LINES_BTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A pass over the tokens; all zero at its start. first and last are token indices, 0-based,
 * inclusive; they mean nothing before the first token. */
typedef struct {
    size_t first;
    size_t last;
    size_t count;    /* tokens so far */
    int64_t tags;    /* of them tags */
    int64_t words;   /* of them words */
    int64_t left;    /* the best value of a range's start so far */
    size_t start;    /* where it is */
    int64_t highest; /* the best value of a whole range so far */
} dana__bte_pass;

/*
 * Takes the next token. Returns true where the best range so far now ends at it: it is then
 * [bte->first, bte->last]. Of equal ranges the first start, then the first end wins, as in the
 * loops of Algorithm 5.
 */
bool dana__bte_add(dana__bte_pass *bte, bool is_tag);

#endif
