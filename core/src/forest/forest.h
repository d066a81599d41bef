/*
 * Boosted trees, asked of many rows at once. A row's answers are bits: a condition, "the feature
 * exceeds the threshold", is worked out once for all rows, and a tree's way from the root to a leaf
 * is chosen by logic on the bits of all rows. Each decision is that of the comparison of floats.
 */
#ifndef DANA_FOREST_FOREST_H
#define DANA_FOREST_FOREST_H

#include "dana/arena.h"
#include "forest/trees.h"

#include <stdbool.h>

typedef struct dana__forest_kernel dana__forest_kernel;

/* Trees being asked. Memory of an arena, until dana__end_asking. */
typedef struct {
    const dana__forest *forest;
    const dana__forest_kernel *kernel;
    float *columns;         /* of the features that rows do not share: see dana__column */
    dana__row_set *answers; /* of each condition */
    size_t shared;          /* features that all rows share: the first ones */
    size_t shared_asked;    /* of them those that are asked */
    size_t shared_end;      /* the end of their conditions */
    dana_buffer memory[2];
} dana__asking;

/* Returns where the column of a feature begins, of which `shared` features come before. */
static inline size_t dana__column(size_t feature, size_t shared)
{
    return (feature - shared) * DANA__FOREST_STRIDE;
}

/* Returns whether this machine can run a kernel. */
bool dana__can_run(const dana__forest_kernel *kernel);

/*
 * Reserves columns and room for the answers. Trees ask at most `features` features, of which the
 * first `shared` have a value that all rows share, `values`: what is asked of them is answered
 * here, for all calls of dana__ask_rows. Values are no NaN. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__start_asking(dana_arena *arena, const dana__forest *forest,
                                             size_t features, size_t shared, const float *values,
                                             dana__asking *out, dana_error *err);

/* Gives the memory back before the arena dies. */
void dana__end_asking(dana_arena *arena, dana__asking *asking);

/*
 * Adds up what the leaves of all trees say of each of the first `rows` rows (1 to
 * DANA__FOREST_ROWS), whose asked values the caller wrote into the columns, those apart that are
 * shared. Values are no NaN. Values of further rows are overwritten.
 */
void dana__ask_rows(dana__asking *asking, size_t rows, int32_t sums[DANA__FOREST_ROWS]);

#endif
