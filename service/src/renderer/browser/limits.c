#include "renderer/browser/limits.h"

#include <sys/resource.h>

/* What a page's process reserves as data and does not use: V8's room for code, and stacks. */
#define RESERVED_BYTES ((rlim_t)1 << 30)
/* Seconds of CPU of one process: as long as the longest order may take. */
#define CPU_S ((rlim_t)600)

static void set(__rlimit_resource_t resource, rlim_t value)
{
    struct rlimit now;

    if (getrlimit(resource, &now) == 0) {
        value = value < now.rlim_max ? value : now.rlim_max;
        now = (struct rlimit){.rlim_cur = value, .rlim_max = value};
        setrlimit(resource, &now);
    }
}

/*
 * RLIMIT_AS is not among them: V8 and the allocators reserve more than a terabyte of addresses.
 * RLIMIT_NPROC neither: it counts all processes and threads of a user, not those of a browser. Each
 * of these holds for one process; all together are measured (page/page.c), or a group's.
 */
void svc_limits_set(size_t memory_max)
{
    set(RLIMIT_CORE, 0);
    set(RLIMIT_DATA, (rlim_t)memory_max + RESERVED_BYTES);
    set(RLIMIT_FSIZE, (rlim_t)memory_max);
    set(RLIMIT_CPU, CPU_S);
}
