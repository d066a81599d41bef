/* Metrics: the table of families, histograms, labels. */
#include "unit.h"

#include "base/version.h"
#include "common.h"
#include "http/observe.h"
#include "metrics/metric_table.h"
#include "system/process.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define THREADS 4
#define EACH    5000

/* All families with their public names and types. */
static const char *const known[][2] = {
    {"danad_build_info", "gauge"},
    {"danad_http_requests_total", "counter"},
    {"danad_http_request_duration_seconds", "histogram"},
    {"danad_http_requests_in_flight", "gauge"},
    {"danad_http_request_body_bytes", "histogram"},
    {"danad_connections", "gauge"},
    {"danad_queue_depth", "gauge"},
    {"danad_queue_capacity", "gauge"},
    {"danad_queue_wait_seconds", "histogram"},
    {"danad_workers", "gauge"},
    {"danad_workers_busy", "gauge"},
    {"danad_workers_stuck", "gauge"},
    {"danad_rejected_total", "counter"},
    {"danad_stage_duration_seconds", "histogram"},
    {"danad_documents_total", "counter"},
    {"danad_document_bytes", "histogram"},
    {"danad_input_encoding_total", "counter"},
    {"danad_fetch_total", "counter"},
    {"danad_render_total", "counter"},
    {"danad_renderer_up", "gauge"},
    {"danad_renderer_pages", "gauge"},
    {"process_cpu_seconds_total", "counter"},
    {"process_resident_memory_bytes", "gauge"},
    {"process_virtual_memory_bytes", "gauge"},
    {"process_open_fds", "gauge"},
    {"process_max_fds", "gauge"},
    {"process_start_time_seconds", "gauge"},
};

#define KNOWN (sizeof known / sizeof known[0])

static svc_metrics metrics;
static const svc_gauges gauges = {.version = "1.2.3",
                                  .requests_in_flight = 1,
                                  .connections = 2,
                                  .queue_depth = 3,
                                  .queue_capacity = 4,
                                  .workers = 5,
                                  .workers_busy = 6,
                                  .workers_stuck = 7,
                                  .renderer_up = 1,
                                  .renderer_pages = 8,
                                  .start_time_seconds = 1763713361.125};

static int begin(void **state)
{
    (void)state;
    return svc_metrics_init(&metrics) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    svc_metrics_destroy(&metrics);
    return 0;
}

/* The text, to be freed by the caller; its length must be correct. */
static char *written(bool openmetrics)
{
    size_t length = 0;
    char *text = svc_metric_table_write(&metrics, &gauges, openmetrics, &length);

    assert_non_null(text);
    assert_int_equal(strlen(text), length);
    return text;
}

static void expect_lines(bool openmetrics, const char *const *lines, size_t count)
{
    char *text = written(openmetrics);

    for (size_t i = 0; i < count; i++) {
        char line[256];
        snprintf(line, sizeof line, "\n%s\n", lines[i]);
        if (strstr(text, line) == NULL) {
            fail_msg("no line %s in\n%s", lines[i], text);
        }
    }
    free(text);
}

#define EXPECT(openmetrics, ...)                                                                   \
    do {                                                                                           \
        static const char *const lines[] = {__VA_ARGS__};                                          \
        expect_lines(openmetrics, lines, sizeof lines / sizeof lines[0]);                          \
    } while (0)

static void declares_each_family_once(void **state)
{
    char *text = written(false);
    char line[128];

    (void)state;
    for (size_t i = 0; i < KNOWN; i++) {
        snprintf(line, sizeof line, "# TYPE %s %s\n", known[i][0], known[i][1]);
        assert_int_equal(occurrences(text, line), 1);
        snprintf(line, sizeof line, "# HELP %s ", known[i][0]);
        assert_int_equal(occurrences(text, line), 1);
    }
    assert_int_equal(occurrences(text, "# TYPE "), KNOWN);
    assert_int_equal(occurrences(text, "# HELP "), KNOWN);
    free(text);
}

static void is_openmetrics_where_asked(void **state)
{
    char *text = written(true);

    (void)state;
    assert_int_equal(occurrences(text, "# TYPE "), KNOWN);
    assert_int_equal(occurrences(text, "# EOF"), 1);
    assert_string_equal(text + strlen(text) - 6, "# EOF\n");
    assert_null(strstr(text, "_total counter"));
    free(text);
    EXPECT(true, "# TYPE danad_http_requests counter", "# TYPE process_cpu_seconds counter",
           "# UNIT process_cpu_seconds seconds", "# UNIT danad_document_bytes bytes");

    char info[128];
    snprintf(info, sizeof info, "danad_build_info{version=\"1.2.3\",revision=\"%s\"} 1",
             svc_revision());
    expect_lines(true, (const char *const[]){info}, 1);
}

