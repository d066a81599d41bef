/*
 * The items of a body while it comes, of any length: each is handed over when it is complete. What
 * takes them holds the client back where it is not ready: its bytes stay in the kernel then. Of an
 * item no more than its limit is held. An item is a line, or an element of an array in JSON, which
 * the API cuts out.
 *
 * Thread rule: all but svc_input_go_on and svc_input_free is done on the receiver's thread once it
 * was started.
 */
#ifndef SVC_WORK_INPUT_H
#define SVC_WORK_INPUT_H

#include "api/batch.h"
#include "wire/stream.h"
#include "work/memory.h"
#include "work/receiver.h"

/* An item that has come. */
typedef struct {
    char *bytes; /* malloc'ed, counted as held memory; NULL where there is a problem */
    size_t length;
    size_t index;        /* from 0 */
    bool is_line;        /* else an element of an array */
    const char *problem; /* code of what is wrong with it, static; NULL: nothing */
} svc_line;

/* What stands in front of the items, where they are no lines. */
typedef struct {
    const char *bytes; /* NULL: too many */
    size_t length;
    const char *closing; /* for api_batch_begin */
    const char *problem; /* code of why it did not come, static; NULL: it did */
} svc_front;

/* Who takes the items. */
typedef struct {
    /* Told of what stands in front of them, once. Returns false where none is taken: what comes is
     * dropped then. */
    bool (*begin)(void *arg, const svc_front *front);
    /* Takes an item over. Returns false where it cannot now: it is offered again after
     * svc_input_go_on. */
    bool (*take)(void *arg, const svc_line *line);
    /* Whether they are still wanted. */
    bool (*is_wanted)(void *arg);
    /* Told how many bytes have come. */
    void (*note)(void *arg, size_t length);
    /* Told that there is no more; broken: before the end of the body, as the client has left. */
    void (*end)(void *arg, bool broken);
    void *arg;
    svc_memory *memory;
    const atomic_bool *shedding; /* none is taken any more */
    api_cutter cutter;           /* at the begin of the body */
    size_t front_max;            /* bytes in front of the items */
    size_t line_max;             /* bytes of an item */
    double silence_ms;           /* longest time that a client may send nothing */
} svc_input_settings;

/* Items that come. */
typedef struct svc_input svc_input;

/*
 * Makes the input of a body that is held (wire/stream.h), from a descriptor, which is duplicated.
 * Takes over the body. Returns NULL where memory or descriptors are out.
 */
svc_input *svc_input_new(int fd, svc_wire_stream *body, const svc_input_settings *settings);

/* Starts it. Returns false where that fails. */
bool svc_input_start(svc_input *input, svc_receiver *receiver);

/* Goes on after an item was not taken, and looks at the time. From any thread. */
void svc_input_go_on(svc_input *input);

/* Frees an input that has ended or was never started; NULL is allowed. */
void svc_input_free(svc_input *input);

#endif
