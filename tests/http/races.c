/*
 * Steps of two threads that cross, in the order that hurts: functions of the server are wrapped, so
 * that one of them waits until the other is where it must not be overtaken.
 */
#include "inside.h"

#include "work/batch_internal.h"

#include <curl/curl.h>
#include <pthread.h>

static const char page_url[] = "/v1/extract?include=text&url=http://a.example/";

static struct {
    atomic_bool released; /* "stuck" may go on */
    atomic_bool decided;  /* the reaper is about to end what takes too long */
    atomic_bool requeued; /* what was fetched is in the queue again */
    atomic_bool again;    /* and a worker has begun with it, or with what waited too long */
    atomic_bool ended;    /* the reaper has ended it, or not */
    atomic_bool ordered;  /* a page was ordered */
    atomic_bool hold;     /* whoever orders a page waits behind that for `ended` */
    atomic_bool fills;    /* the queue has no room for a page that comes */
    atomic_bool full;     /* nor for anything */
    atomic_bool slow;     /* the input of a batch takes a while to make */
    atomic_bool came;     /* it was made */
    atomic_bool gone;     /* the queue was freed */
    atomic_bool asked;    /* and was asked for room then */
    atomic_size_t before; /* bytes in memory when the page came, and when it was dealt with */
    atomic_size_t after;
} at;

static void forget_all(void)
{
    memset(&at, 0, sizeof(at));
}

/* --- what is wrapped */

/* It looks twenty times a second. */
static void nap_while_the_reaper_looks(void)
{
    for (int i = 0; i < 20; i++) {
        nap();
    }
}

void __real_api_handle(const api_context *context, const api_route *route,
                       const api_request *request, api_response *out);
void __wrap_api_handle(const api_context *context, const api_route *route,
                       const api_request *request, api_response *out);

void __wrap_api_handle(const api_context *context, const api_route *route,
                       const api_request *request, api_response *out)
{
    if (strcmp(request->id, "stuck") == 0) {
        comes(&at.released);
    }
    if (strcmp(request->id, "works-late") == 0 && request->fetched == NULL) {
        comes(&at.decided);
    }
    if (strcmp(request->id, "works-late") == 0 && request->fetched != NULL) {
        atomic_store(&at.again, true);
        comes(&at.ended);
    }
    if (strcmp(request->id, "taken-late") == 0) {
        atomic_store(&at.again, true);
        comes(&at.ended);
        nap_while_the_reaper_looks();
    }
    __real_api_handle(context, route, request, out);
    if (strcmp(request->id, "finds-no-room") == 0) {
        atomic_store(&at.full, true);
    }
}

svc_input *__real_svc_input_new(int fd, svc_wire_stream *body, const svc_input_settings *settings);
svc_input *__wrap_svc_input_new(int fd, svc_wire_stream *body, const svc_input_settings *settings);

svc_input *__wrap_svc_input_new(int fd, svc_wire_stream *body, const svc_input_settings *settings)
{
    if (atomic_load(&at.slow)) {
        nap_while_the_reaper_looks();
        atomic_store(&at.came, true);
    }
    return __real_svc_input_new(fd, body, settings);
}

bool __real_svc_job_claim(svc_job *job, svc_job_stage *stage, svc_job_state to);
bool __wrap_svc_job_claim(svc_job *job, svc_job_stage *stage, svc_job_state to);

/* Whether a job is in a state for the first time: as many transitions led to it as stand before it.
 */
static bool is_first(svc_job_stage stage, svc_job_state state)
{
    return svc_job_state_of(stage) == state && stage >> SVC_JOB_STATE_BITS == (unsigned)state;
}

