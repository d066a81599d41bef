/*
 * Hostile pages through all of core: each gets a result, or an error that names the limit. The test
 * measures no times, but a page that hangs is killed.
 *   pathological ORDINARY.html             the test
 *   pathological ORDINARY.html --measure   ms per MB of each, and its ratio to an ordinary page of
 *                                          the same size: the given one's body repeated
 *   pathological ORDINARY.html --write DIR writes each large page and the ordinary one
 */
#include "boxes/random_boxes.h"
#include "common.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "dana/limits.h"
#include "dana/links.h"
#include "dana/metadata.h"
#include "dana/posts.h"
#include "page/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#define MIB    ((size_t)1 << 20)
#define HANG_S 60 /* of CPU */
/* Algorithms that are no defaults get pages of so much: 16 for a sixteenth. */
#define PART           16
#define ROUNDS         3
#define MAX_FILE       (4 * MIB)
#define SPANS          20000
#define STRAY_END_TAGS 100000

/* Kills the process after so many seconds of its CPU time; 0: no longer. */
static void limit_cpu(time_t seconds)
{
    struct itimerval timer = {.it_value.tv_sec = seconds};

    if (setitimer(ITIMER_VIRTUAL, &timer, NULL) != 0) {
        perror("pathological");
        exit(1);
    }
}

/*
 * A page: a beginning, a repeated piece, and an end. length: total bytes, 0 for a megabyte (1: less
 * than a piece); times: number of pieces instead. An empty piece stands for one NUL byte.
 */
typedef struct {
    size_t length;
    size_t times;
    const char *start;
    const char *piece;
    const char *end;
} recipe;

static const recipe recipes[] = {
#include "recipes.def"
};

/* Pages that are hostile only to the writers of Markdown and HTML: they go through one algorithm
 * and the formats. */
static const recipe format_recipes[] = {
#include "format_recipes.def"
};

/* A page as text. */
typedef struct {
    char *html;
    size_t length;
} cooked;

static char *room_for(size_t length)
{
    char *room = malloc(length + 1);

    if (room == NULL) {
        perror("pathological");
        exit(1);
    }
    return room;
}

/* A page of a recipe; `part`: only so much of it, 4 for a quarter. */
static cooked cook(const recipe *r, size_t part)
{
    size_t head = strlen(r->start);
    size_t tail = strlen(r->end);
    size_t step = strlen(r->piece) > 0 ? strlen(r->piece) : 1;
    size_t wanted = r->length > 0 ? r->length : MIB;
    size_t whole = r->times > 0 ? r->times : (wanted - head - tail) / step;
    size_t times = (whole + part - 1) / part;
    cooked page = {room_for(head + times * step + tail), head + times * step + tail};
    char *p = page.html;

    memcpy(p, r->start, head);
    p += head;
    for (size_t i = 0; i < times; i++, p += step) {
        memcpy(p, r->piece, step);
    }
    memcpy(p, r->end, tail);
    return page;
}

/* 20 000 open spans and 100 000 stray end tags. */
static cooked cook_strays(void)
{
    static const char span[] = "<span>";
    static const char stray[] = "</b>";
    size_t span_length = sizeof(span) - 1;
    size_t stray_length = sizeof(stray) - 1;
    cooked page = {.length = SPANS * span_length + STRAY_END_TAGS * stray_length};
    char *p = room_for(page.length);

    page.html = p;
    for (size_t i = 0; i < SPANS; i++, p += span_length) {
        memcpy(p, span, span_length);
    }
    for (size_t i = 0; i < STRAY_END_TAGS; i++, p += stray_length) {
        memcpy(p, stray, stray_length);
    }
    return page;
}

/* Counts of the runs. */
typedef struct {
    size_t passed;
    size_t failed;
    size_t refused;
    const char *label; /* of the current page */
    size_t number;
} tally;

static void expect(tally *t, bool fine, const char *what)
{
    t->passed += fine;
    t->failed += !fine;
    if (!fine) {
        printf("FAILED page %zu (%.40s): %s\n", t->number, t->label, what);
    }
}

/* Checks that a step succeeded or exceeded a limit that has a name. Returns whether it succeeded.
 */
