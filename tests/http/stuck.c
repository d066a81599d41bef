/*
 * Workers that do not come back: a server whose api_handle hangs on requests with an id that begins
 * with "stuck", and api_item_answer on items that hold it, until they are released.
 */
#include "inside.h"

#include "http/observe.h"
#include "server/heartbeat.h"

#include "api/batch.h"

#include <curl/curl.h>
#include <pthread.h>

static atomic_bool released;

void __real_api_handle(const api_context *context, const api_route *route,
                       const api_request *request, api_response *out);
void __wrap_api_handle(const api_context *context, const api_route *route,
                       const api_request *request, api_response *out);

void __wrap_api_handle(const api_context *context, const api_route *route,
                       const api_request *request, api_response *out)
{
    while (strncmp(request->id, "stuck", 5) == 0 && !atomic_load(&released)) {
        nap();
    }
    /* What a stuck worker was given must still be there when it comes back. */
    __real_api_handle(context, route, request, out);
}

void __real_api_item_answer(const api_context *context, const api_defaults *defaults,
                            const api_item *item, api_response *out);
void __wrap_api_item_answer(const api_context *context, const api_defaults *defaults,
                            const api_item *item, api_response *out);

void __wrap_api_item_answer(const api_context *context, const api_defaults *defaults,
                            const api_item *item, api_response *out)
{
    while (memmem(item->json, item->length, "stuck", 5) != NULL && !atomic_load(&released)) {
        nap();
    }
    __real_api_item_answer(context, defaults, item, out);
}

static json_int_t stuck_workers(const fixture *f, long status)
{
    reply r = ask(f, "/livez", "probe", NULL);

    assert_int_equal(r.status, status);
    json_int_t stuck = json_integer_value(json_object_get(r.body, "workers_stuck"));

    json_decref(r.body);
    return stuck;
}

/* Checks a line of what /metrics says, within some time. */
static void assert_metric(fixture *f, const char *line)
{
    bool found = false;

    for (int i = 0; i < NAPS_MAX && !found; i++) {
        size_t length;
        char *text = svc_observe_metrics(&f->server.http, false, &length);
        assert_non_null(text);
        found = strstr(text, line) != NULL;
        free(text);
        nap();
    }
    if (!found) {
        fail_msg("never said: %s", line);
    }
}

static int start(void **state)
{
    static char *environment[] = {"DANAD_LISTEN=127.0.0.1:0",
                                  "DANAD_WORKERS=1",
                                  "DANAD_STUCK_WORKERS_MAX=2",
                                  "DANAD_PROCESS_TIMEOUT=2s",
                                  "DANAD_QUEUE_TIMEOUT=60s",
                                  "DANAD_LOG_LEVEL=error",
                                  NULL};

    return inside_start(state, environment);
}

static void a_stuck_worker_is_seen_and_replaced(void **state)
{
    fixture *f = *state;

    assert_int_equal(stuck_workers(f, 200), 0);
    assert_int_equal(svc_heartbeat(&f->server, 5000), SVC_HEART_BEATS);
    assert_reply(ask(f, "/v1/extract?include=text", "stuck-1", PAGE), 422, "code",
                 "processing-timeout");
    for (int i = 0; i < NAPS_MAX && stuck_workers(f, 200) != 1; i++) {
        nap();
    }
    assert_int_equal(stuck_workers(f, 200), 1);
    assert_metric(f, "\ndanad_workers_stuck 1\n");
    assert_metric(f, "\ndanad_workers_busy 0\n");
    assert_reply(ask(f, "/v1/extract?include=text", "a", PAGE), 200, "id", "a");
    assert_reply(ask(f, "/v1/extract?include=text", "stuck-2", PAGE), 422, "code",
                 "processing-timeout");
    for (int i = 0; i < NAPS_MAX && atomic_load(&f->server.http.work.pool.stuck) != 2; i++) {
        nap();
    }
    assert_reply(ask(f, "/livez", "probe", NULL), 503, "status", "workers-stuck");
    assert_reply(ask(f, "/readyz", "probe", NULL), 503, "status", "workers-stuck");
    assert_int_equal(svc_heartbeat(&f->server, 5000), SVC_HEART_FAILS);
    assert_reply(ask(f, "/v1/extract?include=text", "b", PAGE), 200, "id", "b");
    atomic_store(&released, true);
    for (int i = 0; i < NAPS_MAX && atomic_load(&f->server.http.work.pool.stuck) != 0; i++) {
        nap();
    }
    assert_int_equal(stuck_workers(f, 200), 0);
    assert_reply(ask(f, "/v1/extract?include=text", "c", PAGE), 200, "id", "c");
    assert_metric(f, "\ndanad_workers_stuck 0\n");
    assert_metric(f, "\ndanad_workers_busy 0\n");
    assert_metric(f, "{route=\"/v1/extract\",method=\"POST\",status=\"422\"} 2\n");
}