/* The reaper ends a request; or it is too late for that, as something has gone on meanwhile. */
bool __wrap_svc_job_claim(svc_job *job, svc_job_stage *stage, svc_job_state to)
{
    const char *id = job->request_id;
    bool waited = strcmp(id, "waits-late") == 0 && is_first(*stage, SVC_JOB_QUEUED);
    bool worked = strcmp(id, "works-late") == 0 && is_first(*stage, SVC_JOB_RUNNING);
    bool taken = strcmp(id, "taken-late") == 0 && is_first(*stage, SVC_JOB_QUEUED);

    if (to != SVC_JOB_ENDING || !(waited || worked || taken)) {
        return __real_svc_job_claim(job, stage, to);
    }
    atomic_store(&at.decided, true);
    atomic_store(&at.released, true);
    comes(waited ? &at.requeued : &at.again);
    bool claimed = __real_svc_job_claim(job, stage, to);
    atomic_store(&at.ended, true);
    return claimed;
}

bool __real_svc_fetcher_submit(svc_fetcher *fetcher, const svc_fetch_order *order,
                               svc_fetch_done *done, void *arg);
bool __wrap_svc_fetcher_submit(svc_fetcher *fetcher, const svc_fetch_order *order,
                               svc_fetch_done *done, void *arg);

static size_t held_bytes(void);

/* Any page is there at once. */
bool __wrap_svc_fetcher_submit(svc_fetcher *fetcher, const svc_fetch_order *order,
                               svc_fetch_done *done, void *arg)
{
    svc_fetch_result result = {.outcome = SVC_FETCH_OK,
                               .reason = "ok",
                               .final_url = strdup(order->url),
                               .content_type = strdup("text/html"),
                               .body = strdup(PAGE),
                               .body_length = strlen(PAGE),
                               .status = 200};

    (void)fetcher;
    atomic_store(&at.ordered, true);
    atomic_store(&at.before, held_bytes());
    atomic_store(&at.full, atomic_load(&at.fills));
    done(&result, arg);
    atomic_store(&at.full, false);
    atomic_store(&at.after, held_bytes());
    atomic_store(&at.requeued, true);
    if (atomic_load(&at.hold)) {
        comes(&at.ended);
    }
    return true;
}

void __real_api_item_answer(const api_context *context, const api_defaults *defaults,
                            const api_item *item, api_response *out);
void __wrap_api_item_answer(const api_context *context, const api_defaults *defaults,
                            const api_item *item, api_response *out);

void __wrap_api_item_answer(const api_context *context, const api_defaults *defaults,
                            const api_item *item, api_response *out)
{
    if (memmem(item->json, item->length, "works-late", 10) != NULL && item->fetched == NULL) {
        comes(&at.decided);
    }
    __real_api_item_answer(context, defaults, item, out);
}

void __real_api_item_refuse(const api_context *context, const api_item *item, const char *code,
                            size_t limit, int retry_after_s, api_response *out);
void __wrap_api_item_refuse(const api_context *context, const api_item *item, const char *code,
                            size_t limit, int retry_after_s, api_response *out);

static void wait_for_worker(void);

/* The reaper writes the end of an item: now its worker is done with it after all. */
void __wrap_api_item_refuse(const api_context *context, const api_item *item, const char *code,
                            size_t limit, int retry_after_s, api_response *out)
{
    if (strcmp(code, "processing-timeout") == 0) {
        atomic_store(&at.decided, true);
        wait_for_worker();
    }
    __real_api_item_refuse(context, item, code, limit, retry_after_s, out);
}

svc_queue_status __real_svc_queue_reserve(svc_queue *queue);
svc_queue_status __wrap_svc_queue_reserve(svc_queue *queue);

svc_queue_status __wrap_svc_queue_reserve(svc_queue *queue)
{
    if (atomic_load(&at.gone)) {
        atomic_store(&at.asked, true);
        return SVC_QUEUE_CLOSED;
    }
    return atomic_load(&at.full) ? SVC_QUEUE_FULL : __real_svc_queue_reserve(queue);
}

void __real_svc_queue_destroy(svc_queue *queue);
void __wrap_svc_queue_destroy(svc_queue *queue);

