#include "check_page.h"

#include "boxes/random_boxes.h"
#include "dana/decode.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "dana/links.h"
#include "dana/text.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

#define ARENA_BYTES ((size_t)4 * 1024 * 1024)

/* Whether HTML has as many start tags as end tags of its elements, and no other '<'. */
static bool is_balanced(dana_view html)
{
    static const char *const empty[] = {"br>", "hr>", "img ", "input "};
    size_t open = 0;
    const char *p = html.length > 0 ? memchr(html.data, '<', html.length) : NULL;
    const char *end = html.data + html.length;

    while (p != NULL) {
        bool closes = p + 1 < end && p[1] == '/';
        bool is_empty = false;

        for (size_t i = 0; i < 4; i++) {
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

const char *check_page(dana_view html)
{
    const char *wrong = NULL;
    dana_page *page;
    /* A copy of exact size, so that a read beyond the end is detected. */
    char *copy = malloc(html.length + 1);

    memcpy(copy, html.data, html.length);
    copy = realloc(copy, html.length > 0 ? html.length : 1);
    if (dana_page_open(copy, html.length, ARENA_BYTES, NULL, &page, NULL) != DANA_OK) {
        wrong = "opening it";
    }
    dana_boxes boxes = random_boxes(html, random_state);

    if (wrong == NULL && dana_page_set_boxes(page, &boxes, NULL) != DANA_OK) {
        wrong = "its boxes";
    }
    for (size_t i = 0; wrong == NULL && i < dana_algorithm_count(); i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i);

        wrong = algorithm->kind == DANA_KIND_CONTENT ? check_content(page, algorithm)
                                                     : check_headline(page, algorithm);
    }
    dana_page_close(page);
    free_boxes(&boxes);
    free(copy);
    return wrong;
}

const char *check_decoding(dana_view html)
{
    const char *name = dana_encoding_at(random_below(41)); /* NULL: no label */
    dana_view label = {name, name != NULL ? strlen(name) : 0};
    dana_decoded decoded;
    const char *wrong = NULL;
    char *copy = malloc(html.length > 0 ? html.length : 1);

    memcpy(copy, html.data, html.length);
    if (dana_decode(copy, html.length, label, 4 * html.length + 64, NULL, &decoded, NULL) !=
        DANA_OK) {
        free(copy);
        return "decoding it";
    }
    if (dana_utf8_valid_length(decoded.text.data, decoded.text.length) != decoded.text.length) {
        wrong = "the decoded text is not UTF-8";
    } else if (decoded.text.length > 3 * html.length + 3) {
        wrong = "the decoded text is too long";
    } else if (decoded.replacements > html.length + 1) {
        wrong = "the number of replacements";
    }
    dana_decoded_clear(&decoded);
    free(copy);
    return wrong;
}
