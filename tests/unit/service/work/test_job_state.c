/* The states of a job: which transitions there are, and who wins where two threads want one. */
#include "unit.h"

#include "work/job.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define STATES   (SVC_JOB_ENDED + 1)
#define THREADS  4
#define ATTEMPTS 2000

/* As in service/README.md: a row for each state before, a column for each after. */
static const char *const table[STATES] = {
    [SVC_JOB_NEW] = "-E---X-",     [SVC_JOB_ENTERING] = "--Q--X-", [SVC_JOB_QUEUED] = "---R-X-",
    [SVC_JOB_RUNNING] = "----FX-", [SVC_JOB_FETCHING] = "--Q--X-", [SVC_JOB_ENDING] = "------E",
    [SVC_JOB_ENDED] = "-------",
};

/* A stage of a state that a job has not come to. */
static svc_job_stage any_stage(svc_job *job, svc_job_state state)
{
    svc_job_init(job, NULL, NULL, "id");
    atomic_store(&job->stage, (svc_job_stage)state);
    return (svc_job_stage)state;
}

/* Whether a transition ends the process. */
static bool is_fatal(svc_job_state from, svc_job_state to)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        svc_job job;
        svc_job_stage stage = any_stage(&job, from);
        signal(SIGABRT, SIG_DFL);
        svc_job_claim(&job, &stage, to);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void knows_its_transitions(void **state)
{
    (void)state;
    for (int from = 0; from < STATES; from++) {
        for (int to = 0; to < STATES; to++) {
            bool allowed = table[from][to] != '-';
            if (is_fatal((svc_job_state)from, (svc_job_state)to) == allowed) {
                fail_msg("from %d to %d", from, to);
            }
        }
    }
}

/* A job that is fetched is queued and worked on twice, in stages that are not the same. */
static void tells_the_second_time_from_the_first(void **state)
{
    static const svc_job_state way[] = {SVC_JOB_ENTERING, SVC_JOB_QUEUED, SVC_JOB_RUNNING,
                                        SVC_JOB_FETCHING, SVC_JOB_QUEUED, SVC_JOB_RUNNING};
    svc_job_stage stages[sizeof way / sizeof way[0]];
    svc_job job;

    (void)state;
    svc_job_init(&job, NULL, NULL, "id");
    svc_job_stage stage = atomic_load(&job.stage);
    for (size_t i = 0; i < sizeof way / sizeof way[0]; i++) {
        assert_true(svc_job_claim(&job, &stage, way[i]));
        assert_int_equal(svc_job_state_of(stage), way[i]);
        stages[i] = stage;
    }
    assert_true(svc_job_is(&job, SVC_JOB_RUNNING));
    stage = stages[2];
    assert_false(svc_job_claim(&job, &stage, SVC_JOB_ENDING));
    assert_int_equal(stage, stages[2]);
    assert_false(svc_job_move(&job, SVC_JOB_QUEUED, SVC_JOB_ENDING));
    assert_true(svc_job_move(&job, SVC_JOB_RUNNING, SVC_JOB_ENDING));
}

static svc_job contested;
static atomic_uint winners;
static pthread_barrier_t barrier;

static void *want_to_end_it(void *arg)
{
    (void)arg;
    for (int i = 0; i < ATTEMPTS; i++) {
        pthread_barrier_wait(&barrier);
        atomic_fetch_add(&winners, svc_job_move(&contested, SVC_JOB_QUEUED, SVC_JOB_ENDING));
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
            any_stage(&contested, SVC_JOB_QUEUED);
        }
    }
    return NULL;
}

static void has_one_winner(void **state)
{
    pthread_t threads[THREADS];

    (void)state;
    any_stage(&contested, SVC_JOB_QUEUED);
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, want_to_end_it, NULL), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_barrier_destroy(&barrier);
    assert_int_equal(atomic_load(&winners), ATTEMPTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_its_transitions),
        cmocka_unit_test(tells_the_second_time_from_the_first),
        cmocka_unit_test(has_one_winner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
