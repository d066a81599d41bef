#include "bulk/ordered.h"

#include "pool/pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Inputs on their way for each worker: enough that a slow one does not stop the others. */
#define JOBS_PER_THREAD 8
/* Inputs and results on their way, in bytes; an input that is longer goes alone. */
#define BYTES_MAX ((size_t)64 * 1024 * 1024)
/* Calls for help that may wait beside the inputs. */
#define HELP_MAX ((size_t)64)

/* An input on its way. */
typedef struct {
    void *item;   /* owned */
    size_t slot;  /* among the results */
    size_t bytes; /* counted for it */
} job;

/* Stands in the queue for a call for help. */
static job help_call;

/* All of a run. Guarded by the mutex, a leaf, but for what is constant. */
typedef struct {
    const svc_ordered_settings *settings; /* constant */
    svc_ordered_summary *summary;
    int stop_fd; /* constant; readable: the reader must end */
    size_t window;
    pthread_mutex_t mutex;
    pthread_cond_t room;    /* for the reader */
    pthread_cond_t results; /* for the writer */
    svc_pool pool;          /* guards itself; its queue has room for the window, and for help */
    job **finished;         /* by slot, modulo window */
    size_t read;            /* inputs that became jobs */
    size_t done;            /* jobs finished */
    size_t written;
    size_t bytes;
    size_t helps; /* calls for help that wait */
    bool ended;   /* no job will be added */
    bool stopped; /* nothing more is to be done */
} run;

/* Ends a run early. The mutex is held. */
static void stop(run *r, const char *reason, int error)
{
    const uint64_t one = 1;

    if (!r->stopped) {
        r->stopped = true;
        r->summary->complete = false;
        r->summary->reason = reason;
        r->summary->error = error;
    }
    ssize_t ignored = write(r->stop_fd, &one, sizeof one);
    (void)ignored;
    pthread_cond_broadcast(&r->room);
    pthread_cond_broadcast(&r->results);
}

static void free_job(const run *r, job *j)
{
    r->settings->kind->free(j->item);
    free(j);
}

/* Puts a job that is done where the writer finds it. The mutex is held. */
static void put_finished(run *r, job *j, size_t bytes)
{
    j->slot = r->settings->unordered ? r->done : j->slot;
    r->done++;
    r->bytes += bytes;
    r->bytes -= j->bytes;
    j->bytes = bytes;
    r->finished[j->slot % r->window] = j;
    pthread_cond_signal(&r->results);
    pthread_cond_signal(&r->room);
}

static bool is_stopped(run *r)
{
    pthread_mutex_lock(&r->mutex);
    bool stopped = r->stopped;
    pthread_mutex_unlock(&r->mutex);
    return stopped;
}

static void help(run *r)
{
    pthread_mutex_lock(&r->mutex);
    r->helps--;
    pthread_mutex_unlock(&r->mutex);
    r->settings->kind->help(r->settings->arg);
}

/* An svc_pool_work. */
static void work(void *queued, svc_worker *worker, void *arg)
{
    job *j = queued;
    run *r = arg;

    (void)worker;
    if (j == &help_call) {
        help(r);
        return;
    }
    if (is_stopped(r)) {
        free_job(r, j);
        return;
    }
    size_t bytes = r->settings->kind->work(r->settings->arg, j->item);
    pthread_mutex_lock(&r->mutex);
    put_finished(r, j, bytes);
    pthread_mutex_unlock(&r->mutex);
}

/* Waits for the result that comes next. Returns NULL at the end. The mutex is held. */
static job *next_result(run *r)
{
    job **slot = &r->finished[r->written % r->window];

    while (*slot == NULL && !r->stopped && !(r->ended && r->written == r->read)) {
        pthread_cond_wait(&r->results, &r->mutex);
    }
    if (r->stopped) {
        return NULL;
    }
    job *j = *slot;
    *slot = NULL;
    return j;
}

/* The mutex is held. */
static void note_written(run *r, const job *j, int error)
{
    if (error == EPIPE) {
        stop(r, NULL, 0);
    } else if (error != 0) {
        stop(r, "the output cannot be written", error);
    }
    r->written++;
    r->bytes -= j->bytes;
    pthread_cond_signal(&r->room);
}

static void *write_results(void *arg)
{
    run *r = arg;

    pthread_mutex_lock(&r->mutex);
    for (;;) {
        job *j = next_result(r);
        if (j == NULL) {
            break;
        }
        pthread_mutex_unlock(&r->mutex);
        int error = r->settings->kind->write(r->settings->arg, j->item);
        pthread_mutex_lock(&r->mutex);
        note_written(r, j, error);
        free_job(r, j);
    }
    pthread_mutex_unlock(&r->mutex);
    return NULL;
}

