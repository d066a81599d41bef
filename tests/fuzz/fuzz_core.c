/*
 * Mutated pages through all of core: sample pages are cut, spliced, repeated and sprinkled with
 * markup, and every result must be valid. The same seed gives the same pages.
 *   fuzz_core [COUNT [SEED]]   prints the seed of a page that fails
 */
#include "dana/decode.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "dana/links.h"
#include "dana/text.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LENGTH ((size_t)48 * 1024)

static const char *const sample_names[] = {"arabic", "english", "farsi",
                                           "hebrew", "pashto",  "urdu"};

#define SAMPLE_COUNT (sizeof(sample_names) / sizeof(sample_names[0]))

/* Markup that is hard for tokenizers. */
static const char *const pieces[] = {
    "<",
    ">",
    "</",
    "<!--",
    "-->",
    "--!>",
    "<script>",
    "</script>",
    "<svg>",
    "</svg>",
    "<svg/>",
    "<template>",
    "<select>",
    "</select>",
    "<a href=x>",
    "</a>",
    "<a",
    "\"",
    "'",
    "=",
    "&",
    "&amp",
    "&#x41;",
    "&#0;",
    "&nGt;",
    "&nbsp;",
    "<p>",
    "</p>",
    "<br>",
    "<td>",
    "<h1>",
    "</h1>",
    "<title>",
    "</title>",
    "<body>",
    "<textarea>",
    "\n",
    "\r\n",
    "\xC2\xA0",
    "\xD8\xA8",
    "\xF0\x9F\x98\x80",
    "<![CDATA[",
    "<?xml ?>",
    "<!doctype",
    "<noscript>",
    "</noscript>",
    "<!-->",
    "<b>",
    "</b>",
    "<i>",
    "<code>",
    "</code>",
    "`",
    "*",
    "<pre>",
    "</pre>",
    "<ul>",
    "<ol start=7>",
    "<li>",
    "</ul>",
    "<blockquote>",
    "</blockquote>",
    "<table>",
    "<tr>",
    "<th colspan=3 rowspan=2>",
    "</table>",
    "<hr>",
    "<img src=x alt=y>",
    "<a href=http://a/b>",
    "<dl><dt>",
    "<dd>",
    "<sup>",
    "</sup>",
    "<ruby><rt>",
    "<rp>",
    "<math><msup><mi>x</mi>",
    "</math>",
    "<script type=math/tex>x</script>",
    "<span class=katex>",
    "<span class=line>",
    "</span>",
    "<span class=ln>1</span>",
    "<td class=gutter>1",
    "<div class=syntaxhighlighter>",
    "</div>",
    "<span class=frac>1",
    "\xE2\x80\x8B",
    "&shy;",
};

#define PIECE_COUNT (sizeof(pieces) / sizeof(pieces[0]))

typedef struct {
    char *data;
    size_t length;
} text;

