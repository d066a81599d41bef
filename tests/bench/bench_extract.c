/*
 * Speed of the content algorithms, from bytes to text, compared with libxml2's SAX parser with
 * empty handlers on the same pages. All in one run, in turns; the best round counts. Time is CPU of
 * the process: other work on the machine counts as far as it takes caches.
 *   CORPORA=... bench_extract [set] [rounds] [only this algorithm]
 */
#include "common.h"
#include "corpus.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PAGES   4096
#define MAX_RUNNERS 64
#define MEGABYTE    1e6

typedef struct {
    char *html;
    size_t length;
} bench_page;

typedef struct {
    bench_page pages[MAX_PAGES];
    size_t count;
    size_t bytes;
} bench_set;

typedef void bench_function(const bench_page *page, const dana_algorithm *algorithm);

typedef struct {
    const char *label;
    bench_function *function;
    const dana_algorithm *algorithm;
    double best_s;
} runner;

/* Results of the runs, so that the compiler cannot remove the work. */
static size_t output_bytes;

static bool keep_page(const corpus_page *page, void *arg)
{
    bench_set *set = arg;
    bench_page *kept = &set->pages[set->count];

    kept->html = malloc(page->html_length);
    if (kept->html == NULL) {
        return false;
    }
    memcpy(kept->html, page->html, page->html_length);
    kept->length = page->html_length;
    set->bytes += page->html_length;
    return ++set->count < MAX_PAGES;
}

/* The empty handlers. */
static void on_element(void *context, const xmlChar *name, const xmlChar **attributes)
{
    (void)context;
    (void)name;
    (void)attributes;
}

static void on_name(void *context, const xmlChar *name)
{
    (void)context;
    (void)name;
}

static void on_text(void *context, const xmlChar *text, int length)
{
    (void)context;
    (void)text;
    (void)length;
}

static void run_libxml2(const bench_page *page, const dana_algorithm *algorithm)
{
    htmlParserCtxtPtr context = htmlCreateMemoryParserCtxt(page->html, (int)page->length);
    xmlSAXHandler handler = {.startElement = on_element,
                             .endElement = on_name,
                             .characters = on_text,
                             .cdataBlock = on_text,
                             .ignorableWhitespace = on_text,
                             .comment = on_name};

    (void)algorithm;
    if (context == NULL) {
        return;
    }
    *context->sax = handler;
    htmlCtxtUseOptions(context, (int)HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                                    XML_PARSE_HUGE);
    xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8);
    htmlParseDocument(context);
    htmlFreeParserCtxt(context);
}

static void run_content(const bench_page *page, const dana_algorithm *algorithm)
{
    dana_page *opened;
    dana_result result;
    dana_view text;

    if (dana_page_open(page->html, page->length, 0, NULL, &opened, NULL) == DANA_OK &&
        dana_extract(opened, algorithm, NULL, &result, NULL) == DANA_OK &&
        dana_render_plain(opened, &result, &text, NULL) == DANA_OK) {
        output_bytes += text.length;
    }
    dana_page_close(opened);
}

static void run_headline(const bench_page *page, const dana_algorithm *algorithm)
{
    dana_page *opened;
    dana_headline headline;

    if (dana_page_open(page->html, page->length, 0, NULL, &opened, NULL) == DANA_OK &&
        dana_find_headline(opened, algorithm, NULL, false, &headline, NULL) == DANA_OK) {
        output_bytes += headline.found;
    }
    dana_page_close(opened);
}

/* As a default request: the content, then the headline of the page that is open already. */
static void run_both(const bench_page *page, const dana_algorithm *algorithm)
{
    dana_page *opened;
    dana_result result;
    dana_view text;
    dana_headline headline;

    if (dana_page_open(page->html, page->length, 0, NULL, &opened, NULL) == DANA_OK &&
        dana_extract(opened, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &result, NULL) ==
            DANA_OK &&
        dana_render_plain(opened, &result, &text, NULL) == DANA_OK &&
        dana_find_headline(opened, algorithm, NULL, false, &headline, NULL) == DANA_OK) {
        output_bytes += text.length + headline.found;
    }
    dana_page_close(opened);
}

static void run_round(const bench_set *set, runner *r)
{
    double start = cpu_s();

    for (size_t i = 0; i < set->count; i++) {
        r->function(&set->pages[i], r->algorithm);
    }
    double took = cpu_s() - start;

    if (r->best_s == 0.0 || took < r->best_s) {
        r->best_s = took;
    }
}

static size_t list_runners(runner runners[], const char *only)
{
    size_t count = 1;

    runners[0] = (runner){.label = "libxml2 SAX", .function = run_libxml2};
    for (size_t i = 0; i < dana_algorithm_count() && count < MAX_RUNNERS - 1; i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i);

        if (algorithm->needs_boxes || (only != NULL && strcmp(only, algorithm->id) != 0)) {
            continue;
        }
        runners[count++] = (runner){.label = algorithm->id,
                                    .function = algorithm->kind == DANA_KIND_CONTENT ? run_content
                                                                                     : run_headline,
                                    .algorithm = algorithm};
    }
    if (only == NULL || strcmp(only, "auto") == 0) {
        runners[count++] = (runner){.label = "both defaults",
                                    .function = run_both,
                                    .algorithm = dana_algorithm_default(DANA_KIND_HEADLINE)};
    }
    return count;
}

int main(int argc, char **argv)
{
    static bench_set set;
    runner runners[MAX_RUNNERS];
    const char *folder = corpus_folder();
    const char *name = argc > 1 ? argv[1] : "wcxb-dev";
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 5;

    if (folder == NULL) {
        return 0;
    }
    if (corpus_each(folder, name, keep_page, &set) < 0) {
        return 1;
    }
    size_t count = list_runners(runners, argc > 3 ? argv[3] : NULL);

    xmlInitParser();
    for (long round = 0; round < rounds; round++) {
        for (size_t i = 0; i < count; i++) {
            run_round(&set, &runners[i]);
        }
    }
    printf("%s: %zu pages, %.1f MB, best of %ld rounds\n", name, set.count,
           (double)set.bytes / MEGABYTE, rounds);
    for (size_t i = 0; i < count; i++) {
        printf("%-14s %9.1f MB/s %7.2f times libxml2\n", runners[i].label,
               (double)set.bytes / MEGABYTE / runners[i].best_s,
               runners[0].best_s / runners[i].best_s);
    }
    xmlCleanupParser();
    return output_bytes > 0 ? 0 : 1;
}
