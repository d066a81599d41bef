/* What clang-tidy is told of functions whose sources it does not see beside the one that it reads.
 * Included before each source, by analyse.py. */
#ifndef TESTS_LINT_MODELS_H
#define TESTS_LINT_MODELS_H

#include "dana/arena.h"

/* They return the status that they are given. */
#define MODEL_STATUS(status, call)                                                                 \
    __extension__({                                                                                \
        dana_status model_status = (call);                                                         \
        if (model_status != (status)) {                                                            \
            __builtin_unreachable();                                                               \
        }                                                                                          \
        model_status;                                                                              \
    })
#define dana_error_set(err, status, ...)                                                           \
    MODEL_STATUS(status, dana_error_set(err, status, __VA_ARGS__))
#define dana_error_set_limit(err, status, ...)                                                     \
    MODEL_STATUS(status, dana_error_set_limit(err, status, __VA_ARGS__))

/* They return NULL only with an error. */
#define MODEL_MEMORY(err, call)                                                                    \
    __extension__({                                                                                \
        dana_error *model_err = (err);                                                             \
        void *model_memory = (call);                                                               \
        if (model_memory == NULL && model_err != NULL && model_err->status == DANA_OK) {           \
            __builtin_unreachable();                                                               \
        }                                                                                          \
        model_memory;                                                                              \
    })
#define dana_arena_alloc(arena, size, err) MODEL_MEMORY(err, dana_arena_alloc(arena, size, err))
#define dana_arena_zeroed(arena, count, size, err)                                                 \
    MODEL_MEMORY(err, dana_arena_zeroed(arena, count, size, err))

#endif
