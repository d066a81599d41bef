/* What a browser and all that it starts may have at most, where no control group says so. */
#ifndef SVC_RENDERER_LIMITS_H
#define SVC_RENDERER_LIMITS_H

#include <stddef.h>

/*
 * Sets the limits of this process and its children (setrlimit), for a browser whose processes may
 * have memory_max bytes together. To be called in the child before it becomes a browser: only calls
 * that a child of threads may make. A limit that cannot be set is left as it was.
 */
void svc_limits_set(size_t memory_max);

#endif
