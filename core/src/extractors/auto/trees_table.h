/*
 * The trained table: boosted trees whose inner nodes name their features.
 */
#ifndef DANA_EXTRACTORS_AUTO_TREES_TABLE_H
#define DANA_EXTRACTORS_AUTO_TREES_TABLE_H

#include "extractors/auto/constants.h"
#include "extractors/auto/feature_list.h"

#include <stddef.h>
#include <stdint.h>

/* A tree of DANA__TREE_DEPTH questions: node k asks whether a feature exceeds a
 * threshold; its answers are nodes 2k + 1 and 2k + 2. Leaves are log odds in units of 1 /
 * LEAF_SCALE. */
#define DANA__TREE_NODES ((1 << DANA__TREE_DEPTH) - 1)
#define DANA__TREE_LEAFS (1 << DANA__TREE_DEPTH)

typedef struct {
    uint8_t feature[DANA__TREE_NODES]; /* index of the value in dana__features */
    float threshold[DANA__TREE_NODES];
    int16_t leaf[DANA__TREE_LEAFS];
} dana__tree;

_Static_assert(DANA__FEATURE_COUNT <= UINT8_MAX + 1, "a byte holds the index of a feature");

/* A feature of a node, by name. */
#define F(name) ((uint8_t)(offsetof(dana__named_features, name) / sizeof(float)))
#include "extractors/auto/trees_table.inc"
#undef F

#endif
