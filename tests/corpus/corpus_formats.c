/*
 * Markdown and HTML of real pages. Each is parsed again, Markdown by cmark-gfm, HTML by libxml2:
 * the words must be those of the raw text with the captions, in the same order, and those of links
 * to media, and the plain text must have the words of the raw text; HTML must contain only what is
 * allowed; and both must have the same links, images, headings and rules.
 *   CORPORA=... corpus_formats [--all] [--list] [--write DIR] [SET]
 *   --measure: the time of the formats against that of the extraction
 */
#include "common.h"
#include "corpus.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/library.h"
#include "dana/links.h"
#include "dana/text.h"
#include "media/figures.h"
#include "read_formats.h"
#include "same_words.h"

#include <cmark-gfm-core-extensions.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Least shares of pages, below the measured ones. Formulas and the numbers of a listing's lines,
 * which some algorithms select, have other words in the raw text. Tables with cells of several
 * lines are not tables in Markdown, and emphasis that Markdown cannot express is left out. */
#define LEAST_SAME_WORDS 0.985
/* Text and Markdown also spell abbreviations out, in words that no text of the page has. */
#define LEAST_SAME_IN_LINES 0.981
#define LEAST_SAME_LINKS    0.995
#define LEAST_SAME_OUTLINE  0.995
#define LEAST_SAME_EMPHASIS 0.97
/* Pages whose lists and tables are nested wrongly end them elsewhere for the scan. */
#define LEAST_SAME_LAYOUT 0.99

typedef struct {
    size_t pages;
    size_t wrong;
    size_t refused;
    size_t other_plain; /* results with other words in a form than in the raw text */
    size_t other_markdown;
    size_t other_html;
    size_t same_links;
    size_t same_parts;
    size_t same_emphasis;
    size_t same_layout;
    size_t bytes;
    double extract_s;
    double markdown_s;
    double html_s;
    bool list;
    const char *folder;
} tally;

static dana_view view_of(const growing_text *text)
{
    return (dana_view){text->data != NULL ? text->data : "", text->length};
}

static bool same_view(dana_view a, dana_view b)
{
    return a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
}

static bool same_bytes(const growing_text *a, const growing_text *b)
{
    return same_view(view_of(a), view_of(b));
}

static void complain(tally *t, const corpus_page *page, const char *algorithm, const char *what,
                     dana_view text, size_t where)
{
    if (t->list) {
        printf("%s/%s %s: %s: ...%.*s\n", page->set, page->id, algorithm, what,
               (int)(text.length - where > 80 ? 80 : text.length - where), text.data + where);
    }
}

static void compare(tally *t, const corpus_page *page, const char *algorithm, dana_view text,
                    additions added, dana_view markdown, dana_view html)
{
    seen in_markdown = {0};
    seen in_html = {0};
    size_t where;

    read_markdown(markdown, &in_markdown);
    read_html(html, &in_html);
    if (!has_words(text, view_of(&in_html.words), added, &where)) {
        t->other_html++;
        complain(t, page, algorithm, "words of HTML", text, where);
    }
    if (!has_words(text, view_of(&in_markdown.words), added, &where)) {
        t->other_markdown++;
        complain(t, page, algorithm, "words of Markdown", text, where);
    }
    if (in_html.wrong != NULL || in_markdown.wrong != NULL) {
        t->wrong++;
        complain(t, page, algorithm, in_html.wrong != NULL ? in_html.wrong : in_markdown.wrong,
                 text, 0);
    }
    bool same_links = same_bytes(&in_markdown.links, &in_html.links);
    bool same_parts = same_bytes(&in_markdown.parts, &in_html.parts);
    bool same_emphasis = in_markdown.emphasis == in_html.emphasis;

    t->same_links += same_links;
    t->same_parts += same_parts;
    t->same_emphasis += same_emphasis;
    if (!same_links || !same_parts || !same_emphasis) {
        complain(t, page, algorithm,
                 !same_links   ? "links"
                 : !same_parts ? "headings"
                               : "emphasis",
                 text, 0);
    }
    clear_seen(&in_markdown);
    clear_seen(&in_html);
}

/* Plain text of a page that is one layout from its start to its end: the outline reads it all. */
static bool render_whole(dana_page *page, const dana_result *result, dana_view *out)
{
    dana_span all = {0, (uint32_t)dana_page_source(page).length};
    dana_scan scan = *result->scan;
    dana_result whole = *result;

    scan.layouts = &all;
    scan.layout_count = 1;
    whole.scan = &scan;
    return dana_render_plain(page, &whole, out, NULL) == DANA_OK;
}

static void compare_plain(tally *t, const corpus_page *page, dana_page *opened,
                          const dana_result *result, dana_view text, dana_view plain)
{
    dana_view whole;
    size_t where;

    if (!same_plain_words(text, plain, &where)) {
        t->other_plain++;
        complain(t, page, result->algorithm->id, "words of plain text", text, where);
    }
    bool same = render_whole(opened, result, &whole) && same_view(plain, whole);

    t->same_layout += same;
    if (!same) {
        complain(t, page, result->algorithm->id, "layout", text, 0);
    }
}

static void write_file(const tally *t, const corpus_page *page, const char *suffix, dana_view text)
{
    char path[1024];

    snprintf(path, sizeof(path), "%s/%s-%s.%s", t->folder, page->set, page->id, suffix);
    FILE *file = fopen(path, "w");

    if (file != NULL) {
        fwrite(text.data, 1, text.length, file);
        fclose(file);
    }
}

