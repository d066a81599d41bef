/*
 * The inside of a batch, for the files that work on it: its making (batch_new.c), its list
 * (batch_list.c), its items (batch_items.c), its answer (batch_answer.c). The rules stand in
 * batch.h.
 */
#ifndef SVC_WORK_BATCH_INTERNAL_H
#define SVC_WORK_BATCH_INTERNAL_H

#include "api/batch.h"
#include "work/batch.h"

/* An item. */
typedef struct svc_item {
    svc_job job; /* first: a svc_job is an item's */
    svc_batch *batch;
    size_t position;
    /* Guarded by the batch's mutex: */
    char *result; /* owned; NULL in SVC_JOB_ENDED: memory was out, or nobody wants it */
    size_t result_length;
    struct svc_item *next; /* done after it */
} svc_item;

/* What the I/O thread sends next. */
typedef enum {
    SVC_SENDS_OPENING,
    SVC_SENDS_SEPARATOR,
    SVC_SENDS_RESULT,
    SVC_SENDS_ENDING,
    SVC_SENDS_CLOSED,
    SVC_SENDS_BROKEN
} svc_batch_phase;

/* A batch; the last reference frees it. */
struct svc_batch {
    svc_batches *list;
    svc_batch_request request; /* a reference to its job */
    api_batch *parsed;
    svc_item *items;
    size_t count;
    atomic_int references;
    svc_batch *next; /* guarded by the list's mutex */
    svc_batch *previous;
    pthread_mutex_t mutex;
    /* Guarded by it: */
    size_t started; /* items that were queued, or refused */
    size_t oldest;  /* all before it are SVC_JOB_ENDED */
    size_t active;  /* started, and not SVC_JOB_ENDED */
    size_t unsent;  /* SVC_JOB_ENDED with a result that is not sent */
    size_t taken;   /* results that the I/O thread has taken */
    size_t ok;
    size_t failed;
    svc_item *first_done; /* in the order in which they were done */
    svc_item *last_done;
    bool waiting; /* suspended until a result can be taken */
    bool ended;   /* nobody wants more */
    /* The I/O thread's: */
    svc_batch_phase phase;
    size_t sent;
    char part[API_BATCH_PART_SIZE];
    char *result;
    const char *piece;
    size_t piece_left;
    size_t result_length;
};

/* Makes the job of an item. */
void svc_item_init(svc_item *it, svc_batch *b, size_t position);

/* Returns whether the I/O thread can take a result. The mutex is held. */
bool svc_batch_can_take(const svc_batch *b);

/* Clears `waiting` where it need not wait. Returns whether to resume. The mutex is held. */
bool svc_batch_stop_waiting(svc_batch *b);

/* Puts a batch on its list. Returns false where there are too many. */
bool svc_batch_link(svc_batch *b);

/* Frees a batch that is not on the list. */
void svc_batch_free(svc_batch *b);

/* Takes a reference to each batch on a list. Returns how many there are. */
size_t svc_batches_hold(svc_batches *list, svc_batch *held[SVC_BATCHES_MAX]);

#endif
