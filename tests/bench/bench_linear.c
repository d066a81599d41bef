/*
 * Whether time is linear in a page's size: pages of 10 KB up to the limit of a page are made of
 * one, whose body is repeated with other words in each copy, and extracted in turns; the best round
 * counts.
 *   bench_linear PAGE [ROUNDS [PLOT.svg]]   prints ms of CPU a MB; PLOT.svg: as curves
 */
#include "common.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "dana/library.h"
#include "dana/limits.h"
#include "dana/plot.h"

#include <stdio.h>
#include <stdlib.h>

#define MEGABYTE 1e6
/* Small pages are extracted so often that a round has as many bytes. */
#define ROUND_BYTES ((size_t)2000000)
#define PLOT_BYTES  ((size_t)1 << 20)
#define LABEL_MAX   16

typedef struct {
    const char *label;
    const char *content;
    bool with_headline;
} work;

static const work works[] = {
    {"auto", "auto", false}, {"auto, titlerank", "auto", true}, {"addanag", "addanag", false}};

static const size_t sizes[] = {10000,   30000,   100000,   300000,
                               1000000, 3000000, 10000000, DANA_SOURCE_MAX};

typedef struct {
    size_t length;
    double ms_per_mb[COUNT_OF(works)];
} row;

/* A page in three parts; the second one is repeated. */
typedef struct {
    char *bytes;
    size_t body;
    size_t body_end;
    size_t length;
} sample;

/* Results, so that the compiler cannot remove the work. */
static size_t output_bytes;

static void stop(const char *what)
{
    fprintf(stderr, "bench_linear: %s\n", what);
    exit(1);
}

static char *allocate(size_t bytes)
{
    char *memory = malloc(bytes);

    if (memory == NULL) {
        stop("out of memory");
    }
    return memory;
}

static sample read_sample(const char *path)
{
    FILE *file = fopen(path, "rbe");
    sample s = {.bytes = allocate(DANA_SOURCE_MAX + 1)};

    if (file == NULL) {
        stop("cannot open the page");
    }
    s.length = fread(s.bytes, 1, DANA_SOURCE_MAX, file);
    s.bytes[s.length] = '\0';
    fclose(file);
    const char *body = strstr(s.bytes, "<body");
    const char *inside = body != NULL ? strchr(body, '>') : NULL;
    const char *body_end = inside != NULL ? strstr(inside, "</body") : NULL;

    if (body_end == NULL) {
        stop("the page has no body in small letters");
    }
    s.body = (size_t)(inside - s.bytes) + 1;
    s.body_end = (size_t)(body_end - s.bytes);
    return s;
}

/* Writes the body with each letter of its texts moved on, so that no copy repeats another one. */
static size_t write_copy(const sample *s, size_t number, char *out)
{
    bool in_tag = false;
    size_t words = 0;
    size_t length = 0;

    for (size_t i = s->body; i < s->body_end; i++) {
        char c = s->bytes[i];

        in_tag = c == '<' || (in_tag && c != '>');
        words += c == ' ';
        if (!in_tag && c >= 'a' && c <= 'z') {
            c = (char)('a' + ((size_t)(c - 'a') + number * (words % 25 + 1) + number / 26) % 26);
        }
        out[length++] = c;
    }
    return length;
}

/* Makes a page of about `length` bytes, none smaller than the sample. */
static size_t make_page(const sample *s, size_t length, char *out)
{
    size_t written = s->body;
    size_t rest = s->length - s->body_end;

    memcpy(out, s->bytes, s->body);
    for (size_t i = 0; i == 0 || written + rest + (s->body_end - s->body) <= length; i++) {
        written += write_copy(s, i, out + written);
    }
    memcpy(out + written, s->bytes + s->body_end, rest);
    return written + rest;
}