void __wrap_svc_queue_destroy(svc_queue *queue)
{
    atomic_store(&at.gone, true);
    atomic_store(&at.full, false);
    __real_svc_queue_destroy(queue);
}

void __real_svc_reaper_stop(svc_server *server);
void __wrap_svc_reaper_stop(svc_server *server);

void __wrap_svc_reaper_stop(svc_server *server)
{
    __real_svc_reaper_stop(server);
    atomic_store(&at.full, false);
}

/* --- tests */

static fixture *running; /* for what is wrapped */

static size_t held_bytes(void)
{
    return atomic_load(&running->server.http.work.memory.held);
}

/* Until the one worker has nothing to do, or has ordered a page. */
static void wait_for_worker(void)
{
    for (int i = 0; i < NAPS_MAX && atomic_load(&running->server.http.work.pool.busy) > 0 &&
                    !atomic_load(&at.ordered);
         i++) {
        nap();
    }
}

static int start_with(void **state, char **environment)
{
    forget_all();
    int status = inside_start(state, environment);

    running = *state;
    return status;
}

/* Requests may work for long, and wait for a second only. */
static int start_impatient(void **state)
{
    static char *environment[] = {"DANAD_LISTEN=127.0.0.1:0",  "DANAD_WORKERS=1",
                                  "DANAD_PROCESS_TIMEOUT=60s", "DANAD_QUEUE_TIMEOUT=1s",
                                  "DANAD_LOG_LEVEL=error",     NULL};

    return start_with(state, environment);
}

/* They may wait for long, and work for seconds only. */
static int start_patient(void **state)
{
    static char *environment[] = {"DANAD_LISTEN=127.0.0.1:0", "DANAD_WORKERS=1",
                                  "DANAD_PROCESS_TIMEOUT=2s", "DANAD_QUEUE_TIMEOUT=60s",
                                  "DANAD_LOG_LEVEL=error",    NULL};

    return start_with(state, environment);
}

