#include "forest/forest.h"

#include "forest/kernel.h"

#include <string.h>

bool dana__can_run(const dana__forest_kernel *kernel)
{
#ifdef DANA__FOREST_WIDE
    if (kernel == &dana__forest_avx512) {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    }
    if (kernel == &dana__forest_avx2) {
        return __builtin_cpu_supports("avx2");
    }
#endif
    return kernel == &dana__forest_portable;
}

/* The first one that this machine can run. */
static const dana__forest_kernel *choose_kernel(void)
{
    static const dana__forest_kernel *const kernels[] = {
#ifdef DANA__FOREST_WIDE
        &dana__forest_avx512,
        &dana__forest_avx2,
#endif
        &dana__forest_portable,
    };
    size_t i = 0;

    while (!dana__can_run(kernels[i])) {
        i++;
    }
    return kernels[i];
}

/* Answers what is asked of the features that all rows share. */
static void answer_shared(dana__asking *asking, const float *values)
{
    const dana__forest *forest = asking->forest;
    size_t at = 0;
    size_t k = 0;

    for (; k < forest->asked_count && forest->asked[k].feature < asking->shared; k++) {
        float value = values[forest->asked[k].feature];

        for (; at < forest->asked[k].end; at++) {
            memset(&asking->answers[at], value > forest->thresholds[at] ? 0xFF : 0,
                   sizeof(asking->answers[at]));
        }
    }
    asking->shared_asked = k;
    asking->shared_end = at;
}

dana_status dana__start_asking(dana_arena *arena, const dana__forest *forest, size_t features,
                               size_t shared, const float *values, dana__asking *out,
                               dana_error *err)
{
    *out = (dana__asking){.forest = forest, .kernel = choose_kernel(), .shared = shared};
    dana_buffer_init(&out->memory[0], sizeof(float));
    dana_buffer_init(&out->memory[1], sizeof(dana__row_set));
    dana_status status = dana_buffer_reserve(arena, &out->memory[0], dana__column(features, shared),
                                             err);

    if (status == DANA_OK) {
        status = dana_buffer_reserve(arena, &out->memory[1], forest->condition_count, err);
    }
    if (status == DANA_OK) {
        out->columns = out->memory[0].data;
        out->answers = out->memory[1].data;
        answer_shared(out, values);
    }
    return status;
}

void dana__end_asking(dana_arena *arena, dana__asking *asking)
{
    dana_buffer_release(arena, &asking->memory[1]);
    dana_buffer_release(arena, &asking->memory[0]);
}

/* Answers what the rows do not share. The rows that fill up the last group are like the last one.
 */
static void answer_rows(dana__asking *asking, size_t rows, size_t groups)
{
    const dana__forest *forest = asking->forest;
    size_t at = asking->shared_end;

    for (size_t k = asking->shared_asked; k < forest->asked_count; k++) {
        float *column = asking->columns + dana__column(forest->asked[k].feature, asking->shared);
        size_t end = forest->asked[k].end;

        for (size_t r = rows; r < groups * DANA__GROUP_ROWS; r++) {
            column[r] = column[rows - 1];
        }
        asking->kernel->answer(column, groups, forest->thresholds + at, end - at,
                               asking->answers + at);
        at = end;
    }
}

static void add_rows(const dana__forest_kernel *kernel, const int16_t *part, size_t rows,
                     int32_t *sums)
{
    for (size_t r = 0; r < rows; r++) {
        sums[r] +=
            part[r / DANA__GROUP_ROWS * DANA__GROUP_ROWS + kernel->place[r % DANA__GROUP_ROWS]];
    }
}

void dana__ask_rows(dana__asking *asking, size_t rows, int32_t sums[DANA__FOREST_ROWS])
{
    const dana__forest *forest = asking->forest;
    size_t groups = (rows + DANA__GROUP_ROWS - 1) / DANA__GROUP_ROWS;
    size_t most = (size_t)(INT16_MAX / forest->leaf_most);
    size_t count;

    memset(sums, 0, rows * sizeof(*sums));
    answer_rows(asking, rows, groups);
    for (size_t t = 0; t < forest->tree_count; t += count) {
        _Alignas(64) int16_t part[DANA__FOREST_ROWS] = {0};

        count = forest->tree_count - t < most ? forest->tree_count - t : most;
        asking->kernel->add_leaves(forest->trees + t, count, asking->answers, groups, part);
        add_rows(asking->kernel, part, rows, sums);
    }
}