static void shows_gauges(void **state)
{
    (void)state;
    EXPECT(false, "danad_http_requests_in_flight 1", "danad_connections 2", "danad_queue_depth 3",
           "danad_queue_capacity 4", "danad_workers 5", "danad_workers_busy 6",
           "danad_workers_stuck 7", "process_start_time_seconds 1763713361.125");
}

/* A bound belongs to its bucket, and buckets are cumulative. */
static void fills_buckets(void **state)
{
    svc_metrics_queue_wait(&metrics, 1.0);
    svc_metrics_queue_wait(&metrics, 1.5);
    svc_metrics_queue_wait(&metrics, 0.0);
    svc_metrics_queue_wait(&metrics, -1.0);
    svc_metrics_queue_wait(&metrics, 10000.0);
    svc_metrics_queue_wait(&metrics, 10000.5);
    (void)state;
    EXPECT(false, "danad_queue_wait_seconds_bucket{le=\"0.001\"} 3",
           "danad_queue_wait_seconds_bucket{le=\"0.0025\"} 4",
           "danad_queue_wait_seconds_bucket{le=\"5.0\"} 4",
           "danad_queue_wait_seconds_bucket{le=\"10.0\"} 5",
           "danad_queue_wait_seconds_bucket{le=\"+Inf\"} 6", "danad_queue_wait_seconds_sum 20.003",
           "danad_queue_wait_seconds_count 6");
}

static void has_the_bounds_that_are_documented(void **state)
{
    static const char *const bounds[] = {"0.001", "0.0025", "0.005", "0.01", "0.025",
                                         "0.05",  "0.1",    "0.25",  "0.5",  "1.0",
                                         "2.5",   "5.0",    "10.0",  "+Inf"};
    char *text = written(false);
    char line[128];

    (void)state;
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        snprintf(line, sizeof line,
                 "\ndanad_http_request_duration_seconds_bucket{route=\"/v1/extract\",le=\"%s\"} ",
                 bounds[i]);
        assert_int_equal(occurrences(text, line), 1);
    }
    snprintf(line, sizeof line, "_duration_seconds_bucket{route=\"/v1/extract\"");
    assert_int_equal(occurrences(text, line), sizeof bounds / sizeof bounds[0]);
    free(text);
}

static void request(size_t route, const char *method, int status, const char *problem)
{
    const svc_request_facts facts = {.route = route,
                                     .method = method,
                                     .status = status,
                                     .problem = problem,
                                     .body_bytes = 5000,
                                     .duration_ms = 2.0};

    svc_metrics_request(&metrics, &facts);
}

static void counts_requests(void **state)
{
    size_t extract = api_route_index("/v1/extract");

    (void)state;
    assert_true(extract < api_route_count());
    request(extract, "POST", 200, NULL);
    request(extract, "POST", 200, NULL);
    request(extract, "POST", 503, "queue-full");
    request(extract, "POST", 0, NULL);
    request(extract, "BREW", 799, "not-implemented");
    request(api_route_index("/wp-login.php"), "GET", 404, "not-found");
    request((size_t)-1, "GET", 404, "not-found");
    EXPECT(false,
           "danad_http_requests_total{route=\"/v1/extract\",method=\"POST\",status=\"200\"} 2",
           "danad_http_requests_total{route=\"/v1/extract\",method=\"POST\",status=\"503\"} 1",
           "danad_http_requests_total{route=\"/v1/extract\",method=\"POST\",status=\"499\"} 1",
           "danad_http_requests_total{route=\"/v1/extract\",method=\"other\",status=\"other\"} 1",
           "danad_http_requests_total{route=\"other\",method=\"GET\",status=\"404\"} 2",
           "danad_http_request_duration_seconds_count{route=\"/v1/extract\"} 5",
           "danad_http_request_duration_seconds_count{route=\"other\"} 2",
           "danad_http_request_body_bytes_bucket{le=\"4096.0\"} 0",
           "danad_http_request_body_bytes_bucket{le=\"16384.0\"} 7",
           "danad_rejected_total{reason=\"queue-full\"} 1",
           "danad_rejected_total{reason=\"draining\"} 0");
}