/* Finds the text of the formats, that of the selection and of the captions, and what is added. */
static bool shown_text(dana_page *page, const dana_result *result, dana_view base, dana_view *text,
                       additions *added)
{
    const dana_media *media;
    size_t count;
    dana_result shown;
    bool done = dana_result_with_captions(page, result, base, &shown, NULL) == DANA_OK &&
                dana_render_text(page, &shown, text, NULL) == DANA_OK &&
                dana_result_media(page, result, base, &media, &count, NULL) == DANA_OK;

    *added = (additions){0};
    for (size_t i = 0; done && i < count; i++) {
        added->labels += dana_count_words(dana__media_label(&media[i]));
    }
    return done;
}

/* Runs one algorithm; returns whether it succeeded. */
static bool run(tally *t, const corpus_page *page, const dana_algorithm *algorithm)
{
    static const char url[] = "https://site.example/folder/page.html";
    dana_page *opened;
    dana_result result;
    dana_view base;
    dana_view text;
    dana_view plain;
    dana_view markdown;
    dana_view html;
    additions added;
    double start = cpu_s();
    bool done = dana_page_open(page->html, page->html_length,
                               2 * dana_page_default_cap(page->html_length), NULL, &opened,
                               NULL) == DANA_OK &&
                dana_extract(opened, algorithm, NULL, &result, NULL) == DANA_OK &&
                dana_render_plain(opened, &result, &plain, NULL) == DANA_OK;
    double extracted = cpu_s();

    done = done && dana_render_text(opened, &result, &text, NULL) == DANA_OK &&
           dana_page_base(opened, (dana_view){url, sizeof(url) - 1}, &base, NULL) == DANA_OK &&
           dana_render_markdown(opened, &result, base, &markdown, NULL) == DANA_OK;
    double marked = cpu_s();

    done = done && dana_render_html(opened, &result, base, &html, NULL) == DANA_OK;
    if (done) {
        t->extract_s += extracted - start;
        t->markdown_s += marked - extracted;
        t->html_s += cpu_s() - marked;
        t->bytes += page->html_length;
        compare_plain(t, page, opened, &result, text, plain);
        done = shown_text(opened, &result, base, &text, &added);
        compare(t, page, algorithm->id, text, added, markdown, html);
        if (t->folder != NULL) {
            write_file(t, page, "txt", plain);
            write_file(t, page, "md", markdown);
            write_file(t, page, "html", html);
        }
    }
    dana_page_close(opened);
    return done;
}

/* Each page through auto and one more algorithm, in turns. */
static bool check_page(const corpus_page *page, void *arg)
{
    tally *t = arg;
    size_t pick = t->pages % dana_algorithm_count();
    const dana_algorithm *other = dana_algorithm_at(pick);

    t->refused += !run(t, page, dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4));
    t->pages++;
    if (t->folder == NULL && other->kind == DANA_KIND_CONTENT && !other->needs_boxes) {
        t->refused += !run(t, page, other);
        t->pages++;
    }
    return true;
}

static bool expect_share(const char *what, size_t count, size_t of, double least)
{
    double share = of > 0 ? (double)count / (double)of : 0.0;

    printf("%-28s %.4f of %zu (at least %.3f)\n", what, share, of, least);
    return share >= least;
}

static void print_times(const tally *t)
{
    double mb = (double)t->bytes / 1e6;

    printf("%.1f MB: extraction with text %.3f ms/MB, Markdown %.3f, HTML %.3f\n", mb,
           t->extract_s * 1e3 / mb, t->markdown_s * 1e3 / mb, t->html_s * 1e3 / mb);
}

int main(int argc, char **argv)
{
    tally t = {0};
    const char *folder = corpus_folder();
    const char *only = NULL;
    bool all = corpus_takes_all(&argc, argv);
    char *sets[CORPUS_MAX_SETS];

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) {
            t.list = true;
        } else if (strcmp(argv[i], "--write") == 0 && i + 1 < argc) {
            t.folder = argv[++i];
        } else {
            only = argv[i];
        }
    }
    if (folder == NULL) {
        return 0;
    }
    dana_library_init();
    cmark_gfm_core_extensions_ensure_registered();
    size_t count = corpus_sets(folder, sets, CORPUS_MAX_SETS);

    for (size_t i = 0; i < count; i++) {
        if (only == NULL || strcmp(only, sets[i]) == 0) {
            corpus_each_of(folder, sets[i], all || only != NULL, check_page, &t);
        }
        free(sets[i]);
    }
    size_t done = t.pages - t.refused;
    bool fine = t.wrong == 0 && t.refused == 0 && done > 0;

    print_times(&t);
    printf("%zu results, %zu refused, %zu wrong\n", t.pages, t.refused, t.wrong);
    fine &= expect_share("the words in plain text", done - t.other_plain, done,
                         LEAST_SAME_IN_LINES);
    fine &= expect_share("the words in Markdown", done - t.other_markdown, done,
                         LEAST_SAME_IN_LINES);
    fine &= expect_share("the words in HTML", done - t.other_html, done, LEAST_SAME_WORDS);
    fine &= expect_share("the same links and images", t.same_links, done, LEAST_SAME_LINKS);
    fine &= expect_share("the same headings and code", t.same_parts, done, LEAST_SAME_OUTLINE);
    fine &= expect_share("the same emphasis", t.same_emphasis, done, LEAST_SAME_EMPHASIS);
    fine &= expect_share("the same plain text by parts", t.same_layout, done, LEAST_SAME_LAYOUT);
    printf("tests: %zu passed, %d failed\n", done, fine ? 0 : 1);
    return fine ? 0 : 1;
}