static bool ended(tally *t, dana_status status, const dana_error *err, const char *what)
{
    bool refused = status == DANA_TOO_COMPLEX && err->limit != NULL && err->limit_value > 0;

    expect(t, status == DANA_OK || refused, what);
    t->refused += refused;
    return status == DANA_OK;
}

static void run_urls(dana_page *page, const dana_result *result, tally *t)
{
    dana_error err;
    dana_view base;
    dana_view canonical;
    const dana_link *links;
    const dana_image *images;
    size_t count;

    if (!ended(t, dana_page_base(page, (dana_view){"http://h/", 9}, &base, &err), &err, "base")) {
        return;
    }
    ended(t, dana_page_canonical(page, base, &canonical, &err), &err, "canonical");
    ended(t, dana_result_links(page, result, base, &links, &count, &err), &err, "links");
    ended(t, dana_result_images(page, result, base, &images, &count, &err), &err, "images");
}

static void run_fields(dana_page *page, const dana_result *result, dana_view text, tally *t)
{
    dana_metadata_input input = {.result = result, .text = text};
    dana_metadata metadata;
    dana_posts posts;
    dana_error err;

    ended(t, dana_find_metadata(page, &input, &metadata, &err), &err, "metadata");
    ended(t, dana_find_posts(page, &input, &posts, &err), &err, "posts");
}

static void run_content(dana_page *page, const cooked *c, const dana_algorithm *algorithm,
                        const char *lines, bool with_urls, tally *t)
{
    dana_params params;
    dana_result result;
    dana_error err;
    dana_view text;
    const dana_range *ranges;
    size_t count;

    dana_params_defaults(algorithm, &params);
    if (dana_param_index(algorithm, "lines") >= 0 &&
        dana_params_set_text(algorithm, &params, "lines", lines, &err) != DANA_OK) {
        expect(t, false, err.message);
        return;
    }
    if (!ended(t, dana_extract(page, algorithm, &params, &result, &err), &err, algorithm->id)) {
        return;
    }
    if (ended(t, dana_render_text(page, &result, &text, &err), &err, "text")) {
        expect(t, text.length <= c->length, "the text is longer than the page");
        if (with_urls) {
            run_fields(page, &result, text, t);
        }
    }
    if (ended(t, dana_result_ranges(page, &result, &ranges, &count, &err), &err, "ranges")) {
        expect(t, (count == 0) == (result.selection.count == 0), "ranges are not the selection");
    }
    if (with_urls) {
        run_urls(page, &result, t);
    }
}

static void run_headline(dana_page *page, const dana_algorithm *algorithm, tally *t)
{
    dana_params params;
    dana_headline headline;
    dana_error err;

    for (int metric = 0; metric < (algorithm->param_count > 0 ? 4 : 1); metric++) {
        dana_params_defaults(algorithm, &params);
        params.values[0] = algorithm->param_count > 0 ? metric : 0;
        ended(t, dana_find_headline(page, algorithm, &params, true, &headline, &err), &err,
              algorithm->id);
    }
}

/* Renders the whole page, without selection by an algorithm. */
static void run_formats(const cooked *c, tally *t)
{
    dana_page *page;
    dana_error err;
    dana_result result;
    dana_view base = {"http://h/", 9};
    dana_view text;
    const dana_span all = {0, (uint32_t)c->length};
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_CONTENT, "addanag", 7);

    if (!ended(t,
               dana_page_open(c->html, c->length, 2 * dana_page_default_cap(c->length), NULL, &page,
                              &err),
               &err, "open")) {
        return;
    }
    if (ended(t, dana_extract(page, algorithm, NULL, &result, &err), &err, "extraction")) {
        /* A page without lines has nothing to select. */
        result.selection = (dana_selection){&all, result.profile.line_count > 0 ? 1 : 0};
        ended(t, dana_page_base(page, base, &base, &err), &err, "base");
        if (ended(t, dana_render_plain(page, &result, &text, &err), &err, "plain text")) {
            expect(t, text.length <= c->length * 16, "the plain text is far longer than the page");
        }
        if (ended(t, dana_render_markdown(page, &result, base, &text, &err), &err, "Markdown")) {
            expect(t, text.length <= c->length * 16, "the Markdown is far longer than the page");
        }
        if (ended(t, dana_render_html(page, &result, base, &text, &err), &err, "HTML")) {
            expect(t, text.length <= c->length * 16, "the HTML is far longer than the page");
        }
    }
    dana_page_close(page);
}

