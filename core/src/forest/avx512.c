#include "forest/kernel.h"

#ifdef DANA__FOREST_WIDE

#include <immintrin.h>
#include <math.h>
#include <string.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))

/* Floats of a vector. */
#define LANES 16

/* The least and the greatest value of a column: what lies outside needs no comparison. */
TARGET static void find_range(const float *column, size_t groups, float *least, float *most)
{
    __m512 low = _mm512_loadu_ps(column);
    __m512 high = low;

    for (size_t r = LANES; r < groups * DANA__GROUP_ROWS; r += LANES) {
        __m512 values = _mm512_loadu_ps(column + r);

        low = _mm512_min_ps(low, values);
        high = _mm512_max_ps(high, values);
    }
    *least = _mm512_reduce_min_ps(low);
    *most = _mm512_reduce_max_ps(high);
}

/* Answers thresholds for a group of rows, which stay in registers: word `group` of each set. */
TARGET static void answer_group(const float *column, const float *thresholds, size_t count,
                                size_t group, dana__row_set *answers)
{
    __m512 first = _mm512_loadu_ps(column + group * DANA__GROUP_ROWS);
    __m512 second = _mm512_loadu_ps(column + group * DANA__GROUP_ROWS + LANES);

    for (size_t k = 0; k < count; k++) {
        __m512 threshold = _mm512_set1_ps(thresholds[k]);
        __mmask32 bits = _mm512_kunpackw(_mm512_cmp_ps_mask(second, threshold, _CMP_GT_OQ),
                                         _mm512_cmp_ps_mask(first, threshold, _CMP_GT_OQ));

        memcpy((char *)&answers[k] + group * sizeof(bits), &bits, sizeof(bits));
    }
}

TARGET static void answer(const float *column, size_t groups, const float *thresholds, size_t count,
                          dana__row_set *answers)
{
    size_t first = 0;
    size_t end;
    float least = -INFINITY;
    float most = INFINITY;

    if (count > DANA__FEW_THRESHOLDS) {
        find_range(column, groups, &least, &most);
    }
    for (; first < count && thresholds[first] < least; first++) {
        memset(&answers[first], 0xFF, sizeof(answers[first]));
    }
    for (end = first; end < count && thresholds[end] < most; end++) {
    }
    memset(answers + first, 0, (count - first) * sizeof(*answers));
    for (size_t g = 0; g < groups; g++) {
        answer_group(column, thresholds + first, end - first, g, answers + first);
    }
}

/* The leaves of 32 rows, from the ways of 64: `low` tells which half. */
TARGET static __m512i leaves_of(__m512i leaves, const __mmask32 ways[DANA__TREE_DEPTH])
{
    __m512i at = _mm512_maskz_set1_epi16(ways[0], 16);

    at = _mm512_mask_add_epi16(at, ways[1], at, _mm512_set1_epi16(8));
    at = _mm512_mask_add_epi16(at, ways[2], at, _mm512_set1_epi16(4));
    at = _mm512_mask_add_epi16(at, ways[3], at, _mm512_set1_epi16(2));
    at = _mm512_mask_add_epi16(at, ways[4], at, _mm512_set1_epi16(1));
    return _mm512_permutexvar_epi16(at, leaves);
}

TARGET static void add_leaves(const dana__tree *trees, size_t count, const dana__row_set *answers,
                              size_t groups, int16_t *sums)
{
    for (size_t t = 0; t < count; t++) {
        dana__bits ways[DANA__TREE_DEPTH];
        __m512i leaves = _mm512_loadu_si512(trees[t].leaf);

        dana__find_ways(&trees[t], answers, ways);
        for (size_t g = 0; g < groups; g++) {
            __m512i *sum = (__m512i *)(void *)(sums + g * DANA__GROUP_ROWS);
            __mmask32 of_group[DANA__TREE_DEPTH];

            for (int level = 0; level < DANA__TREE_DEPTH; level++) {
                of_group[level] = (__mmask32)(ways[level][g / 2] >> (g % 2 * 32));
            }
            _mm512_storeu_si512(
                sum, _mm512_add_epi16(_mm512_loadu_si512(sum), leaves_of(leaves, of_group)));
        }
    }
}

const dana__forest_kernel dana__forest_avx512 = {
    .answer = answer,
    .add_leaves = add_leaves,
    .place = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31},
};

#endif
