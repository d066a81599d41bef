/*
 * The inside of a batch, for the files that work on it: its items (batch_items.c), its answer
 * (batch_answer.c), what the reaper does (batch_look.c). The rules stand in batch.h.
 */
#ifndef SVC_WORK_BATCH_INTERNAL_H
#define SVC_WORK_BATCH_INTERNAL_H

#include "api/batch.h"
#include "work/batch.h"

/* Where an item is on its way: see batch.h. */
typedef enum {
    SVC_ITEM_IDLE,
    SVC_ITEM_QUEUED,
    SVC_ITEM_RUNNING,
    SVC_ITEM_FETCHING,
    SVC_ITEM_LATE, /* its worker takes too long, and the reaper answers it */
    SVC_ITEM_DONE,
    SVC_ITEM_TAKEN
} svc_item_state;

typedef struct svc_batch svc_batch;

/* An item. */
typedef struct svc_item {
    svc_job job; /* first: the queue's pointer to it is the item's */
    svc_batch *batch;
    size_t position;
    /* The owner's: whoever works on it. */
    svc_fetch_result page;
    api_fetched fetched;
    bool has_page;
    /* Guarded by the batch's mutex: */
    svc_item_state state;
    double stage_ms; /* when the state began */
    svc_worker *worker;
    char *result; /* owned; NULL in SVC_ITEM_DONE: memory was out */
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
    svc_server *server;
    svc_request *request; /* a reference */
    api_batch *parsed;
    svc_item *items;
    size_t count;
    atomic_int references;
    struct svc_batch *next_batch; /* guarded by the list's mutex */
    struct svc_batch *previous_batch;
    pthread_mutex_t mutex;
    /* Guarded by it: */
    size_t started;
    size_t oldest; /* all before it are done */
    size_t active; /* SVC_ITEM_QUEUED to SVC_ITEM_LATE */
    size_t unsent; /* SVC_ITEM_DONE, or SVC_ITEM_TAKEN and not sent */
    size_t taken;
    size_t ok;
    size_t failed;
    svc_item *first_done; /* in the order in which they were done */
    svc_item *last_done;
    double stalled_ms; /* since when there is no room in the queue; 0: there was */
    bool waiting;      /* suspended until a result can be taken */
    bool ended;        /* nobody wants more */
    /* The I/O thread's: */
    svc_batch_phase phase;
    size_t sent;
    char part[API_BATCH_PART_SIZE];
    char *result;
    const char *piece;
    size_t piece_left;
    size_t result_length;
};

/* Takes a reference. */
void svc_batch_retain(svc_batch *b);

/* Gives a reference back; the last one frees the batch. */
void svc_batch_release(svc_batch *b);

/* Frees the page of an item. Only for the one who works on it, or nobody does. */
void svc_item_drop_page(svc_item *it);

/* Works on an item, with a reference. A svc_pool_work. */
svc_pool_work svc_item_run;

/* Answers an item with a problem instead of working on it, or instead of the one who does. Returns
 * false where it is not in the state `from` any more. */
bool svc_item_refuse(svc_item *it, svc_item_state from, const char *code, int retry_after_s);

/* Returns whether the I/O thread can take a result. The mutex is held. */
bool svc_batch_can_take(const svc_batch *b);

/* Takes back the word of a suspended connection. Returns whether to resume it. Mutex held. */
bool svc_batch_stop_waiting(svc_batch *b);

/* Queues as many items as may be on their way. */
void svc_batch_pump(svc_batch *b);

/* Sends as much of the answer as is there and fits. A MHD_ContentReaderCallback. */
ssize_t svc_batch_read_answer(void *cls, uint64_t position, char *buffer, size_t max);

/* The answer is sent, or its connection closed: gives its reference back. A
 * MHD_ContentReaderFreeCallback. */
void svc_batch_end_answer(void *cls);

#endif
