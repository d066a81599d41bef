/*
 * The trained table: boosted trees, and the features that they ask.
 */
#ifndef DANA_EXTRACTORS_AUTO_TREES_TABLE_H
#define DANA_EXTRACTORS_AUTO_TREES_TABLE_H

#include "extractors/auto/feature_list.h"
#include "forest/forest.h"

#include <stdbool.h>

/* A feature, by name. Leaves are log odds in units of 1 / LEAF_SCALE. */
#define F(name) DANA__FEATURE(name)
#include "extractors/auto/trees_table.inc"
#undef F

#endif