/* Probes are answered on the I/O thread, which hangs with this one until it is released. */
static void *hang_io_thread(void *arg)
{
    reply r = ask(arg, "/livez", "stuck-io", NULL);

    json_decref(r.body);
    return NULL;
}

static void a_stuck_io_thread_is_seen(void **state)
{
    fixture *f = *state;
    pthread_t thread;
    svc_heart heart = SVC_HEART_BEATS;

    atomic_store(&released, false);
    assert_int_equal(pthread_create(&thread, NULL, hang_io_thread, f), 0);
    for (int i = 0; i < NAPS_MAX && heart == SVC_HEART_BEATS; i++) {
        nap(); /* the request may take a while to arrive on a busy machine */
        heart = svc_heartbeat(&f->server, 200);
    }
    assert_int_equal(heart, SVC_HEART_FAILS);
    atomic_store(&released, true);
    assert_int_equal(svc_heartbeat(&f->server, 5000), SVC_HEART_BEATS);
    pthread_join(thread, NULL);
}

static const char *item_text(const json_t *body, size_t index, const char *member)
{
    const json_t *item = json_array_get(json_object_get(body, "results"), index);

    return json_string_value(json_object_get(json_object_get(item, "problem"), member));
}

static void a_stuck_item_is_answered_and_the_others_too(void **state)
{
    static const char batch[] =
        "{\"include\":[],\"items\":[{\"id\":\"a\",\"html\":\"a\"},"
        "{\"id\":\"stuck\",\"html\":\"b\"},{\"html\":\"c\"},{\"html\":\"d\"}]}";
    const fixture *f = *state;

    atomic_store(&released, false);
    reply r = ask(f, "/v1/extract/batch", "batch", batch);

    assert_int_equal(r.status, 200);
    assert_string_equal(item_text(r.body, 1, "code"), "processing-timeout");
    json_t *summary = json_object_get(r.body, "summary");

    assert_int_equal(json_integer_value(json_object_get(summary, "ok")), 3);
    assert_int_equal(json_integer_value(json_object_get(summary, "failed")), 1);
    json_t *item = json_array_get(json_object_get(r.body, "results"), 1);

    assert_string_equal(json_string_value(json_object_get(item, "id")), "stuck");
    json_decref(r.body);
    for (int i = 0; i < NAPS_MAX && atomic_load(&f->server.http.work.pool.stuck) != 1; i++) {
        nap();
    }
    assert_int_equal(stuck_workers(f, 200), 1);
    /* The batch is over; its worker comes back to what it was given all the same. */
    atomic_store(&released, true);
    for (int i = 0; i < NAPS_MAX && atomic_load(&f->server.http.work.pool.stuck) != 0; i++) {
        nap();
    }
    assert_int_equal(stuck_workers(f, 200), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stuck_worker_is_seen_and_replaced),
        cmocka_unit_test(a_stuck_io_thread_is_seen),
        cmocka_unit_test(a_stuck_item_is_answered_and_the_others_too),
    };

    curl_global_init(CURL_GLOBAL_DEFAULT);
    return cmocka_run_group_tests_name("http.stuck", tests, start, inside_stop);
}
