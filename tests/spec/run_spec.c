/*
 * Runs the spec cases: readable files of pages and expected results.
 *
 *   === name of the case
 *   run: addanag gap=20 lines=block      an algorithm and its parameters
 *   headline: titlefinder metric=tf      optional: a headline method
 *   base: http://example.com/            optional: the document's URL
 *   select: main   remove: .ad   switch: no-links comments   optional, a line each: see controls.h
 *   boxes: 8                             optional: the page states its boxes (see looks.h), and is
 *                                        divided into segments of this coherence
 *   --- page
 *   <p>...
 *   --- content | code | smoothed        numbers, one a line of the profile (smoothed: or "none")
 *   --- ranges                           1-based line ranges: "3-5 7-7", or "none"
 *   --- text | headline                  exact text; a headline may be empty (none found)
 *   --- links | images                   "URL|text|rel" or "URL|alt" a line, or "none"; an image
 *                                        with a caption: "URL|alt|caption"
 *   --- media                            "kind|URL|provider|title" a line, or "none"
 *   --- base | canonical                 the page's own URLs; empty: none
 *   --- markdown | html                  the content with its structure; empty: nothing
 *   --- document                         as Markdown, with the headline once
 *   --- metadata                         "field|source|value" a line (tell_metadata.h), or "none"
 *   --- posts                            "kind depth|author|date|text" a line, or "none"; kind:
 * post, comment, question, answer; after depth "+3" votes, "accepted"
 *   --- segments                         the tree of visual segments, a line each: see looks.h
 *   --- language                         "tag|source", or "|none"
 *   --- warnings                         codes in the table's order, or "none"
 *
 * Lines that begin with '#' before a case's page are comments. Every section but the page is
 * optional; each one given is one test. `run_spec --show FILE` prints the actual results.
 */
#include "controls.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "dana/language.h"
#include "dana/links.h"
#include "looks.h"
#include "read_spec.h"
#include "tell_metadata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_LENGTH 65536

typedef struct {
    size_t passed;
    size_t failed;
    bool show;
} tally;

/* The results of a page, in the format of the sections. */
typedef struct {
    char content[TEXT_LENGTH];
    char code[TEXT_LENGTH];
    char smoothed[TEXT_LENGTH];
    char ranges[TEXT_LENGTH];
    char text[TEXT_LENGTH];
    char headline[TEXT_LENGTH];
    char warnings[TEXT_LENGTH];
    char links[TEXT_LENGTH];
    char images[TEXT_LENGTH];
    char media[TEXT_LENGTH];
    char base[TEXT_LENGTH];
    char canonical[TEXT_LENGTH];
    char markdown[TEXT_LENGTH];
    char document[TEXT_LENGTH];
    char html[TEXT_LENGTH];
    char metadata[TEXT_LENGTH];
    char posts[TEXT_LENGTH];
    char language[TEXT_LENGTH];
    char segments[TEXT_LENGTH];
} outcome;

static void append(char *out, const char *format, long a, long b)
{
    size_t used = strlen(out);

    snprintf(out + used, TEXT_LENGTH - used, format, a, b);
}

static void copy_view(char *out, dana_view text)
{
    snprintf(out, TEXT_LENGTH, "%.*s", (int)text.length, text.data);
}

/* Reads "id name=value ...". Returns NULL with a message if the case has an error. */
static const dana_algorithm *read_run(dana_kind kind, const char *text, dana_params *params)
{
    char copy[200];
    char *rest = copy;
    int length = snprintf(copy, sizeof(copy), "%s", text);

    if (length < 0 || (size_t)length >= sizeof(copy)) {
        fprintf(stderr, "too long: %s\n", text);
        return NULL;
    }
    char *id = strsep(&rest, " ");
    const dana_algorithm *algorithm = dana_algorithm_find(kind, id, strlen(id));

    if (algorithm == NULL) {
        fprintf(stderr, "no algorithm \"%s\"\n", id);
        return NULL;
    }
    dana_params_defaults(algorithm, params);
    while (rest != NULL) {
        char *value = strsep(&rest, " ");
        char *name = strsep(&value, "=");
        dana_error err;

        if (dana_params_set_text(algorithm, params, name, value != NULL ? value : "", &err) !=
            DANA_OK) {
            fprintf(stderr, "%s\n", err.message);
            return NULL;
        }
    }
    return algorithm;
}

