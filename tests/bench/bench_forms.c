/*
 * What each form of the answer takes beside the extraction that it follows: CPU in milliseconds a
 * megabyte of page, and as a share of that extraction. Each form starts from a page of its own that
 * was opened and extracted; all in one run, in turns; the best round of each counts.
 *   CORPORA=... bench_forms [set] [rounds] [only this form]
 */
#include "common.h"
#include "corpus.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "dana/language.h"
#include "dana/links.h"
#include "dana/posts.h"
#include "dana/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PAGES 4096
#define MEGABYTE  1e6

typedef struct {
    char *html;
    size_t length;
} bench_page;

/* Pages, and what their extraction takes. */
typedef struct {
    bench_page pages[MAX_PAGES];
    size_t count;
    size_t bytes;
} bench_set;

/* A page that is open and extracted. */
typedef struct {
    dana_page *page;
    dana_result result;
    dana_view text; /* by dana_render_text */
    dana_span headline;
    dana_metadata metadata;
} extracted;

typedef struct {
    const char *name;
    bool with_headline; /* the headline and the plain words are found before the clock runs */
    void (*run)(extracted *e);
    double best_s;
    double base_s; /* opening and extraction, in the best round */
} form;

static const dana_view no_base = {"", 0};

/* Results of the runs, so that the compiler cannot remove the work. */
static size_t output_bytes;

static void check(dana_status status)
{
    if (status != DANA_OK) {
        fputs("bench_forms: a form failed\n", stderr);
        exit(1);
    }
}

static bool keep_page(const corpus_page *page, void *arg)
{
    bench_set *set = arg;
    bench_page *kept = &set->pages[set->count];

    kept->html = malloc(page->html_length + 1);
    if (kept->html == NULL) {
        return false;
    }
    memcpy(kept->html, page->html, page->html_length);
    kept->length = page->html_length;
    set->bytes += page->html_length;
    return ++set->count < MAX_PAGES;
}

static void find_headline(extracted *e)
{
    dana_headline headline;

    check(dana_find_headline(e->page, dana_algorithm_default(DANA_KIND_HEADLINE), NULL, false,
                             &headline, NULL));
    e->headline = headline.found ? headline.headline.span : (dana_span){0, 0};
}

static void run_words(extracted *e)
{
    check(dana_render_text(e->page, &e->result, &e->text, NULL));
    output_bytes += e->text.length;
}

static void run_text(extracted *e)
{
    dana_view text;

    check(dana_render_plain(e->page, &e->result, &text, NULL));
    output_bytes += text.length;
}

static void run_markdown(extracted *e)
{
    dana_view text;

    check(dana_render_markdown(e->page, &e->result, no_base, &text, NULL));
    output_bytes += text.length;
}

static void run_html(extracted *e)
{
    dana_view text;

    check(dana_render_html(e->page, &e->result, no_base, &text, NULL));
    output_bytes += text.length;
}

static void run_formats(extracted *e)
{
    run_text(e);
    run_markdown(e);
    run_html(e);
}

static void run_links(extracted *e)
{
    const dana_link *links;
    const dana_image *images;
    size_t count;

    check(dana_result_links(e->page, &e->result, no_base, &links, &count, NULL));
    output_bytes += count;
    check(dana_result_images(e->page, &e->result, no_base, &images, &count, NULL));
    output_bytes += count;
}

static void run_language(extracted *e)
{
    dana_language language;

    check(dana_find_language(e->page, e->result.scan, e->text, &language, NULL));
    output_bytes += language.tag.length;
}

static void run_counts(extracted *e)
{
    output_bytes += dana_count_words(e->text) + dana_count_code_points(e->text);
}

static dana_metadata_input input_of(extracted *e, bool posts_follow)
{
    return (dana_metadata_input){.url = no_base,
                                 .result = &e->result,
                                 .text = e->text,
                                 .headline = e->headline,
                                 .posts_follow = posts_follow};
}

static void run_metadata(extracted *e)
{
    dana_metadata_input input = input_of(e, false);

    check(dana_find_metadata(e->page, &input, &e->metadata, NULL));
    output_bytes += e->metadata.author_count;
}

