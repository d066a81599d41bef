/*
 * What a default request costs without a server: core alone, with all that its answer needs (the
 * bytes decoded, `auto`, text, ranges, counts, language, headline); the API with the same page, raw
 * and as JSON, which writes the answer besides; and core and the API raw, by a thread that sleeps
 * between two pages, which another one brings: what a server on this machine cannot go below. For
 * wire.py, beside requests with that page.
 *   bench_page FILE ROUNDS          prints milliseconds of CPU a page, as JSON; the best of several
 *                                   turns
 *   bench_page FILE ROUNDS WAY      one way alone, for a profiler: core, raw, json, core_woken or
 * woken
 */
#include "api/api.h"
#include "common.h"
#include "dana/decode.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "dana/language.h"
#include "dana/text.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Turns in which the ways are measured one after the other. */
#define TURNS 5

/* How long the thread that is woken sleeps between two pages. */
#define PAUSE_NS 200000L

/* A page in one way in. */
typedef struct {
    const char *name;
    const char *content_type; /* NULL: core alone */
    const char *bytes;
    size_t length;
    double best_ms;
    bool woken; /* by a thread that sleeps meanwhile */
} way;

/* A page for the thread that is woken. */
typedef struct {
    way of;
    sem_t came;
    sem_t done;
    long rounds;
    double ms; /* of CPU a page */
} delivery;

/* Results, so that the compiler cannot remove the work. */
static size_t output_bytes;

static void stop(const char *what)
{
    fprintf(stderr, "bench_page: %s\n", what);
    exit(1);
}

static void check(dana_status status, const dana_error *err)
{
    if (status != DANA_OK) {
        stop(err->message);
    }
}

/* What the answer says of the content. */
static void describe(dana_page *page, const dana_result *result, dana_view text)
{
    dana_error err;
    dana_language language;
    const dana_range *ranges;
    size_t count;

    check(dana_result_ranges(page, result, &ranges, &count, &err), &err);
    check(dana_find_language(page, result->scan, text, &language, &err), &err);
    output_bytes += count + language.tag.length + dana_count_words(text) +
                    dana_count_code_points(text) + (size_t)dana_text_direction(text);
}

static void find(dana_page *page)
{
    dana_params params;
    dana_result result;
    dana_headline headline;
    dana_view text;
    dana_view title = {"", 0};
    dana_error err;
    const dana_algorithm *algorithm = dana_algorithm_default(DANA_KIND_CONTENT);

    dana_params_defaults(algorithm, &params);
    check(dana_extract(page, algorithm, &params, &result, &err), &err);
    check(dana_render_plain(page, &result, &text, &err), &err);
    algorithm = dana_algorithm_default(DANA_KIND_HEADLINE);
    dana_params_defaults(algorithm, &params);
    check(dana_find_headline(page, algorithm, &params, false, &headline, &err), &err);
    if (headline.found) {
        check(dana_render_span(page, headline.headline.span, &title, &err), &err);
    }
    describe(page, &result, text);
    output_bytes += text.length + title.length;
}

static void run_core(const way *w)
{
    dana_decoded decoded = {.name = NULL};
    dana_page *page;
    dana_error err;

    check(dana_decode(w->bytes, w->length, (dana_view){NULL, 0}, DANA_SOURCE_MAX, NULL, &decoded,
                      &err),
          &err);
    check(dana_page_open(decoded.text.data, decoded.text.length, 0, NULL, &page, &err), &err);
    find(page);
    dana_page_close(page);
    dana_decoded_clear(&decoded);
}

static double now_ms(void)
{
    return now_s() * 1e3;
}

static void run_api(const way *w)
{
    static const api_context context = {.version = "0.0.0",
                                        .max_body_bytes = 1 << 30,
                                        .max_attributes = 512,
                                        .max_depth = 1024,
                                        .max_nodes = 1000000,
                                        .max_lines = 200000,
                                        .now_ms = now_ms};
    const api_request request = {.id = "00000000-0000-0000-0000-000000000000",
                                 .method = "POST",
                                 .path = "/v1/extract",
                                 .content_type = w->content_type,
                                 .content_length = (long long)w->length,
                                 .body = w->bytes,
                                 .body_length = w->length};
    api_response response;
    const api_route *route = api_route_head(&context, &request, &response);

    if (route == NULL) {
        stop("the API refuses the request");
    }
    api_handle(&context, route, &request, &response);
    if (response.status != 200) {
        stop(response.body != NULL ? response.body : "no answer");
    }
    output_bytes += response.body_length;
    api_response_clear(&response);
}