static void tell_profile(const dana_profile *profile, outcome *o)
{
    for (size_t i = 0; i < profile->line_count; i++) {
        const char *format = i > 0 ? " %ld" : "%ld";

        append(o->content, format, (long)profile->lines[i].content, 0);
        append(o->code, format, (long)profile->lines[i].code, 0);
        if (profile->smoothed != NULL) {
            append(o->smoothed, format, (long)profile->smoothed[i], 0);
        }
    }
    if (profile->smoothed == NULL) {
        snprintf(o->smoothed, TEXT_LENGTH, "none");
    }
}

static bool tell_ranges(dana_page *page, const dana_result *result, outcome *o)
{
    const dana_range *ranges;
    size_t count;

    if (dana_result_ranges(page, result, &ranges, &count, NULL) != DANA_OK) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        append(o->ranges, i > 0 ? " %ld-%ld" : "%ld-%ld", (long)ranges[i].start_line,
               (long)ranges[i].end_line);
    }
    if (count == 0) {
        strncat(o->ranges, "none", TEXT_LENGTH - 1);
    }
    return true;
}

/* Appends views, separated by '|', as one line. */
static void append_row(char *out, const dana_view *views, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(out);

        snprintf(out + used, TEXT_LENGTH - used, "%s%.*s",
                 i > 0      ? "|"
                 : used > 0 ? "\n"
                            : "",
                 (int)views[i].length, views[i].data != NULL ? views[i].data : "");
    }
}

static bool tell_links(dana_page *page, const dana_result *result, dana_view base, outcome *o)
{
    const dana_link *links;
    const dana_image *images;
    size_t link_count;
    size_t image_count;

    if (dana_result_links(page, result, base, &links, &link_count, NULL) != DANA_OK ||
        dana_result_images(page, result, base, &images, &image_count, NULL) != DANA_OK) {
        return false;
    }
    for (size_t i = 0; i < link_count; i++) {
        append_row(o->links, (dana_view[]){links[i].href, links[i].text, links[i].rel}, 3);
    }
    for (size_t i = 0; i < image_count; i++) {
        append_row(o->images, (dana_view[]){images[i].src, images[i].alt, images[i].caption},
                   images[i].caption.length > 0 ? 3 : 2);
    }
    if (link_count == 0) {
        strncat(o->links, "none", TEXT_LENGTH - 1);
    }
    if (image_count == 0) {
        strncat(o->images, "none", TEXT_LENGTH - 1);
    }
    return true;
}

static bool tell_media(dana_page *page, const dana_result *result, dana_view base, outcome *o)
{
    static const char *const kinds[] = {"video", "audio", "embed"};
    const dana_media *media;
    size_t count;

    if (dana_result_media(page, result, base, &media, &count, NULL) != DANA_OK) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const char *provider = media[i].provider != NULL ? media[i].provider : "";

        append_row(o->media,
                   (dana_view[]){{kinds[media[i].kind], strlen(kinds[media[i].kind])},
                                 media[i].url,
                                 {provider, strlen(provider)},
                                 media[i].title},
                   4);
    }
    if (count == 0) {
        strncat(o->media, "none", TEXT_LENGTH - 1);
    }
    return true;
}

static bool tell_formats(dana_page *page, const dana_result *result, dana_view base, outcome *o)
{
    dana_view markdown;
    dana_view html;

    if (dana_render_markdown(page, result, base, &markdown, NULL) != DANA_OK ||
        dana_render_html(page, result, base, &html, NULL) != DANA_OK) {
        return false;
    }
    copy_view(o->markdown, markdown);
    copy_view(o->html, html);
    strip_newlines(o->markdown);
    strip_newlines(o->html);
    return true;
}

/* The page's own URLs, and with an extraction its links and images. */
static bool tell_urls(dana_page *page, const spec_case *c, const dana_result *result, outcome *o)
{
    const char *document = c->base != NULL ? c->base : "";
    dana_view base;
    dana_view canonical;

    if (dana_page_base(page, (dana_view){document, strlen(document)}, &base, NULL) != DANA_OK ||
        dana_page_canonical(page, base, &canonical, NULL) != DANA_OK) {
        return false;
    }
    append_row(o->base, &base, 1);
    append_row(o->canonical, &canonical, 1);
    return tell_links(page, result, base, o) && tell_media(page, result, base, o) &&
           tell_formats(page, result, base, o);
}

