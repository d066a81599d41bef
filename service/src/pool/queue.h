/*
 * A bounded first-in first-out queue between threads.
 *
 * Room is reserved before an item is pushed, so that a producer can do what cannot be undone
 * (suspend a connection) between the two. Lock rule: the one mutex is a leaf; nothing else is
 * locked, called or waited for while it is held.
 */
#ifndef SVC_POOL_QUEUE_H
#define SVC_POOL_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* What became of a reservation. */
typedef enum { SVC_QUEUE_RESERVED, SVC_QUEUE_FULL, SVC_QUEUE_CLOSED } svc_queue_status;

/* A queue; its members are private. */
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    void **items;
    size_t capacity;
    size_t first;
    size_t count;
    size_t reserved;
    atomic_size_t depth; /* count, for those who do not lock */
    bool closed;
} svc_queue;

/* Makes an empty queue for `capacity` > 0 items. Returns false where memory is out. */
bool svc_queue_init(svc_queue *queue, size_t capacity);

/* Frees the queue; nobody may be using it, and items in it are forgotten. */
void svc_queue_destroy(svc_queue *queue);

/* Keeps room for one item; never waits. After SVC_QUEUE_RESERVED a push must follow. */
svc_queue_status svc_queue_reserve(svc_queue *queue);

/* Appends an item to the room that svc_queue_reserve kept; never waits, never fails. */
void svc_queue_push(svc_queue *queue, void *item);

/* Waits for the oldest item and takes it; NULL once the queue is closed and has run empty. */
void *svc_queue_pop(svc_queue *queue);

/* Refuses reservations from now on; what is queued or reserved is still served. */
void svc_queue_close(svc_queue *queue);

/* Returns whether there is no room now: what comes would be refused. */
bool svc_queue_is_full(svc_queue *queue);

/* Returns how many items wait; takes no lock. */
size_t svc_queue_depth(const svc_queue *queue);

#endif