/* Runs one algorithm (NULL: the check of the shape) on a page under its ordinary limits. */
static void run_page(const cooked *c, const dana_algorithm *algorithm, const char *lines,
                     bool with_urls, tally *t)
{
    dana_page *page;
    dana_error err;

    if (!ended(t, dana_page_open(c->html, c->length, 0, NULL, &page, &err), &err, "open")) {
        return;
    }
    dana_boxes boxes = {0};

    if (algorithm != NULL && algorithm->needs_boxes) {
        boxes = random_boxes((dana_view){c->html, c->length}, 1);
        ended(t, dana_page_set_boxes(page, &boxes, &err), &err, "boxes");
    }
    if (algorithm == NULL) {
        ended(t, dana__check_shape(page, &err), &err, "shape");
    } else if (algorithm->kind == DANA_KIND_CONTENT) {
        run_content(page, c, algorithm, lines, with_urls, t);
    } else {
        run_headline(page, algorithm, t);
    }
    dana_page_close(page);
    free_boxes(&boxes);
}

static bool has_modes(const dana_algorithm *algorithm)
{
    return algorithm->kind == DANA_KIND_CONTENT && dana_param_index(algorithm, "lines") >= 0;
}

/* What every request does: the check of the shape, the defaults, the formats. */
static void run_defaults(const cooked *c, tally *t)
{
    limit_cpu(HANG_S);
    run_page(c, NULL, NULL, false, t);
    run_formats(c, t);
    run_page(c, dana_algorithm_default(DANA_KIND_CONTENT), "block", true, t);
    run_page(c, dana_algorithm_default(DANA_KIND_HEADLINE), "block", true, t);
    limit_cpu(0);
}

/* All algorithms, with all kinds of lines, on a part of the page. */
static void run_all(const cooked *c, tally *t)
{
    static const char *const modes[] = {"block", "start", "source"};

    limit_cpu(HANG_S / 4);
    for (size_t a = 0; a < dana_algorithm_count(); a++) {
        const dana_algorithm *algorithm = dana_algorithm_at(a);

        for (size_t m = 0; m < (has_modes(algorithm) ? COUNT_OF(modes) : 1); m++) {
            run_page(c, algorithm, modes[m], true, t);
        }
    }
    limit_cpu(0);
}

/* A measured function: an algorithm (NULL: the check of the shape) and how lines begin; or the
 * formats of the whole page. */
typedef struct {
    const dana_algorithm *algorithm;
    const char *lines;
    bool formats;
} work;

/* Milliseconds that a function takes on a page, the best of some rounds. */
static double time_of(const cooked *c, const work *w, tally *t)
{
    double best = 0;

    for (int i = 0; i < ROUNDS; i++) {
        double start = cpu_s() * 1e3;

        if (w->formats) {
            run_formats(c, t);
        } else {
            run_page(c, w->algorithm, w->lines, false, t);
        }
        double took = cpu_s() * 1e3 - start;

        best = i == 0 || took < best ? took : best;
    }
    return best;
}

/* An ordinary page of a given length: the body of the sample repeated. */
static cooked ordinary_page(const char *body, size_t body_length, size_t length)
{
    static const char head[] = "<title>A headline of a page</title><body>";
    size_t used = sizeof(head) - 1;
    cooked page = {.html = room_for(length + used + body_length)};

    memcpy(page.html, head, used);
    do {
        memcpy(page.html + used, body, body_length);
        used += body_length;
    } while (used + body_length <= length);
    page.length = used;
    return page;
}

/* Runs or measures the pages that are hostile to the formats; n: the number of the first. */
static void visit_formats(const cooked *body, bool measures, size_t n, tally *t)
{
    const work formats = {NULL, NULL, true};

    for (size_t i = 0; i < COUNT_OF(format_recipes); i++) {
        cooked page = cook(&format_recipes[i], 1);

        t->number = n + i;
        t->label = format_recipes[i].start;
        if (measures) {
            cooked ordinary = ordinary_page(body->html, body->length, page.length);
            double here = time_of(&page, &formats, t) / (double)page.length;
            double there = time_of(&ordinary, &formats, t) / (double)ordinary.length;

            printf("%2zu %s%s  formats %.2f (%.1f)\n", t->number, t->label, format_recipes[i].piece,
                   here * 1e6, here / there);
            free(ordinary.html);
        } else {
            limit_cpu(HANG_S);
            run_formats(&page, t);
            limit_cpu(0);
        }
        free(page.html);
    }
}