/* Asks a question that keeps the one worker, and another that waits behind it. */
static void ask_both(fixture *f, question questions[2])
{
    pthread_t threads[2];

    assert_int_equal(pthread_create(&threads[0], NULL, ask_beside, &questions[0]), 0);
    assert_true(comes_to_work(f, 1));
    assert_int_equal(pthread_create(&threads[1], NULL, ask_beside, &questions[1]), 0);
    for (size_t i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* It has waited as long as it may, but was begun with: neither it nor its worker took too long. */
static void a_request_that_is_taken_at_its_deadline_is_worked_on(void **state)
{
    fixture *f = *state;
    question questions[] = {
        {.server = f, .path = "/v1/extract", .id = "stuck", .body = PAGE},
        {.server = f, .path = "/v1/extract?include=text", .id = "taken-late", .body = PAGE},
    };

    ask_both(f, questions);
    assert_true(atomic_load(&at.decided));
    assert_reply(questions[1].answer, 200, "id", "taken-late");
    assert_int_equal(atomic_load(&f->server.http.work.pool.stuck), 0);
    json_decref(questions[0].answer.body);
}

/* It waited for too long, was taken and fetched at that moment, and waits anew: not for long yet.
 */
static void a_request_that_waits_again_has_not_waited_too_long(void **state)
{
    fixture *f = *state;
    question questions[] = {
        {.server = f, .path = "/v1/extract", .id = "stuck", .body = PAGE},
        {.server = f, .path = page_url, .id = "waits-late"},
    };

    atomic_store(&at.hold, true);
    ask_both(f, questions);
    assert_true(atomic_load(&at.decided));
    assert_reply(questions[1].answer, 200, "id", "waits-late");
    json_decref(questions[0].answer.body);
}

/* It worked for too long, was done at that moment, fetched, and is at work anew. */
static void a_request_that_works_again_has_not_worked_too_long(void **state)
{
    fixture *f = *state;

    assert_reply(ask(f, page_url, "works-late", NULL), 200, "id", "works-late");
    assert_true(atomic_load(&at.ended));
    assert_int_equal(atomic_load(&f->server.http.work.pool.stuck), 0);
}

/* Once the reaper has it, its worker has no say any more: neither is it fetched for nobody, nor is
 * a worker given up that has come to its end. */
static void an_item_that_is_ended_stays_so(void **state)
{
    fixture *f = *state;
    reply r = ask(f, "/v1/extract/batch", "batch",
                  "{\"items\":[{\"url\":\"http://a.example/works-late\"}]}");
    const json_t *item = json_array_get(json_object_get(r.body, "results"), 0);
    const json_t *code = json_object_get(json_object_get(item, "problem"), "code");

    assert_false(atomic_load(&at.ordered));
    assert_int_equal(atomic_load(&f->server.http.work.pool.stuck), 0);
    assert_int_equal(r.status, 200);
    assert_string_equal(json_string_value(code), "processing-timeout");
    json_decref(r.body);
}

/* The queue fills up while the page is fetched: it is not kept until the batch is over. And a
 * problem in a result is what it is, whatever status refused requests have. */
static int start_full(void **state)
{
    static char *environment[] = {"DANAD_LISTEN=127.0.0.1:0", "DANAD_WORKERS=1",
                                  "DANAD_OVERLOAD_STATUS=429", "DANAD_LOG_LEVEL=error", NULL};

    return start_with(state, environment);
}

static void a_page_that_finds_no_room_is_dropped(void **state)
{
    fixture *f = *state;

    atomic_store(&at.fills, true);
    reply r = ask(f, "/v1/extract/batch", "batch", "{\"items\":[{\"url\":\"http://a.example/\"}]}");
    const json_t *item = json_array_get(json_object_get(r.body, "results"), 0);
    const json_t *problem = json_object_get(item, "problem");

    assert_int_equal(r.status, 200);
    assert_int_equal(json_integer_value(json_object_get(item, "status")), 503);
    assert_int_equal(json_integer_value(json_object_get(problem, "status")), 503);
    assert_string_equal(json_string_value(json_object_get(problem, "code")), "queue-full");
    assert_true(comes(&at.requeued));
    assert_int_equal(atomic_load(&at.after), atomic_load(&at.before));
    json_decref(r.body);
}

/* A batch that is longer than a body may be is read as it comes. */
static int start_small(void **state)
{
    static char *environment[] = {"DANAD_LISTEN=127.0.0.1:0",
                                  "DANAD_WORKERS=1",
                                  "DANAD_MAX_BODY_BYTES=1024",
                                  "DANAD_PROCESS_TIMEOUT=60s",
                                  "DANAD_QUEUE_TIMEOUT=60s",
                                  "DANAD_LOG_LEVEL=error",
                                  NULL};

    return start_with(state, environment);
}

/* The reaper finds a batch whose input is not there yet: it is not one whose items are over. */
static void a_batch_has_its_items_whenever_it_is_looked_at(void **state)
{
    static const char batch[] =
        "{\"items\":[{\"html\":\"%s\"},{\"html\":\"%s\"},{\"html\":\"%s\"}]}";
    char text[601];
    char body[2000];
    fixture *f = *state;

    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    snprintf(body, sizeof body, batch, text, text, text);
    atomic_store(&at.slow, true);
    reply r = ask(f, "/v1/extract/batch", "batch", body);

    assert_int_equal(r.status, 200);
    assert_true(atomic_load(&at.came));
    assert_int_equal(json_array_size(json_object_get(r.body, "results")), 3);
    json_decref(r.body);
}

/* A limit that two requests at once are within, and neither a batch of three. */
static int start_limited(void **state)
{
    static char *environment[] = {"DANAD_LISTEN=127.0.0.1:0",  "DANAD_WORKERS=1",
                                  "DANAD_RATE_LIMIT=0.001",    "DANAD_RATE_BURST=3",
                                  "DANAD_PROCESS_TIMEOUT=60s", "DANAD_QUEUE_TIMEOUT=60s",
                                  "DANAD_LOG_LEVEL=error",     NULL};

    return start_with(state, environment);
}

/* Both are let in by their heads, as their items are not known then. */
static void of_two_batches_at_once_one_is_over_the_limit(void **state)
{
    static const char batch[] = "{\"items\":[{\"html\":\"a\"},{\"html\":\"b\"},{\"html\":\"c\"}]}";
    fixture *f = *state;
    pthread_t threads[3];
    question questions[] = {
        {.server = f, .path = "/v1/extract", .id = "stuck", .body = PAGE},
        {.server = f, .path = "/v1/extract/batch", .id = "one", .body = batch},
        {.server = f, .path = "/v1/extract/batch", .id = "other", .body = batch},
    };

    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, ask_beside, &questions[i]), 0);
        assert_true(i > 0 || comes_to_work(f, 1));
    }
    for (int i = 0; i < NAPS_MAX && svc_queue_depth(&f->server.http.work.pool.queue) < 2; i++) {
        nap();
    }
    atomic_store(&at.released, true);
    for (size_t i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    assert_int_equal(questions[1].answer.status + questions[2].answer.status, 200 + 429);
    for (size_t i = 0; i < 3; i++) {
        json_decref(questions[i].answer.body);
    }
}

