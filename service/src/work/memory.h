/* How many bytes are held for requests: their bodies, fetched pages, what a batch knows of its
 * items. */
#ifndef SVC_WORK_MEMORY_H
#define SVC_WORK_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* The count. */
typedef struct {
    size_t max; /* constant */
    atomic_size_t held;
} svc_memory;

/*
 * Counts bytes that are held; to be given back by svc_memory_release. Returns false, and has
 * counted nothing, where there is no room.
 */
bool svc_memory_hold(svc_memory *memory, size_t length);

/* Gives back bytes that were counted and have been freed. */
void svc_memory_release(svc_memory *memory, size_t length);

/* Returns freed memory to the system, where so many bytes were freed that it is worth the time. */
void svc_memory_trim(size_t freed);

#endif
