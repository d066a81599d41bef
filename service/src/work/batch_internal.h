/*
 * The inside of a batch, for the files that work on it: its making (batch_new.c), its list
 * (batch_list.c), its items (batch_items.c) and when they are begun (batch_begin.c), what they hold
 * (batch_memory.c), its answer
 * (batch_answer.c), its lines as they come (input.c). The rules stand in
 * batch.h.
 */
#ifndef SVC_WORK_BATCH_INTERNAL_H
#define SVC_WORK_BATCH_INTERNAL_H

#include "api/batch.h"
#include "work/batch.h"
#include "work/input.h"

/* An item. It has a reference while it is on its batch's list, and one while it is a job. */
typedef struct svc_item {
    svc_job job; /* first: a svc_job is an item's */
    svc_batch *batch;
    api_item text;       /* what it is; borrows from the request's body, or from line */
    char *line;          /* owned; NULL: it came with the body */
    const char *problem; /* code of what is wrong with its line, static; NULL: nothing */
    atomic_int references;
    /* Guarded by the batch's mutex: */
    char *result; /* owned; NULL in SVC_JOB_ENDED: memory was out, or nobody wants it */
    size_t result_length;
    struct svc_item *next_done; /* done after it */
    struct svc_item *next;      /* begun after it; the list is in this order */
    struct svc_item *previous;
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
    svc_input *input; /* where its lines come from; NULL: they came with the body */
    atomic_int references;
    svc_batch *next; /* guarded by the list's mutex */
    svc_batch *previous;
    pthread_mutex_t mutex;
    /* Guarded by it: */
    svc_line line; /* of the input, for the next item; where has_line */
    bool has_line;
    double next_ms;     /* no line is begun before that, as its client asks too often */
    bool exhausted;     /* there is no item after those that were begun, but for `entering` */
    bool out_of_memory; /* an item could not be made */
    svc_item *entering; /* made, but the queue had no room; NULL: none */
    svc_item *first;    /* items that were begun, and whose results were not taken */
    svc_item *last;
    size_t begun;        /* items */
    size_t active;       /* begun, and not SVC_JOB_ENDED */
    size_t unsent;       /* SVC_JOB_ENDED with a result that is not sent */
    size_t unsent_bytes; /* of their results */
    size_t ok;
    size_t failed;
    svc_item *first_done; /* in the order in which they were done */
    svc_item *last_done;
    bool waiting; /* suspended until a result can be taken */
    bool ended;   /* nobody wants more */
    /* The receiver's: */
    bool told; /* request.begin was called */
    bool refused;
    api_response refusal; /* where it is refused, until it is told */
    /* The I/O thread's: */
    svc_batch_phase phase;
    size_t sent;
    char part[API_BATCH_PART_SIZE];
    char *result;
    const char *piece;
    size_t piece_left;
    size_t result_length;
};

/* Makes the next item of a batch, not yet begun, with the reference of the list. NULL: there is
 * none now, or memory is out. The mutex is held. */
svc_item *svc_item_next(svc_batch *b);

/* Frees the line of an item. */
void svc_item_drop_line(svc_item *it);

/* Gives a reference back; the last one frees the item. */
void svc_item_release(svc_item *it);

/* Returns whether all is done and sent. The mutex is held. */
bool svc_batch_is_over(const svc_batch *b);

/* Returns whether the I/O thread can take a result. The mutex is held. */
bool svc_batch_can_take(const svc_batch *b);

/* Clears `waiting` where it need not wait. Returns whether to resume. The mutex is held. */
bool svc_batch_stop_waiting(svc_batch *b);

/* Makes the input of a batch whose items come yet. Returns false where it cannot be. */
bool svc_batch_make_input(svc_batch *b);

/* Puts a batch on its list. Returns false where there are too many. */
bool svc_batch_link(svc_batch *b);

/* Frees a batch that is not on the list. */
void svc_batch_free(svc_batch *b);

/* Takes a reference to each batch on a list. Returns how many there are. */
size_t svc_batches_hold(svc_batches *list, svc_batch *held[SVC_BATCHES_MAX]);

#endif
