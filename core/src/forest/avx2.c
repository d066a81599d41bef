#include "forest/kernel.h"

#ifdef DANA__FOREST_WIDE

#include <immintrin.h>
#include <math.h>
#include <string.h>

#define TARGET __attribute__((target("avx2")))

/* Floats of a vector. */
#define LANES 8

/* The least and the greatest value of a column: what lies outside needs no comparison. */
TARGET static void find_range(const float *column, size_t groups, float *least, float *most)
{
    __m256 low = _mm256_loadu_ps(column);
    __m256 high = low;
    float lows[LANES];
    float highs[LANES];

    for (size_t r = LANES; r < groups * DANA__GROUP_ROWS; r += LANES) {
        __m256 values = _mm256_loadu_ps(column + r);

        low = _mm256_min_ps(low, values);
        high = _mm256_max_ps(high, values);
    }
    _mm256_storeu_ps(lows, low);
    _mm256_storeu_ps(highs, high);
    *least = lows[0];
    *most = highs[0];
    for (size_t i = 1; i < LANES; i++) {
        *least = lows[i] < *least ? lows[i] : *least;
        *most = highs[i] > *most ? highs[i] : *most;
    }
}

TARGET static __m256i compare(const float *column, __m256 threshold)
{
    return _mm256_castps_si256(_mm256_cmp_ps(_mm256_loadu_ps(column), threshold, _CMP_GT_OQ));
}

/* Packing keeps to the halves of a vector: the last step puts four rows each in their order. */
TARGET static uint32_t compare_group(const float *column, __m256 threshold)
{
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    __m256i low = _mm256_packs_epi32(compare(column, threshold), compare(column + 8, threshold));
    __m256i high = _mm256_packs_epi32(compare(column + 16, threshold),
                                      compare(column + 24, threshold));
    __m256i all = _mm256_permutevar8x32_epi32(_mm256_packs_epi16(low, high), order);

    return (uint32_t)_mm256_movemask_epi8(all);
}

TARGET static void answer(const float *column, size_t groups, const float *thresholds, size_t count,
                          dana__row_set *answers)
{
    size_t k = 0;
    float least = -INFINITY;
    float most = INFINITY;

    if (count > DANA__FEW_THRESHOLDS) {
        find_range(column, groups, &least, &most);
    }
    for (; k < count && thresholds[k] < least; k++) {
        memset(&answers[k], 0xFF, sizeof(answers[k]));
    }
    for (; k < count && thresholds[k] < most; k++) {
        __m256 threshold = _mm256_set1_ps(thresholds[k]);
        uint32_t bits[DANA__FOREST_ROWS / DANA__GROUP_ROWS] = {0};

        for (size_t g = 0; g < groups; g++) {
            bits[g] = compare_group(column + g * DANA__GROUP_ROWS, threshold);
        }
        memcpy(&answers[k], bits, sizeof(bits));
    }
    for (; k < count; k++) {
        memset(&answers[k], 0, sizeof(answers[k]));
    }
}

/* The leaves of a tree, 16 to a table: their low bytes and their high ones, twice each. */
typedef struct {
    __m256i low[2];
    __m256i high[2];
} leaf_bytes;

TARGET static void read_leaves(const int16_t *leaf, leaf_bytes *out)
{
    const __m256i *words = (const __m256i *)(const void *)leaf;
    __m256i first = _mm256_loadu_si256(words);
    __m256i second = _mm256_loadu_si256(words + 1);
    __m256i mask = _mm256_set1_epi16(0xFF);
    __m256i low = _mm256_packus_epi16(_mm256_and_si256(first, mask),
                                      _mm256_and_si256(second, mask));
    __m256i high = _mm256_packus_epi16(_mm256_srli_epi16(first, 8), _mm256_srli_epi16(second, 8));

    /* Quarters of both are 0, 2, 1, 3 after packing. */
    out->low[0] = _mm256_permute4x64_epi64(low, 0x88);
    out->low[1] = _mm256_permute4x64_epi64(low, 0xDD);
    out->high[0] = _mm256_permute4x64_epi64(high, 0x88);
    out->high[1] = _mm256_permute4x64_epi64(high, 0xDD);
}

/* 32 bits as bytes of all bits or none. */
TARGET static __m256i spread(uint32_t bits)
{
    const __m256i byte_of = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202,
                                               0x0303030303030303);
    const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201);
    __m256i bytes = _mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), byte_of);

    return _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit);
}

/* Adds the leaves of a group's rows. ways: the group's, 32 bits each. */
TARGET static void add_group(const leaf_bytes *leaves, const uint32_t ways[DANA__TREE_DEPTH],
                             __m256i *sums)
{
    __m256i half = spread(ways[0]);
    __m256i at = _mm256_or_si256(
        _mm256_or_si256(_mm256_and_si256(spread(ways[1]), _mm256_set1_epi8(8)),
                        _mm256_and_si256(spread(ways[2]), _mm256_set1_epi8(4))),
        _mm256_or_si256(_mm256_and_si256(spread(ways[3]), _mm256_set1_epi8(2)),
                        _mm256_and_si256(spread(ways[4]), _mm256_set1_epi8(1))));
    __m256i low = _mm256_blendv_epi8(_mm256_shuffle_epi8(leaves->low[0], at),
                                     _mm256_shuffle_epi8(leaves->low[1], at), half);
    __m256i high = _mm256_blendv_epi8(_mm256_shuffle_epi8(leaves->high[0], at),
                                      _mm256_shuffle_epi8(leaves->high[1], at), half);

    sums[0] = _mm256_add_epi16(sums[0], _mm256_unpacklo_epi8(low, high));
    sums[1] = _mm256_add_epi16(sums[1], _mm256_unpackhi_epi8(low, high));
}

TARGET static void add_leaves(const dana__tree *trees, size_t count, const dana__row_set *answers,
                              size_t groups, int16_t *sums)
{
    for (size_t t = 0; t < count; t++) {
        dana__bits ways[DANA__TREE_DEPTH];
        leaf_bytes leaves;

        dana__find_ways(&trees[t], answers, ways);
        read_leaves(trees[t].leaf, &leaves);
        for (size_t g = 0; g < groups; g++) {
            uint32_t of_group[DANA__TREE_DEPTH];

            for (int level = 0; level < DANA__TREE_DEPTH; level++) {
                of_group[level] = (uint32_t)(ways[level][g / 2] >> (g % 2 * 32));
            }
            add_group(&leaves, of_group, (__m256i *)(void *)(sums + g * DANA__GROUP_ROWS));
        }
    }
}

/* Unpacking, too, keeps to the halves of a vector. */
const dana__forest_kernel dana__forest_avx2 = {
    .answer = answer,
    .add_leaves = add_leaves,
    .place = {0, 1, 2,  3,  4,  5,  6,  7,  16, 17, 18, 19, 20, 21, 22, 23,
              8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31},
};

#endif
