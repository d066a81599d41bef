#include "work/job.h"

#include <stdlib.h>

#define TO(state) (1U << (state))

/* The transitions that there are, as bits; service/README.md says who takes them. */
static const unsigned transitions[] = {
    [SVC_JOB_NEW] = TO(SVC_JOB_ENTERING) | TO(SVC_JOB_ENDING),
    [SVC_JOB_ENTERING] = TO(SVC_JOB_QUEUED) | TO(SVC_JOB_ENDING),
    [SVC_JOB_QUEUED] = TO(SVC_JOB_RUNNING) | TO(SVC_JOB_ENDING),
    [SVC_JOB_RUNNING] = TO(SVC_JOB_FETCHING) | TO(SVC_JOB_ENDING),
    [SVC_JOB_FETCHING] = TO(SVC_JOB_QUEUED) | TO(SVC_JOB_ENDING),
    [SVC_JOB_ENDING] = TO(SVC_JOB_ENDED),
    [SVC_JOB_ENDED] = 0,
};

void svc_job_init(svc_job *job, const svc_job_kind *kind, svc_work *work, const char *request_id)
{
    *job = (svc_job){.kind = kind, .work = work, .request_id = request_id};
    atomic_init(&job->stage, SVC_JOB_NEW);
    atomic_init(&job->since_ms, 0.0);
    atomic_init(&job->waited_ms, -1.0);
}

svc_job_state svc_job_state_of(svc_job_stage stage)
{
    return (svc_job_state)(stage & ((1U << SVC_JOB_STATE_BITS) - 1));
}

bool svc_job_is(const svc_job *job, svc_job_state state)
{
    return svc_job_state_of(atomic_load(&job->stage)) == state;
}

bool svc_job_claim(svc_job *job, svc_job_stage *stage, svc_job_state to)
{
    svc_job_stage expected = *stage;
    svc_job_stage next = (((*stage >> SVC_JOB_STATE_BITS) + 1) << SVC_JOB_STATE_BITS) | to;

    if ((transitions[svc_job_state_of(*stage)] & TO(to)) == 0) {
        abort();
    }
    bool claimed = atomic_compare_exchange_strong(&job->stage, &expected, next);
    *stage = claimed ? next : *stage;
    return claimed;
}

bool svc_job_move(svc_job *job, svc_job_state from, svc_job_state to)
{
    svc_job_stage stage = atomic_load(&job->stage);

    return svc_job_state_of(stage) == from && svc_job_claim(job, &stage, to);
}
