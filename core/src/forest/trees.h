/*
 * Boosted trees as a table, and sets of the rows that they are asked of.
 */
#ifndef DANA_FOREST_TREES_H
#define DANA_FOREST_TREES_H

#include <stddef.h>
#include <stdint.h>

/* Questions of a tree from its root to a leaf. */
#define DANA__TREE_DEPTH 5

#define DANA__TREE_NODES ((1 << DANA__TREE_DEPTH) - 1)
#define DANA__TREE_LEAFS (1 << DANA__TREE_DEPTH)

/* A tree: node k asks a condition; the nodes after it are 2k + 1, and 2k + 2 where it holds. */
typedef struct {
    uint16_t condition[DANA__TREE_NODES]; /* index of its threshold */
    int16_t leaf[DANA__TREE_LEAFS];
} dana__tree;

/* A feature that is asked. Its thresholds end before `end`; they begin where those of the feature
 * before it end. */
typedef struct {
    uint16_t feature;
    uint16_t end;
} dana__asked;

/* Trees with all that they ask. Features ascend, and so do the thresholds of each. */
typedef struct {
    const dana__asked *asked;
    size_t asked_count;
    const float *thresholds; /* of the conditions */
    size_t condition_count;
    const dana__tree *trees;
    size_t tree_count;
    int leaf_most; /* the greatest amount of a leaf; at least 1 */
} dana__forest;

/* Rows that are asked together. */
#define DANA__FOREST_ROWS 128

/* Floats from a feature's column to the next: columns a power of two apart would share the lines of
 * a cache. */
#define DANA__FOREST_STRIDE (DANA__FOREST_ROWS + 16)

/* A bit a row. */
typedef struct {
    _Alignas(16) uint64_t bits[DANA__FOREST_ROWS / 64];
} dana__row_set;

#endif
