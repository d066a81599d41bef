/* What files and ports the process may still open (landlock(7)). */
#ifndef SVC_CONFINE_LANDLOCK_H
#define SVC_CONFINE_LANDLOCK_H

#include <stdbool.h>
#include <stddef.h>

/* Most ports of one kind; one more does without that limit. */
#define SVC_LANDLOCK_PORTS_MAX 64

/* What the settings name. */
typedef struct {
    const char *tokens_file; /* "": none */
    unsigned short bind[SVC_LANDLOCK_PORTS_MAX];
    size_t bind_count;
    unsigned short connect[SVC_LANDLOCK_PORTS_MAX];
    size_t connect_count;
    bool connects_anywhere; /* there are more ports than fit */
} svc_landlock_needs;

/*
 * Restricts this thread and those that it starts, for good: files are only read, and only those
 * that a server needs; TCP goes only to and from these ports where the kernel can tell (Linux 6.7).
 * Returns the kernel's version of Landlock, 0 where it has none or refused.
 */
int svc_landlock_restrict(const svc_landlock_needs *needs);

#endif
