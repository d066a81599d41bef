#include "extract_response.h"

#include "dana/text.h"
#include "describe.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* Warnings that are the API's own. */
#define TEXT_TRUNCATED   "text-truncated"
#define SURROGATE_CODE   "lone-surrogate-replaced"
#define SURROGATE_DETAIL "Escapes of lone surrogates in the body were replaced by U+FFFD."
#define TRUNCATED_DETAIL "The text was cut after options.max_text_chars code points."

static const char *const basis_names[] = {
    [DANA_LINES_BLOCK] = "block",
    [DANA_LINES_START] = "start",
    [DANA_LINES_SOURCE] = "source",
};

static bool includes(const api__extraction *e, unsigned bit)
{
    return (e->request->include & bit) != 0;
}

/* Text from core is valid UTF-8 already. */
static json_t *text_value(dana_view text)
{
    return json_stringn_nocheck(text.data, text.length);
}

static json_t *rendered_span(api__extraction *e, dana_span span)
{
    dana_view text;

    if (dana_render_span(e->page, span, &text, &e->err) != DANA_OK) {
        return NULL;
    }
    return text_value(text);
}

/* "h1" to "h6", "title" for the title element, or "text" for any other place. */
static json_t *source_name(const api__extraction *e, const dana_candidate *candidate)
{
    const dana_scan *scan = e->result.scan;

    if (candidate->heading > 0) {
        return json_sprintf("h%u", candidate->heading);
    }
    return json_string(scan->has_title && candidate->span.start == scan->title.start ? "title"
                                                                                     : "text");
}

static json_t *line_number(const api__extraction *e, size_t offset)
{
    const dana_profile *profile = &e->result.profile;

    if (profile->line_count == 0) {
        return json_null();
    }
    return json_integer((json_int_t)dana_line_at(profile->lines, profile->line_count, offset) + 1);
}

static json_t *candidate_value(api__extraction *e, const dana_candidate *candidate,
                               api__offset_cursor *cursor)
{
    size_t start = api__offset_at(cursor, candidate->span.start);
    size_t end = api__offset_at(cursor, candidate->span.end);

    return json_pack("{so so sI sI so sf}", "text", rendered_span(e, candidate->span), "line",
                     line_number(e, candidate->span.start), "start", (json_int_t)start, "end",
                     (json_int_t)end, "source", source_name(e, candidate), "score",
                     candidate->score);
}

static api__offset_cursor new_cursor(const api__extraction *e)
{
    return (api__offset_cursor){.source = dana_page_source(e->page),
                                .unit = e->request->offset_unit};
}

static json_t *headline_value(api__extraction *e)
{
    api__offset_cursor cursor = new_cursor(e);

    if (!includes(e, API__INCLUDE_HEADLINE) || !e->headline.found) {
        return json_null();
    }
    return candidate_value(e, &e->headline.headline, &cursor);
}

