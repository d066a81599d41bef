#include "work/job.h"

#include "base/clock.h"

/* Seconds after which who was refused because of the end may try again, with another server. */
#define DRAINING_RETRY_S 1

/* Retry-After is the estimate of the pool. */
#define BY_QUEUE (-1)

static const struct {
    const char *code;
    int retry_after_s;
    svc_job_exit exit;
} refusals[] = {
    [SVC_REFUSE_FULL] = {"queue-full", BY_QUEUE, SVC_EXIT_ALONE},
    [SVC_REFUSE_DRAINING] = {"draining", DRAINING_RETRY_S, SVC_EXIT_ALONE},
    [SVC_REFUSE_LATE_TO_ARRIVE] = {"read-timeout", 0, SVC_EXIT_ARRIVING},
    [SVC_REFUSE_LATE_IN_QUEUE] = {"queue-timeout", BY_QUEUE, SVC_EXIT_ALONE},
    [SVC_REFUSE_LATE_AT_WORK] = {"processing-timeout", 0, SVC_EXIT_AT_WORK},
};

/* --- the way in */

bool svc_job_offer(svc_job *job)
{
    if (!svc_job_is(job, SVC_JOB_NEW)) {
        return false;
    }
    atomic_store(&job->since_ms, svc_now_ms());
    return svc_job_move(job, SVC_JOB_NEW, SVC_JOB_ENTERING);
}

/* Puts a job, for which room was reserved, into the queue; a reference goes with it. */
static void push(svc_job *job, svc_job_state from)
{
    atomic_store(&job->since_ms, svc_now_ms());
    svc_job_move(job, from, SVC_JOB_QUEUED);
    svc_queue_push(&job->work->pool.queue, job);
}

svc_queue_status svc_job_enter(svc_job *job)
{
    svc_queue_status status = svc_queue_reserve(&job->work->pool.queue);

    if (status == SVC_QUEUE_RESERVED) {
        job->kind->retain(job);
        push(job, SVC_JOB_ENTERING);
    }
    return status;
}

/* --- the way out */

/* Counts a wait for a worker, or one in vain. */
static void note_wait(svc_job *job, double wait_ms)
{
    double before_ms = atomic_load(&job->waited_ms);

    svc_metrics_queue_wait(job->work->metrics, wait_ms);
    /* A job whose page is fetched waits twice. */
    atomic_store(&job->waited_ms, wait_ms + (before_ms > 0.0 ? before_ms : 0.0));
}

static void drop_rendered(svc_job *job)
{
    size_t length = job->rendered.page.html_length;

    if (!job->has_rendered) {
        return;
    }
    svc_renderers_release(job->work->renderers, job->rendered.kept);
    svc_rendered_clear(&job->rendered);
    svc_memory_release(&job->work->memory, length);
    svc_memory_trim(length);
    job->has_rendered = false;
}

void svc_job_drop_page(svc_job *job)
{
    size_t length = job->fetched.body_length;

    drop_rendered(job);
    svc_fetch_result_clear(&job->page);
    svc_memory_release(&job->work->memory, length);
    svc_memory_trim(length);
    job->fetched = (api_fetched){0};
    job->has_page = false;
}

/* Returns false where another thread was faster. */
static bool begin_end(svc_job *job, svc_job_stage from, svc_job_exit exit)
{
    bool mine = svc_job_claim(job, &from, SVC_JOB_ENDING);

    if (mine && exit == SVC_EXIT_ALONE) {
        svc_job_drop_page(job);
    }
    return mine;
}

bool svc_job_refuse(svc_job *job, svc_job_stage from, svc_job_refusal refusal)
{
    svc_job_exit exit = refusals[refusal].exit;
    int retry_after_s = refusals[refusal].retry_after_s;
    api_response answer;

    if (!begin_end(job, from, exit)) {
        return false;
    }
    if (refusal == SVC_REFUSE_LATE_IN_QUEUE) {
        note_wait(job, job->work->api->queue_timeout_ms);
    }
    if (retry_after_s == BY_QUEUE) {
        retry_after_s = svc_pool_retry_after_s(&job->work->pool);
    }
    job->kind->refuse(job, refusals[refusal].code, retry_after_s, &answer);
    job->kind->end(job, exit, &answer);
    return true;
}

void svc_job_turn_away(svc_job *job, svc_queue_status status)
{
    svc_job_refuse(job, atomic_load(&job->stage),
                   status == SVC_QUEUE_FULL ? SVC_REFUSE_FULL : SVC_REFUSE_DRAINING);
}

/* --- at the fetcher */

static void describe_page(svc_job *job, bool room)
{
    const svc_fetch_result *page = &job->page;

    job->has_page = true;
    job->fetch_reason = page->reason;
    job->fetch_ms = page->elapsed_ms;
    job->fetched = (api_fetched){.problem = svc_fetch_problem(page->outcome),
                                 .detail = page->detail[0] != '\0' ? page->detail : NULL,
                                 .final_url = page->final_url,
                                 .content_type = page->content_type,
                                 .body = page->body,
                                 .body_length = room ? page->body_length : 0,
                                 .status = (int)page->status,
                                 .redirects = page->redirects,
                                 .elapsed_ms = page->elapsed_ms};
}

