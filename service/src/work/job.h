/*
 * Jobs: what workers do. A request is a job, and so is each item of a batch; they differ in their
 * svc_job_kind alone. service/README.md has the table of states and the rules of ownership.
 *
 *   NEW -> ENTERING -> QUEUED -> RUNNING (-> FETCHING -> QUEUED -> RUNNING) -> ENDING -> ENDED
 *
 * and from each state before it to ENDING. Whoever takes a job to ENDING, and nobody else, says how
 * it ends. Each transition is one compare-and-swap, so that of two threads that want it one loses.
 *
 * A reference is held by whoever waits for the answer, and another by the job in the queue, at work
 * or at the fetcher; it moves along with the job.
 */
#ifndef SVC_WORK_JOB_H
#define SVC_WORK_JOB_H

#include "api/api.h"
#include "base/log.h"
#include "fetch/fetch.h"
#include "pool/pool.h"
#include "render/renderers.h"
#include "work/memory.h"

/* What all jobs of a server share. Constant, but for the atomics and what guards itself. */
typedef struct {
    const api_context *api;
    const svc_log *log;
    svc_metrics *metrics;
    svc_pool pool;
    svc_fetcher *fetcher;     /* NULL: URLs are not fetched */
    svc_renderers *renderers; /* NULL: pages are not rendered */
    svc_memory memory;
    atomic_bool shedding; /* drain time is over: jobs that have not begun are refused */
} svc_work;

/* Where a job is. */
typedef enum {
    SVC_JOB_NEW,      /* its owner's: a request arrives, an item waits for its turn */
    SVC_JOB_ENTERING, /* its owner looks for room in the queue */
    SVC_JOB_QUEUED,
    SVC_JOB_RUNNING,
    SVC_JOB_FETCHING,
    SVC_JOB_ENDING, /* its end is decided, and written by the one who took it here */
    SVC_JOB_ENDED
} svc_job_state;

/* Of a stage, for its state; the bits above count transitions. */
#define SVC_JOB_STATE_BITS 3U

/*
 * A state and how many transitions led to it. No two stages of a job are equal, which rules out ABA
 * races: a thread that has read a stage cannot take the second wait in the queue for the first.
 */
typedef unsigned svc_job_stage;

/* Which other thread still uses a job when it ends. */
typedef enum {
    SVC_EXIT_ALONE,   /* none: what it holds can be freed */
    SVC_EXIT_AT_WORK, /* a worker that does not come back, and may read all that the job holds */
    SVC_EXIT_ARRIVING /* the thread that receives it */
} svc_job_exit;

/* Why a job is refused. */
typedef enum {
    SVC_REFUSE_FULL,
    SVC_REFUSE_DRAINING,
    SVC_REFUSE_LATE_TO_ARRIVE,
    SVC_REFUSE_LATE_IN_QUEUE,
    SVC_REFUSE_LATE_AT_WORK
} svc_job_refusal;

typedef struct svc_job svc_job;

/* What the jobs of a kind do. Functions are called by the job's owner. */
typedef struct {
    unsigned deadlines; /* bits (1U << state) of the states that have one */
    /* Whether somebody waits for the answer. Asked by a worker before it begins. */
    bool (*is_wanted)(svc_job *job);
    /* Makes the answer, or the order of a page. */
    void (*work)(svc_job *job, double wait_ms, api_response *answer);
    /* Told of the URL of an order; NULL: not. */
    void (*note_order)(svc_job *job, const char *url);
    /* Makes the answer of a job that is refused; code as for api_problem_response. */
    void (*refuse)(const svc_job *job, const char *code, int retry_after_s, api_response *answer);
    /* Takes the answer over, and takes the job from SVC_JOB_ENDING to SVC_JOB_ENDED. NULL: nobody
     * wants one. */
    void (*end)(svc_job *job, svc_job_exit exit, api_response *answer);
    void (*retain)(svc_job *job);
    void (*release)(svc_job *job);
} svc_job_kind;

/* A job; the first member of what it is a job of. */
struct svc_job {
    const svc_job_kind *kind;
    svc_work *work;
    const char *request_id; /* borrowed */
    atomic_uint stage;
    _Atomic double since_ms;  /* when it came to this stage, where that has a deadline */
    _Atomic double waited_ms; /* for workers, in all; negative: it did not */
    svc_worker *worker;       /* at work on it, once it is RUNNING */
    /* The page that was ordered; the owner's. */
    bool has_page;
    svc_fetch_result page; /* its strings are those of `fetched` */
    api_fetched fetched;
    bool has_rendered;
    svc_rendered rendered;     /* the page as a browser shows it */
    const char *render_reason; /* for the log, static; NULL: nothing was rendered */
    double render_ms;
    const char *fetch_reason; /* for the log, static; NULL: nothing was fetched */
    double fetch_ms;
};

/* Makes a job that is SVC_JOB_NEW. */
void svc_job_init(svc_job *job, const svc_job_kind *kind, svc_work *work, const char *request_id);

/* Returns the state of a stage. */
svc_job_state svc_job_state_of(svc_job_stage stage);

/* Returns whether a job is in a state now. */
bool svc_job_is(const svc_job *job, svc_job_state state);

/*
 * Takes a job from a stage to a state, and sets *stage to that one. Returns false where another
 * thread was faster. A transition that the table of states does not have ends the process.
 */
bool svc_job_claim(svc_job *job, svc_job_stage *stage, svc_job_state to);

/* Does that from the stage that the job is in, if its state is `from`: for its owner. */
bool svc_job_move(svc_job *job, svc_job_state from, svc_job_state to);

/* The way in: takes a job that is NEW to ENTERING. Returns false where it has ended. */
bool svc_job_offer(svc_job *job);

/*
 * Queues a job that is ENTERING, with a reference; a worker may have ended it when this returns.
 * Returns whether there was room; where not it is ENTERING and the caller's still.
 */
svc_queue_status svc_job_enter(svc_job *job);

/*
 * The way out, with svc_job_run: ends a job with a problem. Returns false where it has left the
 * stage, and nothing was done.
 */
bool svc_job_refuse(svc_job *job, svc_job_stage from, svc_job_refusal refusal);

/* Refuses a job that did not come into the queue, and is the caller's, for what the queue said. */
void svc_job_turn_away(svc_job *job, svc_queue_status status);

/* Works on a job from the queue: an svc_pool_work. */
void svc_job_run(void *job, svc_worker *worker, void *arg);

/* Frees the page that was ordered, and what was rendered. For the owner. */
void svc_job_drop_page(svc_job *job);

/* Returns whether a job is beyond the deadline of its state, and in which stage that is. */
bool svc_job_is_late(const svc_job *job, double now_ms, svc_job_stage *stage);

/*
 * Refuses such a job, unless it has left that stage, as it was not too late then after all; its
 * worker, if there is one, is given up. With a reference.
 */
void svc_job_end_late(svc_job *job, svc_job_stage stage);

#endif