static json_t *candidates_value(api__extraction *e)
{
    api__offset_cursor cursor = new_cursor(e);

    if (!includes(e, API__INCLUDE_CANDIDATES)) {
        return json_null();
    }
    json_t *list = json_array();

    for (size_t i = 0; i < e->headline.candidate_count; i++) {
        if (json_array_append_new(list, candidate_value(e, &e->headline.candidates[i], &cursor)) !=
            0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static json_t *headline_algorithm_value(api__extraction *e)
{
    return e->headline.algorithm != NULL
               ? api__describe_run(e->headline.algorithm, &e->headline.params)
               : json_null();
}

static json_t *title_value(api__extraction *e)
{
    return e->result.scan->has_title ? rendered_span(e, e->result.scan->title) : json_null();
}

/* Finds an attribute of a tag; false where the page has no such tag, or the attribute is empty. */
static bool tag_attribute(const api__extraction *e, dana_span span, const char *name,
                          dana_view *value)
{
    dana_view tag = {dana_page_source(e->page).data + span.start, span.end - span.start};

    return tag.length > 0 && dana_tag_attribute(tag, name, value) && value->length > 0;
}

static json_t *language_value(api__extraction *e)
{
    dana_span html = e->result.scan->html_tag;
    dana_view value;

    if (tag_attribute(e, html, "lang", &value) || tag_attribute(e, html, "xml:lang", &value)) {
        return text_value(value);
    }
    return json_null();
}

static bool is_word(dana_view value, const char *word)
{
    return value.length == strlen(word) && strncasecmp(value.data, word, value.length) == 0;
}

/* The direction that a tag declares; "auto" and anything unknown declare none. */
static dana_dir declared_dir(const api__extraction *e, dana_span tag)
{
    dana_view value;

    if (!tag_attribute(e, tag, "dir", &value)) {
        return DANA_DIR_NONE;
    }
    if (is_word(value, "rtl")) {
        return DANA_DIR_RTL;
    }
    return is_word(value, "ltr") ? DANA_DIR_LTR : DANA_DIR_NONE;
}

static json_t *dir_value(api__extraction *e)
{
    dana_dir dir = declared_dir(e, e->result.scan->html_tag);

    if (dir == DANA_DIR_NONE) {
        dir = declared_dir(e, e->result.scan->body_tag);
    }
    if (dir == DANA_DIR_NONE) {
        dir = dana_text_direction(e->text);
    }
    if (dir == DANA_DIR_NONE) {
        return json_null();
    }
    return json_string(dir == DANA_DIR_RTL ? "rtl" : "ltr");
}

size_t api__text_limit(const api__extraction *e)
{
    size_t left = e->request->max_text_chars;
    size_t i = 0;

    if (left == 0) {
        return e->text.length;
    }
    for (; i < e->text.length; i++) {
        bool starts = ((unsigned char)e->text.data[i] & 0xC0) != 0x80;

        if (starts && left-- == 0) {
            break;
        }
    }
    return i;
}

static json_t *content_value(api__extraction *e)
{
    size_t limit = api__text_limit(e);

    if (!includes(e, API__INCLUDE_TEXT)) {
        return json_null();
    }
    return json_pack("{so sn sn sI sI sb}", "text", text_value((dana_view){e->text.data, limit}),
                     "html", "markdown", "chars", (json_int_t)dana_count_code_points(e->text),
                     "words", (json_int_t)dana_count_words(e->text), "truncated",
                     (int)(limit < e->text.length));
}

static json_t *range_value(const dana_range *range, api__offset_cursor *cursor,
                           api__line_cursor *lines)
{
    size_t start = api__offset_at(cursor, range->span.start);
    size_t end = api__offset_at(cursor, range->span.end);
    size_t first = api__source_line_at(lines, range->span.start);
    size_t last = api__source_line_at(lines, range->span.end - 1);

    return json_pack("{sI sI sI sI sI sI}", "start_line", (json_int_t)range->start_line, "end_line",
                     (json_int_t)range->end_line, "start", (json_int_t)start, "end",
                     (json_int_t)end, "source_start_line", (json_int_t)first, "source_end_line",
                     (json_int_t)last);
}

static json_t *ranges_value(api__extraction *e, const dana_range *ranges, size_t count)
{
    api__offset_cursor cursor = new_cursor(e);
    api__line_cursor lines = {.source = dana_page_source(e->page)};

    if (!includes(e, API__INCLUDE_RANGES)) {
        return json_null();
    }
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        if (json_array_append_new(list, range_value(&ranges[i], &cursor, &lines)) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static json_t *density_value(api__extraction *e)
{
    const dana_profile *profile = &e->result.profile;
    json_t *content = json_array();
    json_t *code = json_array();
    json_t *smoothed = profile->smoothed != NULL ? json_array() : json_null();
    int failed = content == NULL || code == NULL || smoothed == NULL;

    for (size_t i = 0; i < profile->line_count && failed == 0; i++) {
        failed |= json_array_append_new(content, json_integer(profile->lines[i].content));
        failed |= json_array_append_new(code, json_integer(profile->lines[i].code));
        if (profile->smoothed != NULL) {
            failed |= json_array_append_new(smoothed, json_integer(profile->smoothed[i]));
        }
    }
    json_t *density = json_pack("{sI so so ss? so}", "lines", (json_int_t)profile->line_count,
                                "content", content, "code", code, "signal", profile->signal,
                                "smoothed", smoothed);

    if (failed != 0) {
        json_decref(density);
        return NULL;
    }
    return density;
}

/* Where each line starts, and where the last one ends: lines + 1 numbers. */
static json_t *line_offsets_value(api__extraction *e)
{
    const dana_profile *profile = &e->result.profile;
    api__offset_cursor cursor = new_cursor(e);
    json_t *list = json_array();

    for (size_t i = 0; i <= profile->line_count; i++) {
        size_t byte = i < profile->line_count ? profile->lines[i].start
                                              : dana_page_source(e->page).length;

        if (json_array_append_new(list, json_integer((json_int_t)api__offset_at(&cursor, byte))) !=
            0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static size_t selected_lines(const dana_range *ranges, size_t count)
{
    size_t lines = 0;

    for (size_t i = 0; i < count; i++) {
        lines += ranges[i].end_line - ranges[i].start_line + 1;
    }
    return lines;
}

static json_t *stats_value(api__extraction *e, const dana_range *ranges, size_t count)
{
    dana_view source = dana_page_source(e->page);
    api__line_cursor lines = {.source = source};
    size_t last = source.length > 0 ? source.length - 1 : 0;

    return json_pack("{sI sI sI sI sI ss ss}", "input_bytes", (json_int_t)e->request->html_length,
                     "decoded_bytes", (json_int_t)source.length, "source_lines",
                     (json_int_t)api__source_line_at(&lines, last), "lines",
                     (json_int_t)e->result.profile.line_count, "content_lines",
                     (json_int_t)selected_lines(ranges, count), "line_basis",
                     basis_names[e->result.scan->options.lines], "offset_unit",
                     api__offset_unit_name(e->request->offset_unit));
}

static double rounded(double ms)
{
    return ms > 0.0 ? round(ms * 1000.0) / 1000.0 : 0.0;
}

static json_t *timings_value(const api__timings *t)
{
    return json_pack("{sf sn sf sf sf sf sf}", "queue", rounded(t->queue), "fetch", "decode",
                     rounded(t->decode), "parse", rounded(t->parse), "extract", rounded(t->extract),
                     "headline", rounded(t->headline), "total", rounded(t->total));
}

static int add_warning(json_t *list, const char *code, const char *detail)
{
    return json_array_append_new(list, json_pack("{ss ss}", "code", code, "detail", detail));
}

static json_t *warnings_value(api__extraction *e)
{
    json_t *list = json_array();
    uint32_t warnings = e->result.warnings | e->headline.warnings;
    int failed = list == NULL;

    for (int i = 0; i < DANA_WARNING_COUNT && failed == 0; i++) {
        if ((warnings & 1u << i) != 0) {
            failed |= add_warning(list, dana_warning_code((dana_warning)i),
                                  dana_warning_text((dana_warning)i));
        }
    }
    if (includes(e, API__INCLUDE_TEXT) && api__text_limit(e) < e->text.length) {
        failed |= add_warning(list, TEXT_TRUNCATED, TRUNCATED_DETAIL);
    }
    if (e->request->surrogates_replaced) {
        failed |= add_warning(list, SURROGATE_CODE, SURROGATE_DETAIL);
    }
    if (failed != 0) {
        json_decref(list);
        return NULL;
    }
    return list;
}

/* A member left out of an answer is null. */
static json_t *if_included(api__extraction *e, unsigned bit, json_t *(*value)(api__extraction *))
{
    return includes(e, bit) ? value(e) : json_null();
}

static json_t *source_value(api__extraction *e)
{
    return text_value(dana_page_source(e->page));
}

json_t *api__extract_json(api__extraction *e)
{
    const dana_range *ranges;
    size_t count;
    json_t *root = json_object();
    int failed = 0;

    if (dana_result_ranges(e->page, &e->result, &ranges, &count, &e->err) != DANA_OK) {
        json_decref(root);
        return NULL;
    }
    failed |= json_object_set_new(root, "id", json_string(e->id));
    failed |= json_object_set_new(root, "url", json_null());
    failed |= json_object_set_new(root, "headline", headline_value(e));
    failed |= json_object_set_new(root, "headline_algorithm", headline_algorithm_value(e));
    failed |= json_object_set_new(root, "title_tag", title_value(e));
    failed |= json_object_set_new(root, "language", language_value(e));
    failed |= json_object_set_new(root, "dir", dir_value(e));
    failed |= json_object_set_new(root, "content", content_value(e));
    failed |= json_object_set_new(root, "ranges", ranges_value(e, ranges, count));
    failed |= json_object_set_new(root, "density",
                                  if_included(e, API__INCLUDE_DENSITY, density_value));
    failed |= json_object_set_new(root, "line_offsets",
                                  if_included(e, API__INCLUDE_LINE_OFFSETS, line_offsets_value));
    failed |= json_object_set_new(root, "candidates", candidates_value(e));
    failed |= json_object_set_new(root, "source",
                                  if_included(e, API__INCLUDE_SOURCE, source_value));
    failed |= json_object_set_new(root, "links", json_null());
    failed |= json_object_set_new(root, "images", json_null());
    failed |= json_object_set_new(root, "metadata", json_null());
    failed |= json_object_set_new(root, "encoding",
                                  json_pack("{ss ss si}", "name", "utf-8", "source",
                                            e->request->encoding_source, "replacements", 0));
    failed |= json_object_set_new(root, "stats", stats_value(e, ranges, count));
    failed |= json_object_set_new(root, "timings_ms", timings_value(&e->timings));
    failed |= json_object_set_new(root, "warnings", warnings_value(e));
    failed |= json_object_set_new(root, "algorithm",
                                  api__describe_run(e->result.algorithm, &e->result.params));
    failed |= json_object_set_new(root, "version", json_string(e->version));
    if (failed != 0) {
        json_decref(root);
        return NULL;
    }
    return root;
}
