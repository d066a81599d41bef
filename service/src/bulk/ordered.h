/*
 * Inputs in, results out, with as many threads as wanted and constant memory:
 *
 *   caller's thread   reads inputs, as long as few enough of them and of their bytes are on their
 * way workers           work on them: an svc_pool writer            writes results, in the order of
 * the inputs unless that does not matter
 *
 * What an input is, and what is done with it, is up to a table of functions.
 */
#ifndef SVC_BULK_ORDERED_H
#define SVC_BULK_ORDERED_H

#include "base/input.h"

#include <stdbool.h>
#include <stddef.h>

/* What those who read inputs know of the run. */
typedef struct {
    int stop_fd; /* readable: reading must end early */
    void *run;   /* private */
} svc_ordered_reading;

/* What a run does with its inputs; arg is that of the run. */
typedef struct {
    /*
     * Reads the next input on the caller's thread, waiting for it. FOUND: *item is owned by the run
     * until `free`, and counts for *bytes; NULL: there is nothing to do.
     */
    svc_input_step (*read)(void *arg, const svc_ordered_reading *reading, void **item,
                           size_t *bytes);
    /* Helps the one who reads, on any thread, as often as svc_ordered_help has asked; or NULL. */
    void (*help)(void *arg);
    /* Works on an item, on any thread. Returns the bytes of its result, which it then counts for.
     */
    size_t (*work)(void *arg, void *item);
    /* Writes the result of an item on the writer's thread. Returns errno, 0: it is written. */
    int (*write)(void *arg, void *item);
    void (*free)(void *item);
} svc_ordered_kind;

/* What to do. */
typedef struct {
    const svc_ordered_kind *kind;
    void *arg;
    unsigned threads; /* workers, 1 to SVC_ORDERED_THREADS_MAX */
    bool unordered;   /* results as they come */
} svc_ordered_settings;

/* Most workers. */
#define SVC_ORDERED_THREADS_MAX 256

/* How it ended. */
typedef struct {
    bool complete;      /* every input got its result */
    const char *reason; /* what went wrong where not, static; NULL: the reader of the output left */
    int error;          /* errno that goes with it, 0: none */
} svc_ordered_summary;

/*
 * Asks that a worker calls the kind's `help`, once, before it turns to inputs that are read later.
 * By `read` only. Where many such calls wait already it is not asked for.
 */
void svc_ordered_help(const svc_ordered_reading *reading);

/*
 * Runs until the inputs end, or nobody takes the output any more. SIGPIPE must be ignored.
 */
void svc_ordered_run(const svc_ordered_settings *settings, svc_ordered_summary *summary);

#endif