static void tell_warnings(uint32_t warnings, outcome *o)
{
    for (int i = 0; i < DANA_WARNING_COUNT; i++) {
        if ((warnings & 1u << i) != 0) {
            size_t used = strlen(o->warnings);

            snprintf(o->warnings + used, TEXT_LENGTH - used, "%s%s", used > 0 ? " " : "",
                     dana_warning_code((dana_warning)i));
        }
    }
    if (warnings == 0) {
        strncat(o->warnings, "none", TEXT_LENGTH - 1);
    }
}

static bool run_content(dana_page *page, const spec_case *c, outcome *o, uint32_t *warnings)
{
    dana_params params;
    dana_result result;
    dana_view text;
    const dana_algorithm *algorithm = read_run(DANA_KIND_CONTENT, c->run, &params);

    if (algorithm == NULL || dana_extract(page, algorithm, &params, &result, NULL) != DANA_OK ||
        dana_render_plain(page, &result, &text, NULL) != DANA_OK ||
        !apply_switches(page, c->switches, &result, &text)) {
        return false;
    }
    tell_profile(&result.profile, o);
    copy_view(o->text, text);
    *warnings |= result.warnings;
    return tell_ranges(page, &result, o) && tell_urls(page, c, &result, o);
}

static bool tell_language(dana_page *page, const dana_result *result, dana_view text, outcome *o)
{
    dana_language language;

    if (dana_find_language(page, result->scan, text, &language, NULL) != DANA_OK) {
        return false;
    }
    snprintf(o->language, TEXT_LENGTH, "%.*s|%s", (int)language.tag.length, language.tag.data,
             language.tag.length > 0 ? dana_language_source_name(language.source) : "none");
    return true;
}

/* Language, metadata, posts and comments of a page, based on the results of the case's algorithms.
 */
static bool run_metadata(dana_page *page, const spec_case *c, outcome *o)
{
    const char *document = c->base != NULL ? c->base : "";
    dana_params params;
    dana_result result;
    dana_view text;
    dana_headline headline = {.found = false};
    const dana_algorithm *algorithm = read_run(DANA_KIND_CONTENT, c->run, &params);

    if (algorithm == NULL || dana_extract(page, algorithm, &params, &result, NULL) != DANA_OK ||
        dana_render_text(page, &result, &text, NULL) != DANA_OK) {
        return false;
    }
    if (c->headline != NULL) {
        algorithm = read_run(DANA_KIND_HEADLINE, c->headline, &params);
        if (algorithm == NULL ||
            dana_find_headline(page, algorithm, &params, false, &headline, NULL) != DANA_OK) {
            return false;
        }
    }
    dana_metadata_input input = {
        .url = {document, strlen(document)}, .result = &result, .text = text};

    if (headline.found) {
        input.headline = headline.headline.span;
    }
    return tell_language(page, &result, text, o) &&
           tell_metadata(page, &input, o->metadata, sizeof(o->metadata)) &&
           tell_posts(page, &input, o->posts, sizeof(o->posts));
}

/* The document that a result and its headline make. */
static bool run_document(dana_page *page, const spec_case *c, outcome *o)
{
    const char *document = c->base != NULL ? c->base : "";
    dana_params params;
    dana_result result;
    dana_result shown;
    dana_headline headline;
    dana_view text = {"", 0};
    dana_view base;
    dana_view markdown;
    const dana_algorithm *algorithm = read_run(DANA_KIND_CONTENT, c->run, &params);
    const dana_algorithm *method = read_run(DANA_KIND_HEADLINE, c->headline, &params);

    dana_params_defaults(method, &params);
    if (dana_extract(page, algorithm, NULL, &result, NULL) != DANA_OK ||
        dana_find_headline(page, method, &params, false, &headline, NULL) != DANA_OK ||
        (headline.found && dana_candidate_text(page, &headline.headline, &text, NULL) != DANA_OK) ||
        dana_result_with_headline(page, &result, text, &shown, NULL) != DANA_OK ||
        dana_page_base(page, (dana_view){document, strlen(document)}, &base, NULL) != DANA_OK ||
        dana_render_markdown(page, &shown, base, &markdown, NULL) != DANA_OK) {
        return false;
    }
    snprintf(o->document, TEXT_LENGTH, "%s%.*s%s%.*s", shown.headline.end == 0 ? "# " : "",
             shown.headline.end == 0 ? (int)text.length : 0, text.data,
             shown.headline.end == 0 ? "\n\n" : "", (int)markdown.length, markdown.data);
    strip_newlines(o->document);
    return true;
}

