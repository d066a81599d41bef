#include "work/memory.h"

#include <malloc.h>

/* From this size on. */
#define TRIM_BYTES ((size_t)4 * 1024 * 1024)

bool svc_memory_hold(svc_memory *memory, size_t length)
{
    size_t before = atomic_fetch_add(&memory->held, length);

    if (before + length <= memory->max) {
        return true;
    }
    atomic_fetch_sub(&memory->held, length);
    return false;
}

void svc_memory_release(svc_memory *memory, size_t length)
{
    atomic_fetch_sub(&memory->held, length);
}

void svc_memory_trim(size_t freed)
{
    if (freed > TRIM_BYTES) {
        malloc_trim(0);
    }
}
