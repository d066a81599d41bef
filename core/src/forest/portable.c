#include "forest/kernel.h"

#include <string.h>

/* Rows of a vector, and its bits in an answer of 32 rows. */
#define LANES 4

typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef uint32_t lane_bits __attribute__((vector_size(LANES * sizeof(uint32_t))));

static uint32_t compare_group(const float *column, float threshold)
{
    lane_bits bit = {1, 2, 4, 8};
    lane_bits all = {0};

    for (size_t i = 0; i < DANA__GROUP_ROWS; i += LANES) {
        lanes values;

        memcpy(&values, column + i, sizeof(values));
        all |= (lane_bits)(values > threshold) & bit;
        bit <<= LANES;
    }
    return all[0] | all[1] | all[2] | all[3];
}

static void answer(const float *column, size_t groups, const float *thresholds, size_t count,
                   dana__row_set *answers)
{
    for (size_t k = 0; k < count; k++) {
        uint32_t bits[DANA__FOREST_ROWS / DANA__GROUP_ROWS] = {0};

        for (size_t g = 0; g < groups; g++) {
            bits[g] = compare_group(column + g * DANA__GROUP_ROWS, thresholds[k]);
        }
        for (size_t w = 0; w < DANA__FOREST_ROWS / 64; w++) {
            answers[k].bits[w] = bits[2 * w] | (uint64_t)bits[2 * w + 1] << 32;
        }
    }
}

#define BYTES(x) ((x)*UINT64_C(0x0101010101010101))

/* The eight lowest bits as bytes of 0 or 1, the first one lowest. */
static uint64_t spread(uint64_t bits)
{
    uint64_t each = BYTES(bits & 0xFF) & UINT64_C(0x8040201008040201);

    return (each + BYTES(0x7F)) >> 7 & BYTES(1);
}

static void add_tree(const dana__tree *tree, const dana__bits ways[DANA__TREE_DEPTH], size_t rows,
                     int16_t *sums)
{
    for (size_t r = 0; r < rows; r += 8) {
        uint64_t leaves = 0;

        for (int level = 0; level < DANA__TREE_DEPTH; level++) {
            leaves = 2 * leaves + spread(ways[level][r / 64] >> (r % 64));
        }
        for (size_t i = 0; i < 8; i++) {
            sums[r + i] = (int16_t)(sums[r + i] + tree->leaf[leaves >> (8 * i) & 0xFF]);
        }
    }
}

static void add_leaves(const dana__tree *trees, size_t count, const dana__row_set *answers,
                       size_t groups, int16_t *sums)
{
    for (size_t t = 0; t < count; t++) {
        dana__bits ways[DANA__TREE_DEPTH];

        dana__find_ways(&trees[t], answers, ways);
        add_tree(&trees[t], ways, groups * DANA__GROUP_ROWS, sums);
    }
}

const dana__forest_kernel dana__forest_portable = {
    .answer = answer,
    .add_leaves = add_leaves,
    .place = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31},
};