static void run_once(const way *w)
{
    if (w->content_type == NULL) {
        run_core(w);
    } else {
        run_api(w);
    }
}

static double thread_ms(void)
{
    struct timespec used;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec * 1e3 + (double)used.tv_nsec / 1e6;
}

static void *work(void *arg)
{
    delivery *d = arg;
    double began_ms = thread_ms();

    for (long i = 0; i < d->rounds; i++) {
        sem_wait(&d->came);
        run_once(&d->of);
        sem_post(&d->done);
    }
    d->ms = (thread_ms() - began_ms) / (double)d->rounds;
    return NULL;
}

/* Brings the page again and again, each time in memory of its own, as a socket does. */
static double run_woken(const way *w, long rounds)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NS};
    delivery d = {.of = *w, .rounds = rounds};
    pthread_t thread;

    sem_init(&d.came, 0, 0);
    sem_init(&d.done, 0, 0);
    if (pthread_create(&thread, NULL, work, &d) != 0) {
        stop("no thread");
    }
    for (long i = 0; i < rounds; i++) {
        char *bytes = malloc(w->length + 1);
        if (bytes == NULL) {
            stop("no memory");
        }
        memcpy(bytes, w->bytes, w->length);
        bytes[w->length] = '\0';
        d.of.bytes = bytes;
        nanosleep(&pause, NULL);
        sem_post(&d.came);
        sem_wait(&d.done);
        free(bytes);
    }
    pthread_join(thread, NULL);
    sem_destroy(&d.came);
    sem_destroy(&d.done);
    return d.ms;
}

static double run_awake(const way *w, long rounds)
{
    double began_ms = thread_ms();

    for (long i = 0; i < rounds; i++) {
        run_once(w);
    }
    return (thread_ms() - began_ms) / (double)rounds;
}

static void run(way *w, long rounds)
{
    double took_ms = w->woken ? run_woken(w, rounds) : run_awake(w, rounds);

    w->best_ms = w->best_ms == 0.0 || took_ms < w->best_ms ? took_ms : w->best_ms;
}

/* Writes a page as the member of a request, with the escapes that clients use; `room` bytes are
 * enough: 6 a byte and 12. */
static size_t write_json(const char *bytes, size_t length, char *out, size_t room)
{
    static const char letters[128] = {
        ['"'] = '"', ['\\'] = '\\', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'};
    char *to = out + snprintf(out, room, "{\"html\":\"");

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];

        if (c < sizeof(letters) && letters[c] != 0) {
            *to++ = '\\';
            *to++ = letters[c];
        } else if (c < ' ') {
            to += snprintf(to, room - (size_t)(to - out), "\\u%04x", c);
        } else {
            *to++ = (char)c;
        }
    }
    to += snprintf(to, room - (size_t)(to - out), "\"}");
    return (size_t)(to - out);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 3 || argc == 4 ? fopen(argv[1], "rbe") : NULL;
    long rounds = file != NULL ? strtol(argv[2], NULL, 10) : 0;
    const char *only = argc == 4 ? argv[3] : NULL;

    if (rounds < 1) {
        stop("usage: bench_page FILE ROUNDS [WAY]");
    }
    char *bytes = malloc(DANA_SOURCE_MAX);
    size_t length = bytes != NULL ? fread(bytes, 1, DANA_SOURCE_MAX, file) : 0;
    char *json = malloc(6 * length + 16);

    fclose(file);
    if (json == NULL) {
        stop("no memory");
    }
    way ways[] = {
        {"core", NULL, bytes, length, 0.0, false},
        {"raw", "text/html", bytes, length, 0.0, false},
        {"json", "application/json", json, write_json(bytes, length, json, 6 * length + 16), 0.0,
         false},
        {"core_woken", NULL, bytes, length, 0.0, true},
        {"woken", "text/html", bytes, length, 0.0, true},
    };

    api_init();
    for (int turn = 0; turn < TURNS; turn++) {
        for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
            if (only == NULL || strcmp(only, ways[i].name) == 0) {
                run(&ways[i], (rounds + TURNS - 1) / TURNS);
            }
        }
    }
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        printf("%s\"%s\": %.4f", i == 0 ? "{" : ", ", ways[i].name, ways[i].best_ms);
    }
    printf("}\n");
    free(json);
    free(bytes);
    return output_bytes == 0;
}