static bool run_headline(dana_page *page, const spec_case *c, outcome *o, uint32_t *warnings)
{
    dana_params params;
    dana_headline headline;
    dana_view text = {"", 0};
    const dana_algorithm *algorithm = read_run(DANA_KIND_HEADLINE, c->headline, &params);

    if (algorithm == NULL ||
        dana_find_headline(page, algorithm, &params, false, &headline, NULL) != DANA_OK ||
        (headline.found && dana_candidate_text(page, &headline.headline, &text, NULL) != DANA_OK)) {
        return false;
    }
    copy_view(o->headline, text);
    *warnings |= headline.warnings;
    return true;
}

/* Opens the page of a case, with the URL that it has. */
static bool open_case(const spec_case *c, const char *html, dana_page **page)
{
    bool fine = html != NULL && dana_page_open(html, strlen(html), 0, NULL, page, NULL) == DANA_OK;

    if (fine && c->base != NULL) {
        dana_page_set_url(*page, (dana_view){c->base, strlen(c->base)});
    }
    return fine;
}

static bool run_case(const spec_case *c, outcome *o)
{
    const char *html = find_section(c, "page");
    dana_page *page;
    uint32_t warnings = 0;
    memset(o, 0, sizeof(*o));
    if (!open_case(c, html, &page)) {
        return false;
    }
    bool fine = apply_selectors(page, c->select, c->remove);

    if (fine && c->boxes != NULL) {
        fine = set_stated_boxes(page, html) &&
               tell_segments(page, (unsigned)strtoul(c->boxes, NULL, 10), o->segments, TEXT_LENGTH);
    }
    if (fine && c->run != NULL) {
        fine = run_content(page, c, o, &warnings);
    }
    if (fine && c->headline != NULL) {
        fine = run_headline(page, c, o, &warnings);
    }
    if (fine && c->run != NULL) {
        fine = run_metadata(page, c, o);
    }
    if (fine && c->run != NULL && c->headline != NULL) {
        fine = run_document(page, c, o);
    }
    tell_warnings(warnings, o);
    dana_page_close(page);
    return fine;
}

static void compare(const spec_case *c, const char *name, const char *actual, tally *t)
{
    const char *wanted = find_section(c, name);
    char expected[TEXT_LENGTH];

    if (wanted == NULL) {
        return;
    }
    snprintf(expected, sizeof(expected), "%s", wanted);
    strip_newlines(expected);
    if (strcmp(expected, actual) == 0) {
        t->passed++;
        return;
    }
    t->failed++;
    printf("FAILED %s, %s\n  expected: %s\n  actual:   %s\n", c->name, name, expected, actual);
}

static void check_case(const spec_case *c, void *arg)
{
    tally *t = arg;
    static outcome o;
    const struct {
        const char *name;
        const char *actual;
    } rows[] = {{"content", o.content},   {"code", o.code},   {"smoothed", o.smoothed},
                {"ranges", o.ranges},     {"text", o.text},   {"headline", o.headline},
                {"warnings", o.warnings}, {"links", o.links}, {"images", o.images},
                {"media", o.media},       {"base", o.base},   {"canonical", o.canonical},
                {"markdown", o.markdown}, {"html", o.html},   {"document", o.document},
                {"metadata", o.metadata}, {"posts", o.posts}, {"language", o.language},
                {"segments", o.segments}};

    if (!run_case(c, &o)) {
        t->failed++;
        printf("FAILED %s: it cannot be run\n", c->name);
        return;
    }
    if (t->show) {
        printf("=== %s\n", c->name);
    }
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (t->show) {
            printf("--- %s\n%s\n", rows[i].name, rows[i].actual);
        }
        compare(c, rows[i].name, rows[i].actual, t);
    }
}

int main(int argc, char **argv)
{
    tally t = {0};

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--show") == 0) {
            t.show = true;
        } else if (!read_spec(argv[i], check_case, &t)) {
            printf("FAILED %s: cannot be opened\n", argv[i]);
            t.failed++;
        }
    }
    printf("tests: %zu passed, %zu failed\n", t.passed, t.failed);
    return t.failed == 0 && t.passed > 0 ? 0 : 1;
}