static text read_sample(const char *name)
{
    char path[512];
    text sample = {malloc(MAX_LENGTH), 0};

    snprintf(path, sizeof(path), "%s/%s.html", SAMPLES_DIR, name);
    FILE *file = fopen(path, "rb");

    if (file == NULL || sample.data == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    sample.length = fread(sample.data, 1, MAX_LENGTH, file);
    fclose(file);
    return sample;
}

static void insert(text *page, size_t at, const char *data, size_t length)
{
    if (page->length + length > MAX_LENGTH) {
        return;
    }
    memmove(page->data + at + length, page->data + at, page->length - at);
    memcpy(page->data + at, data, length);
    page->length += length;
}

static void erase(text *page, size_t at, size_t length)
{
    if (length > page->length - at) {
        length = page->length - at;
    }
    memmove(page->data + at, page->data + at + length, page->length - at - length);
    page->length -= length;
}

static void mutate(text *page, const text *samples)
{
    size_t at = random_below(page->length + 1);
    const char *piece = pieces[random_below(PIECE_COUNT)];
    const text *other = &samples[random_below(SAMPLE_COUNT)];
    size_t from = random_below(other->length);
    size_t length = random_below(other->length - from) % 600;

    switch (random_below(6)) {
    case 0:
        erase(page, at, random_below(200));
        break;
    case 1:
        insert(page, at, other->data + from, length);
        break;
    case 2:
        for (size_t n = random_below(50); n > 0; n--) {
            insert(page, at, piece, strlen(piece));
        }
        break;
    case 3:
        page->length = at;
        break;
    default:
        insert(page, at, piece, strlen(piece));
        break;
    }
}

/* Mutations may cut characters; bytes that are then not UTF-8 become '?'. */
static void repair(text *page)
{
    size_t valid = 0;

    while (valid < page->length) {
        valid += dana_utf8_valid_length(page->data + valid, page->length - valid);
        if (valid < page->length) {
            page->data[valid] = '?';
        }
    }
}

/* Whether HTML has as many start tags as end tags of its elements, and no other '<'. */
static bool is_balanced(dana_view html)
{
    static const char *const empty[] = {"br>", "hr>", "img "};
    size_t open = 0;
    const char *p = html.length > 0 ? memchr(html.data, '<', html.length) : NULL;
    const char *end = html.data + html.length;

    while (p != NULL) {
        bool closes = p + 1 < end && p[1] == '/';
        bool is_empty = false;

        for (size_t i = 0; i < 3; i++) {
            is_empty |= (size_t)(end - p) > strlen(empty[i]) &&
                        memcmp(p + 1, empty[i], strlen(empty[i])) == 0;
        }
        if (closes && open == 0) {
            return false;
        }
        open = closes ? open - 1 : open + !is_empty;
        p = memchr(p + 1, '<', (size_t)(end - p - 1));
    }
    return open == 0;
}

static const char *check_formats(dana_page *page, const dana_result *result)
{
    static const char url[] = "https://site.example/";
    dana_view base;
    dana_view plain;
    dana_view markdown;
    dana_view html;

    if (dana_render_plain(page, result, &plain, NULL) != DANA_OK ||
        dana_utf8_valid_length(plain.data, plain.length) != plain.length) {
        return "the plain text";
    }
    if (dana_page_base(page, (dana_view){url, sizeof(url) - 1}, &base, NULL) != DANA_OK ||
        dana_render_markdown(page, result, base, &markdown, NULL) != DANA_OK ||
        dana_utf8_valid_length(markdown.data, markdown.length) != markdown.length) {
        return "the Markdown";
    }
    if (dana_render_html(page, result, base, &html, NULL) != DANA_OK ||
        dana_utf8_valid_length(html.data, html.length) != html.length || !is_balanced(html)) {
        return "the HTML";
    }
    return NULL;
}

/* Returns what is wrong with a result, NULL if nothing is. */
static const char *check_result(dana_page *page, const dana_result *result)
{
    const dana_range *ranges;
    size_t count;
    dana_view rendered;
    size_t source_length = dana_page_source(page).length;
    const dana_profile *profile = &result->profile;
    uint32_t behind = 0;

    for (size_t i = 0; i < profile->line_count; i++) {
        if (profile->lines[i].content + profile->lines[i].code == 0 ||
            (i > 0 && profile->lines[i].start <= profile->lines[i - 1].start) ||
            profile->lines[i].start >= source_length || profile->lines[i].content > source_length ||
            profile->lines[i].code > source_length) {
            return "a line";
        }
    }
    if (dana_render_text(page, result, &rendered, NULL) != DANA_OK ||
        dana_utf8_valid_length(rendered.data, rendered.length) != rendered.length) {
        return "the text";
    }
    if (dana_result_ranges(page, result, &ranges, &count, NULL) != DANA_OK) {
        return "the ranges";
    }
    for (size_t i = 0; i < count; i++) {
        if (ranges[i].span.start < behind || ranges[i].span.end <= ranges[i].span.start ||
            ranges[i].span.end > source_length) {
            return "a range";
        }
        behind = ranges[i].span.end;
    }
    return check_formats(page, result);
}

/* Values of a TEXT parameter: pipelines of every kind. */
static const char *const expressions[] = {
    "vote(addanag,cetd,lqf,gswce;2)",
    "serial(r2l,union(kfe,crunch),cetd:density=text)",
    "intersection(addanag:filter=1:lines=source,serial(lqf:threshold=25,serial(fe,danag)))",
};

static const char *check_content(dana_page *page, const dana_algorithm *algorithm)
{
    dana_params params;
    dana_result result;
    const char *wrong = NULL;

    dana_params_defaults(algorithm, &params);
    for (size_t i = 0; i < algorithm->param_count; i++) {
        const dana_param *param = &algorithm->params[i];

        if (param->type == DANA_PARAM_CHOICE) {
            params.values[i] = (int)random_below(2);
        } else if (param->type == DANA_PARAM_INTEGER && param->maximum < 10) {
            params.values[i] = param->minimum + (int)random_below((size_t)param->maximum);
        } else if (param->type == DANA_PARAM_TEXT) {
            size_t pick = random_below(sizeof(expressions) / sizeof(expressions[0]));

            if (dana_params_set_text(algorithm, &params, param->name, expressions[pick], NULL) !=
                DANA_OK) {
                return "an expression";
            }
        }
    }
    int lines = dana_param_index(algorithm, "lines");

    if (lines >= 0 && random_below(3) == 0) {
        params.values[lines] = DANA_LINES_SOURCE;
    }
    if (dana_extract(page, algorithm, &params, &result, NULL) != DANA_OK) {
        return "the extraction";
    }
    wrong = check_result(page, &result);
    return wrong;
}

static const char *check_headline(dana_page *page, const dana_algorithm *algorithm)
{
    dana_params params;
    dana_headline headline;
    dana_view rendered;

    dana_params_defaults(algorithm, &params);
    params.values[0] = (int)random_below(4);
    if (dana_find_headline(page, algorithm, &params, true, &headline, NULL) != DANA_OK) {
        return "the headline";
    }
    for (size_t i = 0; i < headline.candidate_count; i++) {
        if (headline.candidates[i].score > headline.headline.score + 1e-12 ||
            !(headline.candidates[i].score > 0.0)) {
            return "a candidate's score";
        }
    }
    if (headline.found &&
        (dana_candidate_text(page, &headline.headline, &rendered, NULL) != DANA_OK ||
         rendered.length == 0)) {
        return "the headline's text";
    }
    return NULL;
}

/* Returns what is wrong with a page, NULL if nothing is. */
static const char *check_page(const text *html)
{
    const char *wrong = NULL;
    dana_page *page;
    /* A copy of exact size, so that a read beyond the end is detected. */
    char *copy = malloc(html->length + 1);

    memcpy(copy, html->data, html->length);
    copy = realloc(copy, html->length > 0 ? html->length : 1);
    if (dana_page_open(copy, html->length, 64 * MAX_LENGTH, NULL, &page, NULL) != DANA_OK) {
        wrong = "opening it";
    }
    for (size_t i = 0; wrong == NULL && i < dana_algorithm_count(); i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i);

        wrong = algorithm->kind == DANA_KIND_CONTENT ? check_content(page, algorithm)
                                                     : check_headline(page, algorithm);
    }
    dana_page_close(page);
    free(copy);
    return wrong;
}