static void run_posts(extracted *e)
{
    dana_metadata_input input = input_of(e, false);
    dana_posts posts;

    check(dana_find_posts(e->page, &input, &posts, NULL));
    output_bytes += posts.count;
}

static void run_metadata_and_posts(extracted *e)
{
    dana_metadata_input input = input_of(e, true);
    dana_posts posts;

    check(dana_find_metadata(e->page, &input, &e->metadata, NULL));
    check(dana_find_posts(e->page, &input, &posts, NULL));
    output_bytes += posts.count + e->metadata.author_count;
}

static form forms[] = {
    {.name = "words", .run = run_words},
    {.name = "text", .run = run_text},
    {.name = "markdown", .run = run_markdown},
    {.name = "html", .run = run_html},
    {.name = "text+markdown+html", .run = run_formats},
    {.name = "links+images", .run = run_links},
    {.name = "headline", .run = find_headline},
    {.name = "language", .with_headline = true, .run = run_language},
    {.name = "counts", .with_headline = true, .run = run_counts},
    {.name = "metadata", .with_headline = true, .run = run_metadata},
    {.name = "posts", .with_headline = true, .run = run_posts},
    {.name = "metadata+posts", .with_headline = true, .run = run_metadata_and_posts},
};

/* Adds what a page takes. Returns false where it is not extracted, by a limit. */
static bool run_page(const bench_page *page, form *f, double *base_s, double *form_s)
{
    extracted e = {.text = no_base};
    size_t cap = 2 * dana_page_default_cap(page->length);
    double began_s = cpu_s();
    bool done = dana_page_open(page->html, page->length, cap, NULL, &e.page, NULL) == DANA_OK &&
                dana_extract(e.page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &e.result,
                             NULL) == DANA_OK;

    if (done) {
        *base_s += cpu_s() - began_s;
        if (f->with_headline) {
            find_headline(&e);
            run_words(&e);
        }
        began_s = cpu_s();
        f->run(&e);
        *form_s += cpu_s() - began_s;
    }
    dana_page_close(e.page);
    return done;
}

static void run_round(const bench_set *set, form *f)
{
    double base_s = 0.0;
    double form_s = 0.0;

    for (size_t i = 0; i < set->count; i++) {
        if (!run_page(&set->pages[i], f, &base_s, &form_s)) {
            fprintf(stderr, "bench_forms: page %zu is not extracted\n", i);
        }
    }
    f->best_s = f->best_s == 0.0 || form_s < f->best_s ? form_s : f->best_s;
    f->base_s = f->base_s == 0.0 || base_s < f->base_s ? base_s : f->base_s;
}

static void print(const bench_set *set, const form *f)
{
    double megabytes = (double)set->bytes / MEGABYTE;

    printf("%-20s %8.3f ms/MB %8.3f of an extraction (%.3f ms/MB)\n", f->name,
           f->best_s * 1e3 / megabytes, f->best_s / f->base_s, f->base_s * 1e3 / megabytes);
}

int main(int argc, char **argv)
{
    static bench_set set;
    const char *folder = corpus_folder();
    const char *name = argc > 1 ? argv[1] : "wcxb-dev";
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 3;
    const char *only = argc > 3 ? argv[3] : NULL;

    if (folder == NULL) {
        return 0;
    }
    if (corpus_each(folder, name, keep_page, &set) < 0) {
        return 1;
    }
    for (long round = 0; round < rounds; round++) {
        for (size_t i = 0; i < COUNT_OF(forms); i++) {
            if (only == NULL || strcmp(only, forms[i].name) == 0) {
                run_round(&set, &forms[i]);
            }
        }
    }
    printf("%s: %zu pages, %.1f MB, best of %ld rounds\n", name, set.count,
           (double)set.bytes / MEGABYTE, rounds);
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        if (forms[i].best_s > 0.0) {
            print(&set, &forms[i]);
        }
    }
    return output_bytes > 0 ? 0 : 1;
}
