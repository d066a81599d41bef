/*
 * What is written once for each kind of machine: the comparisons and the ways through the trees.
 */
#ifndef DANA_FOREST_KERNEL_H
#define DANA_FOREST_KERNEL_H

#include "forest/trees.h"

#include <stdbool.h>

/* Rows are read in groups of so many. */
#define DANA__GROUP_ROWS 32

/* So many thresholds of a column are compared without a look at which can tell rows apart. */
#define DANA__FEW_THRESHOLDS 2

/* The functions of a kind of machine. */
typedef struct dana__forest_kernel {
    /* Answers `count` ascending thresholds of a column for `groups` groups of rows. */
    void (*answer)(const float *column, size_t groups, const float *thresholds, size_t count,
                   dana__row_set *answers);
    /* Adds the leaves of `count` trees to the rows' sums, which do not overflow; rows stand in the
     * order of row_at. */
    void (*add_leaves)(const dana__tree *trees, size_t count, const dana__row_set *answers,
                       size_t groups, int16_t *sums);
    /* The place of a row among the sums of its group. */
    uint8_t place[DANA__GROUP_ROWS];
} dana__forest_kernel;

/* GCC's vectors: SSE2, NEON, or plain words, as the machine has them. */
extern const dana__forest_kernel dana__forest_portable;

#ifdef __x86_64__
#define DANA__FOREST_WIDE 1

/* For machines with AVX2, and with AVX-512F, BW, VL and DQ. */
extern const dana__forest_kernel dana__forest_avx2;
extern const dana__forest_kernel dana__forest_avx512;

#endif

/* Bits of rows as a vector. */
typedef uint64_t dana__bits __attribute__((vector_size(sizeof(dana__row_set))));

#define DANA__INLINE static inline __attribute__((always_inline))

/* Returns the answers at node k itself. */
DANA__INLINE dana__bits dana__below_0(const dana__tree *tree, const dana__row_set *answers,
                                      size_t k, const dana__bits *ways)
{
    (void)ways;
    return *(const dana__bits *)(const void *)&answers[tree->condition[k]];
}

/* The answers at a node of the tree that lies below node k as the ways say: one choice, then the
 * answers a level deeper. Nodes are known when this is put together: no loop is left. */
#define DANA__ANSWERS_BELOW(levels, deeper)                                                        \
    DANA__INLINE dana__bits dana__below_##levels(                                                  \
        const dana__tree *tree, const dana__row_set *answers, size_t k, const dana__bits *ways)    \
    {                                                                                              \
        dana__bits no = dana__below_##deeper(tree, answers, 2 * k + 1, ways + 1);                  \
        dana__bits yes = dana__below_##deeper(tree, answers, 2 * k + 2, ways + 1);                 \
                                                                                                   \
        return (ways[0] & yes) | (~ways[0] & no);                                                  \
    }

DANA__ANSWERS_BELOW(1, 0)
DANA__ANSWERS_BELOW(2, 1)
DANA__ANSWERS_BELOW(3, 2)
DANA__ANSWERS_BELOW(4, 3)

/* Finds the ways of all rows through a tree: ways[l] is the answer at its question l. */
static inline __attribute__((always_inline)) void dana__find_ways(const dana__tree *tree,
                                                                  const dana__row_set *answers,
                                                                  dana__bits ways[DANA__TREE_DEPTH])
{
    ways[0] = dana__below_0(tree, answers, 0, ways);
    ways[1] = dana__below_1(tree, answers, 0, ways);
    ways[2] = dana__below_2(tree, answers, 0, ways);
    ways[3] = dana__below_3(tree, answers, 0, ways);
    ways[4] = dana__below_4(tree, answers, 0, ways);
}

_Static_assert(DANA__TREE_DEPTH == 5,
               "the ways above, and the tables of leaves, are of five levels");

#endif
