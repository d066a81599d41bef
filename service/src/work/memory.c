#include "work/memory.h"

#include <malloc.h>

/* From this size on. */
#define TRIM_BYTES ((size_t)4 * 1024 * 1024)

/* Calls of svc_memory_give_back until memory is given back; 0: there is none. malloc is the
 * process's. */
static atomic_uint calls_left;

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
        atomic_store(&calls_left, 2U);
    }
}

void svc_memory_give_back(void)
{
    unsigned left = atomic_load(&calls_left);

    if (left > 0 && atomic_compare_exchange_strong(&calls_left, &left, left - 1) && left == 1) {
        malloc_trim(0);
    }
}
