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

/* Notes that bytes were freed: where they are many, svc_memory_give_back returns them. */
void svc_memory_trim(size_t freed);

/*
 * Returns freed memory to the system, where much was freed before the last call, and not since: the
 * next large page would take it again, page by page. To be called about once a second.
 */
void svc_memory_give_back(void);

#endif
