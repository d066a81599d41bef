#include "commands/ndjson_run.h"

#include "base/lines.h"
#include "base/request_id.h"
#include "pool/pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/uio.h>
#include <unistd.h>

/* Documents on their way for each worker: enough that a slow one does not stop the others. */
#define JOBS_PER_THREAD 8
/* Lines and results on their way, in bytes; a line that is longer goes alone. */
#define BYTES_MAX ((size_t)64 * 1024 * 1024)

/* A document on its way. */
typedef struct {
    size_t index; /* of its line */
    size_t slot;  /* among the results */
    svc_line line;
    size_t bytes; /* counted for it */
    int status;
    char *result; /* owned; NULL: none yet, or memory is out */
    size_t result_length;
} job;

/* All of a run. Guarded by the mutex, a leaf, but for what is constant. */
typedef struct {
    const svc_ndjson_settings *settings; /* constant */
    svc_ndjson_summary *summary;
    int stop_fd; /* constant; readable: the reader must end */
    size_t window;
    pthread_mutex_t mutex;
    pthread_cond_t room;    /* for the reader */
    pthread_cond_t results; /* for the writer */
    svc_pool pool;          /* guards itself; its queue has room for the window */
    job **finished;         /* by slot, modulo window */
    size_t read;            /* lines that became jobs */
    size_t done;            /* jobs finished */
    size_t written;
    size_t bytes;
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

static void free_job(job *j)
{
    free(j->line.bytes);
    free(j->result);
    free(j);
}

static void answer(const svc_ndjson_settings *settings, const job *j, api_response *out)
{
    char id[SVC_REQUEST_ID_SIZE];
    const api_item item = {.request_id = id,
                           .index = j->index,
                           .json = j->line.bytes,
                           .length = j->line.length,
                           .is_line = true};

    svc_request_id_make(id, NULL);
    if (j->line.too_long) {
        api_item_refuse(settings->context, &item, "body-too-large", settings->max_line_bytes, 0,
                        out);
    } else if (j->line.no_memory) {
        api_item_refuse(settings->context, &item, "internal", 0, 0, out);
    } else {
        api_item_answer(settings->context, settings->defaults, &item, out);
    }
}

/* Works on a job, without the mutex. */
static void do_job(const svc_ndjson_settings *settings, job *j)
{
    api_response response;

    answer(settings, j, &response);
    j->status = response.status;
    j->result = response.body;
    j->result_length = response.body_length;
    response.body = NULL;
    api_response_clear(&response);
    free(j->line.bytes);
    j->line.bytes = NULL;
}

/* Puts a job that is done where the writer finds it. The mutex is held. */
static void put_finished(run *r, job *j)
{
    j->slot = r->settings->unordered ? r->done : j->slot;
    r->done++;
    r->bytes += j->result_length;
    r->bytes -= j->bytes;
    j->bytes = j->result_length;
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

/* An svc_pool_work. */
static void work(void *queued, svc_worker *worker, void *arg)
{
    job *j = queued;
    run *r = arg;

    (void)worker;
    if (is_stopped(r)) {
        free_job(j);
        return;
    }
    do_job(r->settings, j);
    pthread_mutex_lock(&r->mutex);
    put_finished(r, j);
    pthread_mutex_unlock(&r->mutex);
}

/* Writes a result and its line feed. Returns errno, 0 where it was written. */
static int write_result(int fd, const job *j)
{
    char feed = '\n';
    struct iovec parts[] = {{j->result, j->result_length}, {&feed, 1}};
    size_t left = j->result_length + 1;

    while (left > 0) {
        ssize_t sent = writev(fd, parts, 2);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent < 0) {
            return errno;
        }
        left -= (size_t)sent;
        for (size_t i = 0; i < 2; i++) {
            size_t taken = (size_t)sent < parts[i].iov_len ? (size_t)sent : parts[i].iov_len;
            parts[i].iov_base = (char *)parts[i].iov_base + taken;
            parts[i].iov_len -= taken;
            sent -= (ssize_t)taken;
        }
    }
    return 0;
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
    } else if (j->status == 200) {
        r->summary->ok++;
    } else {
        r->summary->failed++;
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
        int error = j->result != NULL ? write_result(r->settings->out_fd, j) : ENOMEM;
        pthread_mutex_lock(&r->mutex);
        note_written(r, j, error);
        free_job(j);
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
        free_job(j);
        return;
    }
    svc_queue_reserve(&r->pool.queue); /* there is room: it takes as many as the window */
    svc_queue_push(&r->pool.queue, j);
}

static bool is_blank(const svc_line *line)
{
    for (size_t i = 0; i < line->length; i++) {
        if (line->bytes[i] != ' ' && line->bytes[i] != '\t' && line->bytes[i] != '\r') {
            return false;
        }
    }
    return !line->too_long && !line->no_memory;
}

/* Returns false where memory is out. */
static bool take_line(run *r, const svc_line *line, size_t index)
{
    if (is_blank(line)) {
        free(line->bytes);
        return true;
    }
    job *j = calloc(1, sizeof *j);
    if (j == NULL) {
        free(line->bytes);
        return false;
    }
    j->index = index;
    j->line = *line;
    j->bytes = line->length;
    add_job(r, j);
    return true;
}

static void read_lines(run *r)
{
    const svc_ndjson_settings *settings = r->settings;
    svc_lines lines;
    svc_line line;
    svc_lines_step step = SVC_LINES_FAILED;
    bool fine = svc_lines_init(&lines, settings->in_fd, r->stop_fd, settings->out_fd,
                               settings->max_line_bytes);
    int error = ENOMEM;

    for (size_t index = 0; fine; index++) {
        step = svc_lines_next(&lines, &line);
        error = errno;
        if (step != SVC_LINES_FOUND) {
            break;
        }
        fine = take_line(r, &line, index);
    }
    svc_lines_destroy(&lines);
    pthread_mutex_lock(&r->mutex);
    if (!fine) {
        stop(r, "memory is out", 0);
    } else if (step == SVC_LINES_FAILED) {
        /* What was read before is still answered. */
        r->summary->complete = false;
        r->summary->reason = "the input cannot be read";
        r->summary->error = error;
    } else if (step == SVC_LINES_STOPPED) {
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
                                        .queue_size = r->window,
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
            free_job(r->finished[i]);
        }
    }
    free(r->finished);
    close(r->stop_fd);
    pthread_mutex_destroy(&r->mutex);
    pthread_cond_destroy(&r->room);
    pthread_cond_destroy(&r->results);
}

static bool set_up(run *r, const svc_ndjson_settings *settings, svc_ndjson_summary *summary)
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

void svc_ndjson_run(const svc_ndjson_settings *settings, svc_ndjson_summary *summary)
{
    run r;
    pthread_t writer;

    *summary = (svc_ndjson_summary){.reason = "memory is out"};
    if (!set_up(&r, settings, summary)) {
        return;
    }
    if (start_threads(&r, &writer)) {
        *summary = (svc_ndjson_summary){.complete = true};
        read_lines(&r);
        svc_pool_stop(&r.pool);
        pthread_join(writer, NULL);
        svc_pool_free(&r.pool);
    } else {
        *summary = (svc_ndjson_summary){.reason = "no thread can be started"};
    }
    clear(&r);
}
