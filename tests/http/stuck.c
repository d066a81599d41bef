/*
 * Workers that do not come back: a server whose api_handle hangs on requests with an id that begins
 * with "stuck", until they are released.
 */
#include "../unit/unit.h"

#include "config.h"
#include "heartbeat.h"
#include "listen.h"
#include "server.h"

#include <curl/curl.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define PAGE "<title>Rain</title><h1>Rain</h1><p>After nine dry weeks the first rain fell."

static atomic_bool released;

void __real_api_handle(const api_context *context, const api_route *route,
                       const api_request *request, api_response *out);
void __wrap_api_handle(const api_context *context, const api_route *route,
                       const api_request *request, api_response *out);

static void nap(void)
{
    const struct timespec pause = {.tv_nsec = 10000000};

    nanosleep(&pause, NULL);
}

void __wrap_api_handle(const api_context *context, const api_route *route,
                       const api_request *request, api_response *out)
{
    while (strncmp(request->id, "stuck", 5) == 0 && !atomic_load(&released)) {
        nap();
    }
    /* What a stuck worker was given must still be there when it comes back. */
    __real_api_handle(context, route, request, out);
}

typedef struct {
    svc_server server;
    char url[96];
} fixture;

typedef struct {
    long status;
    json_t *body;
} reply;

static size_t collect(char *bytes, size_t size, size_t count, void *arg)
{
    FILE *out = arg;

    return fwrite(bytes, size, count, out);
}

/* Asks the server; body NULL: GET. */
static reply ask(const fixture *f, const char *path, const char *id, const char *body)
{
    char url[160];
    char id_header[64];
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    CURL *handle = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: text/html");
    reply r = {0, NULL};

    snprintf(url, sizeof(url), "%s%s", f->url, path);
    snprintf(id_header, sizeof(id_header), "X-Request-Id: %s", id);
    headers = curl_slist_append(headers, id_header);
    curl_easy_setopt(handle, CURLOPT_URL, url);
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, out);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT, 60L);
    if (body != NULL) {
        curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body);
    }
    if (curl_easy_perform(handle) == CURLE_OK) {
        curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &r.status);
    }
    fclose(out);
    r.body = json_loadb(text, length, 0, NULL);
    free(text);
    curl_slist_free_all(headers);
    curl_easy_cleanup(handle);
    return r;
}

static void assert_reply(reply r, long status, const char *member, const char *value)
{
    assert_int_equal(r.status, status);
    assert_string_equal(json_string_value(json_object_get(r.body, member)), value);
    json_decref(r.body);
}

static json_int_t stuck_workers(const fixture *f, long status)
{
    reply r = ask(f, "/livez", "probe", NULL);

    assert_int_equal(r.status, status);
    json_int_t stuck = json_integer_value(json_object_get(r.body, "workers_stuck"));

    json_decref(r.body);
    return stuck;
}

static int start(void **state)
{
    static char *environment[] = {"DANAD_LISTEN=127.0.0.1:0",  "DANAD_WORKERS=1",
                                  "DANAD_STUCK_WORKERS_MAX=2", "DANAD_PROCESS_TIMEOUT=100ms",
                                  "DANAD_LOG_LEVEL=error",     NULL};
    const svc_log log = {.fd = STDERR_FILENO, .level = SVC_LOG_ERROR};
    fixture *f = calloc(1, sizeof(*f));
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    *state = f;
    if (!svc_config_load(&config, environment, 0, NULL, error) ||
        !svc_server_start(&f->server, &config, &log, "0")) {
        return -1;
    }
    svc_listen_url(f->server.listen_fd, f->url, sizeof(f->url));
    return 0;
}

static int stop(void **state)
{
    fixture *f = *state;
    bool stopped = svc_server_stop(&f->server);

    free(f);
    return stopped ? 0 : -1;
}

static void a_stuck_worker_is_seen_and_replaced(void **state)
{
    fixture *f = *state;

    assert_int_equal(stuck_workers(f, 200), 0);
    assert_int_equal(svc_heartbeat(&f->server, 5000), SVC_HEART_BEATS);
    assert_reply(ask(f, "/v1/extract?include=text", "stuck-1", PAGE), 422, "code",
                 "processing-timeout");
    for (int i = 0; i < 200 && stuck_workers(f, 200) != 1; i++) {
        nap();
    }
    assert_int_equal(stuck_workers(f, 200), 1);
    assert_reply(ask(f, "/v1/extract?include=text", "a", PAGE), 200, "id", "a");
    assert_reply(ask(f, "/v1/extract?include=text", "stuck-2", PAGE), 422, "code",
                 "processing-timeout");
    for (int i = 0; i < 200 && atomic_load(&f->server.pool.stuck) != 2; i++) {
        nap();
    }
    assert_reply(ask(f, "/livez", "probe", NULL), 503, "status", "workers-stuck");
    assert_reply(ask(f, "/readyz", "probe", NULL), 503, "status", "workers-stuck");
    assert_int_equal(svc_heartbeat(&f->server, 5000), SVC_HEART_FAILS);
    assert_reply(ask(f, "/v1/extract?include=text", "b", PAGE), 200, "id", "b");
    atomic_store(&released, true);
    for (int i = 0; i < 500 && atomic_load(&f->server.pool.stuck) != 0; i++) {
        nap();
    }
    assert_int_equal(stuck_workers(f, 200), 0);
    assert_reply(ask(f, "/v1/extract?include=text", "c", PAGE), 200, "id", "c");
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
    for (int i = 0; i < 100 && heart == SVC_HEART_BEATS; i++) {
        heart = svc_heartbeat(&f->server, 200);
    }
    assert_int_equal(heart, SVC_HEART_FAILS);
    atomic_store(&released, true);
    assert_int_equal(svc_heartbeat(&f->server, 5000), SVC_HEART_BEATS);
    pthread_join(thread, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stuck_worker_is_seen_and_replaced),
        cmocka_unit_test(a_stuck_io_thread_is_seen),
    };

    curl_global_init(CURL_GLOBAL_DEFAULT);
    return cmocka_run_group_tests_name("http.stuck", tests, start, stop);
}
