#include "base/clock.h"
#include "work/job.h"

#include <math.h>

/* Beyond its deadline, which core polls itself, before a worker is given up. */
#define GRACE_MS 2000.0

/* The time that a job may be in a state. */
static double limit_ms(const api_context *api, svc_job_state state)
{
    switch (state) {
    case SVC_JOB_NEW:
        return api->read_timeout_ms;
    case SVC_JOB_ENTERING:
    case SVC_JOB_QUEUED:
        return api->queue_timeout_ms;
    case SVC_JOB_RUNNING:
        return api->process_timeout_ms + GRACE_MS;
    default:
        return INFINITY; /* the fetcher has deadlines of its own */
    }
}

bool svc_job_is_late(const svc_job *job, double now_ms, svc_job_stage *stage)
{
    *stage = atomic_load(&job->stage);
    svc_job_state state = svc_job_state_of(*stage);

    return (job->kind->deadlines & (1U << state)) != 0 &&
           now_ms - atomic_load(&job->since_ms) > limit_ms(job->work->api, state);
}

static void log_stuck(const svc_job *job)
{
    svc_log_line line;

    svc_log_begin(&line, job->work->log, SVC_LOG_ERROR, "worker stuck");
    svc_log_string(&line, "request_id", job->request_id);
    svc_log_integer(&line, "workers_stuck", atomic_load(&job->work->pool.stuck));
    svc_log_end(&line);
}

void svc_job_end_late(svc_job *job, svc_job_stage stage)
{
    svc_pool *pool = &job->work->pool;

    switch (svc_job_state_of(stage)) {
    case SVC_JOB_NEW:
        svc_job_refuse(job, stage, SVC_REFUSE_LATE_TO_ARRIVE);
        break;
    case SVC_JOB_ENTERING:
        svc_job_refuse(job, stage, SVC_REFUSE_FULL);
        break;
    case SVC_JOB_QUEUED:
        svc_job_refuse(job, stage, SVC_REFUSE_LATE_IN_QUEUE);
        break;
    default:
        if (svc_job_refuse(job, stage, SVC_REFUSE_LATE_AT_WORK) &&
            svc_pool_give_up(pool, job->worker, job)) {
            log_stuck(job);
        }
    }
}