/* Puts bytes that are not UTF-8 into a page, and sometimes a declaration before it. */
static void break_encoding(text *page)
{
    for (size_t i = random_below(40); i > 0 && page->length > 0; i--) {
        page->data[random_below(page->length)] = (char)random_below(256);
    }
}

/* Decodes a page as it is labelled, or not. Returns what is wrong, NULL if nothing is. */
static const char *check_decoding(const text *html)
{
    const char *name = dana_encoding_at(random_below(41)); /* NULL: no label */
    dana_view label = {name, name != NULL ? strlen(name) : 0};
    dana_decoded decoded;
    const char *wrong = NULL;
    char *copy = malloc(html->length > 0 ? html->length : 1);

    memcpy(copy, html->data, html->length);
    if (dana_decode(copy, html->length, label, 4 * MAX_LENGTH, NULL, &decoded, NULL) != DANA_OK) {
        free(copy);
        return "decoding it";
    }
    if (dana_utf8_valid_length(decoded.text.data, decoded.text.length) != decoded.text.length) {
        wrong = "the decoded text is not UTF-8";
    } else if (decoded.text.length > 3 * html->length + 3) {
        wrong = "the decoded text is too long";
    } else if (decoded.replacements > html->length + 1) {
        wrong = "the number of replacements";
    }
    dana_decoded_clear(&decoded);
    free(copy);
    return wrong;
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    text samples[SAMPLE_COUNT];
    text page = {malloc(MAX_LENGTH), 0};
    unsigned long failed = 0;

    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        samples[i] = read_sample(sample_names[i]);
    }
    for (unsigned long n = 0; n < count; n++) {
        random_state = (seed + n) * 0x9E3779B97F4A7C15u + 1;
        const text *start = &samples[random_below(SAMPLE_COUNT)];

        memcpy(page.data, start->data, start->length);
        page.length = start->length;
        for (size_t m = 1 + random_below(30); m > 0; m--) {
            mutate(&page, samples);
        }
        repair(&page);
        const char *wrong = check_page(&page);

        if (wrong == NULL) {
            break_encoding(&page);
            wrong = check_decoding(&page);
        }

        if (wrong != NULL) {
            printf("FAILED: %s, seed %llu\n", wrong, (unsigned long long)(seed + n));
            failed++;
        }
    }
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        free(samples[i].data);
    }
    free(page.data);
    printf("tests: %lu passed, %lu failed\n", count - failed, failed);
    return failed == 0 ? 0 : 1;
}