/* Waits until there is room, and adds a job, which is owned from then on. */
static void add_job(run *r, job *j)
{
    pthread_mutex_lock(&r->mutex);
    while (!r->stopped && r->read > r->written &&
           (r->read - r->written >= r->window || r->bytes + j->bytes > BYTES_MAX)) {
        pthread_cond_wait(&r->room, &r->mutex);
    }
    bool stopped = r->stopped;
    if (!stopped) {
        j->slot = r->read++;
        r->bytes += j->bytes;
    }
    pthread_mutex_unlock(&r->mutex);
    if (stopped) {
        free_job(r, j);
        return;
    }
    svc_queue_reserve(&r->pool.queue); /* there is room: help takes no more than its part */
    svc_queue_push(&r->pool.queue, j);
}

void svc_ordered_help(const svc_ordered_reading *reading)
{
    run *r = reading->run;

    pthread_mutex_lock(&r->mutex);
    bool asked = !r->stopped && r->helps < HELP_MAX;
    r->helps += asked ? 1 : 0;
    pthread_mutex_unlock(&r->mutex);
    if (asked) {
        svc_queue_reserve(&r->pool.queue);
        svc_queue_push(&r->pool.queue, &help_call);
    }
}

/* Makes a job of an input, which is owned from then on. Returns false where memory is out. */
static bool take_item(run *r, void *item, size_t bytes)
{
    job *j = calloc(1, sizeof *j);

    if (j == NULL) {
        r->settings->kind->free(item);
        return false;
    }
    *j = (job){.item = item, .bytes = bytes};
    add_job(r, j);
    return true;
}

static void read_items(run *r)
{
    const svc_ordered_settings *settings = r->settings;
    const svc_ordered_reading reading = {.stop_fd = r->stop_fd, .run = r};
    svc_input_step step = SVC_INPUT_FOUND;
    bool fine = true;
    int error = 0;

    while (fine && step == SVC_INPUT_FOUND) {
        void *item = NULL;
        size_t bytes = 0;
        step = settings->kind->read(settings->arg, &reading, &item, &bytes);
        error = errno;
        if (step == SVC_INPUT_FOUND && item != NULL) {
            fine = take_item(r, item, bytes);
        }
    }
    pthread_mutex_lock(&r->mutex);
    if (!fine) {
        stop(r, "memory is out", 0);
    } else if (step == SVC_INPUT_FAILED) {
        /* What was read before still gets its result. */
        r->summary->complete = false;
        r->summary->reason = "the input cannot be read";
        r->summary->error = error;
    } else if (step == SVC_INPUT_STOPPED) {
        stop(r, NULL, 0);
    }
    r->ended = true;
    pthread_cond_broadcast(&r->results);
    pthread_mutex_unlock(&r->mutex);
}

/* Starts the workers, as many as can be started, and the writer. */
static bool start_threads(run *r, pthread_t *writer)
{
    const svc_pool_settings settings = {.workers = r->settings->threads,
                                        .workers_min = 1,
                                        .queue_size = r->window + HELP_MAX,
                                        .work = work,
                                        .arg = r};

    if (!svc_pool_start(&r->pool, &settings)) {
        return false;
    }
    if (pthread_create(writer, NULL, write_results, r) != 0) {
        svc_pool_stop(&r->pool);
        svc_pool_free(&r->pool);
        return false;
    }
    return true;
}

/* Frees what a run that was stopped has left. */
static void clear(run *r)
{
    for (size_t i = 0; i < r->window; i++) {
        if (r->finished[i] != NULL) {
            free_job(r, r->finished[i]);
        }
    }
    free(r->finished);
    close(r->stop_fd);
    pthread_mutex_destroy(&r->mutex);
    pthread_cond_destroy(&r->room);
    pthread_cond_destroy(&r->results);
}

static bool set_up(run *r, const svc_ordered_settings *settings, svc_ordered_summary *summary)
{
    *r = (run){.settings = settings,
               .summary = summary,
               .stop_fd = eventfd(0, EFD_CLOEXEC),
               .window = (size_t)settings->threads * JOBS_PER_THREAD};
    r->finished = calloc(r->window, sizeof(job *));
    if (r->finished == NULL || r->stop_fd < 0) {
        free(r->finished);
        return false;
    }
    pthread_mutex_init(&r->mutex, NULL);
    pthread_cond_init(&r->room, NULL);
    pthread_cond_init(&r->results, NULL);
    return true;
}

void svc_ordered_run(const svc_ordered_settings *settings, svc_ordered_summary *summary)
{
    run r;
    pthread_t writer;

    *summary = (svc_ordered_summary){.reason = "memory is out"};
    if (!set_up(&r, settings, summary)) {
        return;
    }
    if (start_threads(&r, &writer)) {
        *summary = (svc_ordered_summary){.complete = true};
        read_items(&r);
        svc_pool_stop(&r.pool);
        pthread_join(writer, NULL);
        svc_pool_free(&r.pool);
    } else {
        *summary = (svc_ordered_summary){.reason = "no thread can be started"};
    }
    clear(&r);
}