/* Prints the time of each function on a page: ms a MB, and the ratio to an ordinary page. */
static void measure(const cooked *c, const cooked *ordinary, tally *t)
{
    printf("%2zu %-36.36s %5.2f MB", t->number, t->label, (double)c->length / 1e6);
    for (size_t i = 0; i <= dana_algorithm_count() + 1; i++) {
        bool formats = i > dana_algorithm_count();
        work w = {i > 0 && !formats ? dana_algorithm_at(i - 1) : NULL, "block", formats};
        double here = time_of(c, &w, t) / ((double)c->length / 1e6);
        double there = time_of(ordinary, &w, t) / ((double)ordinary->length / 1e6);

        printf("  %s %.2f (%.1f)",
               formats               ? "formats"
               : w.algorithm != NULL ? w.algorithm->id
                                     : "shape",
               here, here / there);
    }
    printf("\n");
}

static void write_page(const char *folder, size_t number, const char *kind, const cooked *page)
{
    char path[1024];

    snprintf(path, sizeof(path), "%s/%02zu.%s.html", folder, number, kind);
    FILE *file = fopen(path, "w");

    if (file == NULL || fwrite(page->html, 1, page->length, file) != page->length ||
        fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

static cooked read_body(const char *path)
{
    cooked page = {.html = room_for(MAX_FILE)};
    FILE *file = fopen(path, "r");

    if (file == NULL) {
        perror(path);
        exit(1);
    }
    page.length = fread(page.html, 1, MAX_FILE, file);
    page.html[page.length] = '\0';
    fclose(file);
    char *body = strstr(page.html, "<body");

    if (body != NULL) {
        page.length -= (size_t)(body - page.html);
        memmove(page.html, body, page.length + 1);
    }
    return page;
}

/* Measures a page against an ordinary one of its length, or writes both to a folder. */
static void compare(const cooked *page, const cooked *body, const char *folder, tally *t)
{
    cooked ordinary = ordinary_page(body->html, body->length, page->length);

    if (folder != NULL) {
        write_page(folder, t->number, "hostile", page);
        write_page(folder, t->number, "ordinary", &ordinary);
    } else {
        measure(page, &ordinary, t);
    }
    free(ordinary.html);
}

/* Runs the pages of `recipes`, or measures the large ones, or writes them to a folder. */
static void visit_pages(const cooked *body, bool measures, const char *folder, tally *t)
{
    for (size_t i = 0; i <= COUNT_OF(recipes); i++) {
        cooked page = i < COUNT_OF(recipes) ? cook(&recipes[i], 1) : cook_strays();

        t->number = i;
        t->label = i == COUNT_OF(recipes)         ? "open spans, stray end tags"
                   : strlen(recipes[i].start) > 0 ? recipes[i].start
                                                  : recipes[i].piece;
        if (measures && page.length >= MIB / 4) {
            compare(&page, body, folder, t);
        } else if (!measures) {
            run_defaults(&page, t);
        }
        free(page.html);
        if (!measures) {
            page = i < COUNT_OF(recipes) ? cook(&recipes[i], PART) : cook_strays();
            run_all(&page, t);
            free(page.html);
        }
    }
}

int main(int argc, char **argv)
{
    tally t = {0};

    if (argc < 2) {
        fprintf(stderr, "usage: pathological ORDINARY.html [--measure | --write DIR]\n");
        return 2;
    }
    const char *folder = argc > 3 && strcmp(argv[2], "--write") == 0 ? argv[3] : NULL;
    bool measures = folder != NULL || (argc > 2 && strcmp(argv[2], "--measure") == 0);
    cooked body = read_body(argv[1]);

    visit_pages(&body, measures, folder, &t);
    if (folder == NULL) {
        visit_formats(&body, measures, COUNT_OF(recipes) + 1, &t);
    }
    free(body.html);
    printf("tests: %zu passed, %zu failed\n", t.passed, t.failed);
    return t.failed == 0 ? 0 : 1;
}