static void extract(const char *html, size_t length, const work *what)
{
    static const dana_limits limits = {
        .max_attributes = 512, .max_depth = 1024, .max_nodes = SIZE_MAX, .max_lines = SIZE_MAX};
    dana_page *page;
    dana_result result;
    dana_view text;
    dana_headline headline;
    dana_error err;

    if (dana_page_open(html, length, 0, NULL, &page, &err) != DANA_OK) {
        stop(err.message);
    }
    dana_page_set_limits(page, &limits);
    if (dana_extract(page,
                     dana_algorithm_find(DANA_KIND_CONTENT, what->content, strlen(what->content)),
                     NULL, &result, &err) != DANA_OK ||
        dana_render_plain(page, &result, &text, &err) != DANA_OK ||
        (what->with_headline && dana_find_headline(page, dana_algorithm_default(DANA_KIND_HEADLINE),
                                                   NULL, false, &headline, &err) != DANA_OK)) {
        stop(err.message);
    }
    output_bytes += text.length;
    dana_page_close(page);
}

static double measure(const char *html, size_t length, const work *what)
{
    size_t times = length < ROUND_BYTES ? ROUND_BYTES / length : 1;
    clock_t began = clock();

    for (size_t i = 0; i < times; i++) {
        extract(html, length, what);
    }
    return (double)(clock() - began) * 1e3 / CLOCKS_PER_SEC /
           ((double)times * (double)length / MEGABYTE);
}

static void measure_all(const sample *s, long rounds, row rows[])
{
    char *html = allocate(DANA_SOURCE_MAX + s->length);

    for (long round = 0; round < rounds; round++) {
        for (size_t i = 0; i < COUNT_OF(sizes); i++) {
            rows[i].length = make_page(s, sizes[i], html);
            for (size_t w = 0; w < COUNT_OF(works); w++) {
                double ms = measure(html, rows[i].length, &works[w]);
                double *best = &rows[i].ms_per_mb[w];

                *best = round == 0 || ms < *best ? ms : *best;
            }
        }
    }
    free(html);
}

static void draw(const row rows[], const char *path)
{
    char names[COUNT_OF(sizes)][LABEL_MAX];
    dana_view labels[COUNT_OF(sizes)];
    double values[COUNT_OF(works)][COUNT_OF(sizes)];
    dana_curve curves[COUNT_OF(works)];
    dana_arena *arena = dana_arena_new(PLOT_BYTES, NULL);
    FILE *file = fopen(path, "wbe");
    dana_view svg;
    dana_error err;

    if (arena == NULL || file == NULL) {
        stop("cannot write the plot");
    }
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        int length = snprintf(names[i], LABEL_MAX, "%zu KB", rows[i].length / 1000);

        labels[i] = (dana_view){names[i], (size_t)length};
        for (size_t w = 0; w < COUNT_OF(works); w++) {
            values[w][i] = rows[i].ms_per_mb[w];
        }
    }
    for (size_t w = 0; w < COUNT_OF(works); w++) {
        curves[w] = (dana_curve){{works[w].label, strlen(works[w].label)}, values[w]};
    }
    const dana_chart chart = {.title = {"CPU by the size of a page", 25},
                              .x_title = {"size of the page", 16},
                              .y_title = {"ms a MB", 7},
                              .labels = labels,
                              .label_count = COUNT_OF(sizes),
                              .curves = curves,
                              .curve_count = COUNT_OF(works)};

    if (dana_plot_curves(arena, &chart, &svg, &err) != DANA_OK) {
        stop(err.message);
    }
    fwrite(svg.data, 1, svg.length, file);
    fclose(file);
    dana_arena_free(arena);
}

static void print(const row rows[])
{
    printf("%12s", "bytes");
    for (size_t w = 0; w < COUNT_OF(works); w++) {
        printf("  %16s", works[w].label);
    }
    printf("   ms a MB\n");
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        printf("%12zu", rows[i].length);
        for (size_t w = 0; w < COUNT_OF(works); w++) {
            printf("  %16.3f", rows[i].ms_per_mb[w]);
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    static row rows[COUNT_OF(sizes)];
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 3;

    if (argc < 2 || rounds < 1) {
        stop("usage: bench_linear PAGE [ROUNDS [PLOT.svg]]");
    }
    dana_library_init();
    sample s = read_sample(argv[1]);

    measure_all(&s, rounds, rows);
    print(rows);
    if (argc > 3) {
        draw(rows, argv[3]);
    }
    free(s.bytes);
    return output_bytes == 0;
}