/* Each status that danad answers has a label of its own. */
static void labels_statuses_by_their_numbers(void **state)
{
    static const int statuses[] = {200, 204, 206, 304, 308, 400, 401, 403, 404, 405, 406,
                                   408, 409, 411, 412, 413, 414, 415, 416, 417, 421, 422,
                                   425, 429, 431, 499, 500, 501, 502, 503, 504, 505, 507};
    size_t extract = api_route_index("/v1/extract");

    (void)state;
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        char line[128];

        request(extract, "GET", statuses[i], NULL);
        snprintf(line, sizeof line,
                 "danad_http_requests_total{route=\"/v1/extract\",method=\"GET\",status=\"%d\"} 1",
                 statuses[i]);
        expect_lines(false, (const char *const[]){line}, 1);
    }
}

static void counts_documents(void **state)
{
    api_measures measures = {.result = API_DOCUMENT_EMPTY,
                             .stage_ms = {0.2, API_STAGE_NOT_RUN, 3.0, 0.0, API_STAGE_NOT_RUN},
                             .bytes = 1024,
                             .encoding = "windows-1256",
                             .encoding_source = "meta-late"};
    const api_measures none = {.result = API_DOCUMENT_NONE, .bytes = 5};

    (void)state;
    svc_metrics_document(&metrics, &measures);
    svc_metrics_document(&metrics, &none);
    measures.result = API_DOCUMENT_TIMEOUT;
    measures.encoding = "rot13";
    measures.encoding_source = NULL;
    svc_metrics_document(&metrics, &measures);
    EXPECT(false, "danad_documents_total{result=\"ok\"} 0",
           "danad_documents_total{result=\"empty\"} 1",
           "danad_documents_total{result=\"timeout\"} 1",
           "danad_document_bytes_bucket{le=\"1024.0\"} 2", "danad_document_bytes_sum 2048",
           "danad_input_encoding_total{encoding=\"windows-1256\",source=\"meta-late\"} 1",
           "danad_input_encoding_total{encoding=\"unknown\",source=\"unknown\"} 1",
           "danad_stage_duration_seconds_count{stage=\"decode\"} 2",
           "danad_stage_duration_seconds_count{stage=\"parse\"} 0",
           "danad_stage_duration_seconds_count{stage=\"headline\"} 2",
           "danad_stage_duration_seconds_bucket{stage=\"decode\",le=\"0.0001\"} 0",
           "danad_stage_duration_seconds_bucket{stage=\"decode\",le=\"0.00025\"} 2",
           "danad_stage_duration_seconds_count{stage=\"serialize\"} 0",
           "danad_stage_duration_seconds_sum{stage=\"extract\"} 0.006");
}

static void counts_renders(void **state)
{
    (void)state;
    svc_metrics_render(&metrics, "ok", 700.0);
    svc_metrics_render(&metrics, "crashed", 90.0);
    svc_metrics_render(&metrics, "elsewhere", 1.0);
    svc_metrics_render(&metrics, NULL, 1.0);
    EXPECT(false, "danad_render_total{result=\"ok\"} 1", "danad_render_total{result=\"crashed\"} 1",
           "danad_render_total{result=\"other\"} 2", "danad_render_total{result=\"hung\"} 0",
           "danad_renderer_up 1", "danad_renderer_pages 8",
           "danad_stage_duration_seconds_count{stage=\"render\"} 4");
}

static void counts_fetches(void **state)
{
    (void)state;
    svc_metrics_fetch(&metrics, "ok", 212.0);
    svc_metrics_fetch(&metrics, "dns", 1.0);
    svc_metrics_fetch(&metrics, "cosmic rays", 1.0);
    svc_metrics_fetch(&metrics, NULL, 1.0);
    EXPECT(false, "danad_fetch_total{result=\"ok\"} 1", "danad_fetch_total{result=\"dns\"} 1",
           "danad_fetch_total{result=\"other\"} 2", "danad_fetch_total{result=\"tls\"} 0",
           "danad_stage_duration_seconds_count{stage=\"fetch\"} 4",
           "danad_stage_duration_seconds_bucket{stage=\"fetch\",le=\"0.1\"} 3");
}

/* Every encoding and every way of finding it has its own label. */
static void names_all_encodings(void **state)
{
    (void)state;
    assert_null(api_encoding_name(metrics.encoding_count - 1));
    assert_non_null(api_encoding_name(metrics.encoding_count - 2));
    assert_null(api_encoding_source_name(metrics.source_count - 1));
    assert_string_equal(api_encoding_source_name(metrics.source_count - 2), "rendered");
    assert_string_equal(api_encoding_source_name(metrics.source_count - 3), "json");
}