static bool a_batch_waits(fixture *f)
{
    bool waits = false;

    pthread_mutex_lock(&f->server.http.batches.mutex);
    svc_batch *b = f->server.http.batches.first;
    if (b != NULL) {
        pthread_mutex_lock(&b->mutex);
        waits = b->waiting;
        pthread_mutex_unlock(&b->mutex);
    }
    pthread_mutex_unlock(&f->server.http.batches.mutex);
    return waits;
}

/*
 * The server stops while a batch waits for room in the queue, and the reaper, which would have it
 * go on, does not come to it: its connection is suspended, which libmicrohttpd must not find.
 */
static void the_end_finds_no_batch_that_waits(void **state)
{
    fixture *f = *state;
    pthread_t thread;
    question q = {.server = f,
                  .path = "/v1/extract/batch",
                  .id = "finds-no-room",
                  .body = "{\"items\":[{\"html\":\"a\"}]}"};

    assert_int_equal(pthread_create(&thread, NULL, ask_beside, &q), 0);
    for (int i = 0; i < NAPS_MAX && !a_batch_waits(f); i++) {
        nap();
    }
    assert_true(a_batch_waits(f));
    assert_int_equal(inside_stop(state), 0);
    pthread_join(thread, NULL);
    json_decref(q.answer.body);
    assert_true(atomic_load(&at.gone));
    assert_false(atomic_load(&at.asked));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_request_that_is_taken_at_its_deadline_is_worked_on,
                                        start_impatient, inside_stop),
        cmocka_unit_test_setup_teardown(a_request_that_waits_again_has_not_waited_too_long,
                                        start_impatient, inside_stop),
        cmocka_unit_test_setup_teardown(a_request_that_works_again_has_not_worked_too_long,
                                        start_patient, inside_stop),
        cmocka_unit_test_setup_teardown(an_item_that_is_ended_stays_so, start_patient, inside_stop),
        cmocka_unit_test_setup_teardown(a_page_that_finds_no_room_is_dropped, start_full,
                                        inside_stop),
        cmocka_unit_test_setup_teardown(a_batch_has_its_items_whenever_it_is_looked_at, start_small,
                                        inside_stop),
        cmocka_unit_test_setup_teardown(of_two_batches_at_once_one_is_over_the_limit, start_limited,
                                        inside_stop),
        cmocka_unit_test_setup(the_end_finds_no_batch_that_waits, start_patient),
    };

    curl_global_init(CURL_GLOBAL_DEFAULT);
    return cmocka_run_group_tests_name("http.races", tests, NULL, NULL);
}