/* Takes a job that was away to the queue again; room: for what it was away for. */
static void return_job(svc_job *job, bool room)
{
    svc_queue_status status = room ? svc_queue_reserve(&job->work->pool.queue) : SVC_QUEUE_FULL;

    if (status == SVC_QUEUE_RESERVED) {
        push(job, SVC_JOB_FETCHING);
    } else {
        svc_job_turn_away(job, status);
        job->kind->release(job);
    }
}

/* A svc_fetch_done: the job, with its page, goes to a worker again. Has a reference. */
static void take_page(svc_fetch_result *result, void *arg)
{
    svc_job *job = arg;
    bool room = svc_memory_hold(&job->work->memory, result->body_length);

    job->page = *result;
    describe_page(job, room);
    return_job(job, room);
}

/* Orders a page. The job is this worker's and then the fetcher's: it has no deadline meanwhile. */
static void order_page(svc_job *job, svc_job_stage running, const api_fetch_order *order)
{
    const svc_fetch_order wanted = {.url = order->url,
                                    .timeout_ms = order->timeout_ms,
                                    .max_redirects = order->max_redirects,
                                    .accept_error_status = order->accept_error_status};

    if (!svc_job_claim(job, &running, SVC_JOB_FETCHING)) {
        return;
    }
    if (job->kind->note_order != NULL) {
        job->kind->note_order(job, order->url);
    }
    job->kind->retain(job);
    if (!svc_fetcher_submit(job->work->fetcher, &wanted, take_page, job)) {
        svc_job_turn_away(job, SVC_QUEUE_FULL);
        job->kind->release(job);
    }
}

/* --- at the renderer */

/* A svc_render_done: the job goes to a worker again. Has a reference. */
static void take_rendered(svc_rendered *rendered, void *arg)
{
    svc_job *job = arg;
    bool room = svc_memory_hold(&job->work->memory, rendered->page.html_length);

    job->rendered = *rendered;
    job->has_rendered = true;
    job->render_reason = rendered->reason;
    job->render_ms = rendered->page.elapsed_ms;
    svc_metrics_render(job->work->metrics, rendered->reason, rendered->page.elapsed_ms);
    if (!room) {
        job->rendered.page.html_length = 0; /* it is not held */
    }
    return_job(job, room);
}

/* The same of a picture, which joins the page. */
static void take_picture(svc_rendered *rendered, void *arg)
{
    svc_job *job = arg;

    svc_rendered_join(&job->rendered, rendered);
    return_job(job, true);
}

static void order_picture(svc_job *job, const api_response *answer)
{
    svc_render_session *kept = job->rendered.kept;

    job->rendered.kept = NULL;
    job->rendered.page.picture_done = true;
    svc_renderers_picture(job->work->renderers, kept, answer->spans, answer->span_count,
                          take_picture, job);
}

static void order_rendering(svc_job *job, svc_job_stage running, api_response *answer)
{
    if (!svc_job_claim(job, &running, SVC_JOB_FETCHING)) {
        return;
    }
    job->kind->retain(job);
    if (answer->wants_picture) {
        order_picture(job, answer);
    } else if (!svc_renderers_submit(job->work->renderers, &answer->render_order, take_rendered,
                                     job)) {
        svc_job_turn_away(job, SVC_QUEUE_FULL);
        job->kind->release(job);
    }
}

/* --- at work */

/* Ends a job that a worker has, with an answer, which it takes over; NULL: nobody wants one. */
static void finish(svc_job *job, svc_job_stage running, api_response *answer)
{
    if (begin_end(job, running, SVC_EXIT_ALONE)) {
        job->kind->end(job, SVC_EXIT_ALONE, answer);
    } else if (answer != NULL) {
        api_response_clear(answer);
    }
}

static void work_on(svc_job *job, svc_job_stage running, double wait_ms)
{
    svc_pool *pool = &job->work->pool;
    double began_ms = svc_now_ms();
    api_response answer;

    if (!job->kind->is_wanted(job)) {
        finish(job, running, NULL);
        return;
    }
    if (atomic_load(&job->work->shedding)) {
        svc_job_refuse(job, running, SVC_REFUSE_DRAINING);
        return;
    }
    job->kind->work(job, wait_ms, &answer);
    if (answer.wants_fetch) {
        order_page(job, running, &answer.order);
        api_response_clear(&answer);
    } else if (answer.wants_render || answer.wants_picture) {
        order_rendering(job, running, &answer);
        api_response_clear(&answer);
    } else {
        finish(job, running, &answer);
    }
    svc_pool_note_work(pool, svc_now_ms() - began_ms);
}

void svc_job_run(void *queued, svc_worker *worker, void *arg)
{
    svc_job *job = queued;
    svc_job_stage stage = atomic_load(&job->stage);
    bool waits = svc_job_state_of(stage) == SVC_JOB_QUEUED;
    double now_ms = svc_now_ms();
    double wait_ms = now_ms - atomic_load(&job->since_ms);

    (void)arg;
    /* Before it is RUNNING, as it is judged by them from then on. */
    atomic_store(&job->since_ms, now_ms);
    job->worker = worker;
    if (waits && svc_job_claim(job, &stage, SVC_JOB_RUNNING)) {
        note_wait(job, wait_ms);
        work_on(job, stage, wait_ms);
    }
    job->kind->release(job);
}
