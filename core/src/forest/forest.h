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
    float *columns;         /* row r of feature f is columns[f * DANA__FOREST_STRIDE + r] */
    dana__row_set *answers; /* of each condition */
    size_t shared;          /* asked features whose conditions are answered for all rows */
    size_t shared_end;      /* their conditions */
    dana_buffer memory[2];
} dana__asking;

/* Returns whether this machine can run a kernel. */
bool dana__can_run(const dana__forest_kernel *kernel);

/* Reserves columns for `features` features and room for the answers. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__start_asking(dana_arena *arena, const dana__forest *forest,
                                             size_t features, dana__asking *out, dana_error *err);

/* Gives the memory back before the arena dies. */
void dana__end_asking(dana_arena *arena, dana__asking *asking);

/* Answers what is asked of the first `count` features, whose values all rows share, once for all
 * calls of dana__ask_rows. Values are no NaN. */
void dana__answer_shared(dana__asking *asking, const float *values, size_t count);

/*
 * Adds up what the leaves of all trees say of each of the first `rows` rows (1 to
 * DANA__FOREST_ROWS), whose asked values the caller wrote into the columns, those apart that are
 * shared. Values are no NaN. Values of further rows are overwritten.
 */
void dana__ask_rows(dana__asking *asking, size_t rows, int32_t sums[DANA__FOREST_ROWS]);

#endif