static void *count_much(void *arg)
{
    (void)arg;
    for (int i = 0; i < EACH; i++) {
        svc_metrics_fetch(&metrics, "ok", 1.0);
        request(0, "POST", 200, "queue-full");
    }
    return NULL;
}

static void loses_nothing_between_threads(void **state)
{
    pthread_t threads[THREADS];

    (void)state;
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, count_much, NULL), 0);
    }
    for (int i = 0; i < 20; i++) {
        free(written(i % 2 == 0)); /* meanwhile */
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    EXPECT(false, "danad_fetch_total{result=\"ok\"} 20000",
           "danad_rejected_total{reason=\"queue-full\"} 20000",
           "danad_stage_duration_seconds_count{stage=\"fetch\"} 20000",
           "danad_stage_duration_seconds_sum{stage=\"fetch\"} 20");
}

static void knows_the_process(void **state)
{
    svc_process before;
    svc_process after;
    int ends[2];

    (void)state;
    svc_process_read(&before);
    assert_int_equal(pipe(ends), 0);
    svc_process_read(&after);
    assert_true(after.open_fds == before.open_fds + 2);
    assert_true(before.open_fds >= 3 && before.open_fds < before.max_fds);
    assert_true(before.resident_bytes > 1e5 && before.virtual_bytes > before.resident_bytes);
    assert_true(before.cpu_seconds >= 0 && after.cpu_seconds >= before.cpu_seconds);
    double age_s = (double)time(NULL) - svc_process_start_s();
    assert_true(age_s > -1.0 && age_s < 600.0);
    close(ends[0]);
    close(ends[1]);
}

static void writes_server_timing(void **state)
{
    char timing[SVC_TIMING_SIZE];
    const api_measures none = {.result = API_DOCUMENT_NONE};
    const api_measures some = {.result = API_DOCUMENT_OK,
                               .stage_ms = {1.0, 0.0004, API_STAGE_NOT_RUN, 2.5, 1e6}};

    (void)state;
    svc_observe_timing(-1.0, -1.0, &none, timing);
    assert_string_equal(timing, "");
    svc_observe_timing(0.25, -1.0, &none, timing);
    assert_string_equal(timing, "queue;dur=0.250");
    svc_observe_timing(0.25, 212.0, &some, timing);
    assert_string_equal(timing, "queue;dur=0.250, fetch;dur=212.000, decode;dur=1.000, "
                                "parse;dur=0.000, headline;dur=2.500, serialize;dur=1000000.000");
}

static void names_hosts(void **state)
{
    static const char *const hosts[][2] = {
        {"http://a.example/x?q=1", "a.example"},
        {"https://a.example:8443", "a.example"},
        {"http://u:p@a.example:1/x", "a.example"},
        {"http://a@b@c.example?x@y", "c.example"},
        {"http://[2001:db8::1]:80/", "[2001:db8::1]"},
        {"a.example", ""},
        {"http://", ""},
        {"", ""},
        {"http://a.example#@b.example", "a.example"},
    };
    char host[16];

    (void)state;
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        char name[64];
        svc_observe_host(hosts[i][0], name, sizeof name);
        assert_string_equal(name, hosts[i][1]);
    }
    svc_observe_host("http://a-name-that-is-too-long.example/", host, sizeof host);
    assert_string_equal(host, "a-name-that-is-");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(declares_each_family_once, begin, end),
        cmocka_unit_test_setup_teardown(is_openmetrics_where_asked, begin, end),
        cmocka_unit_test_setup_teardown(shows_gauges, begin, end),
        cmocka_unit_test_setup_teardown(fills_buckets, begin, end),
        cmocka_unit_test_setup_teardown(has_the_bounds_that_are_documented, begin, end),
        cmocka_unit_test_setup_teardown(counts_requests, begin, end),
        cmocka_unit_test_setup_teardown(labels_statuses_by_their_numbers, begin, end),
        cmocka_unit_test_setup_teardown(counts_documents, begin, end),
        cmocka_unit_test_setup_teardown(counts_fetches, begin, end),
        cmocka_unit_test_setup_teardown(counts_renders, begin, end),
        cmocka_unit_test_setup_teardown(names_all_encodings, begin, end),
        cmocka_unit_test_setup_teardown(loses_nothing_between_threads, begin, end),
        cmocka_unit_test(knows_the_process),
        cmocka_unit_test(writes_server_timing),
        cmocka_unit_test(names_hosts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
