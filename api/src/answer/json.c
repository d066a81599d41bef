#include "answer/json.h"

#include "answer/describe.h"
#include "answer/formats.h"
#include "answer/links.h"
#include "answer/metadata.h"
#include "answer/trace.h"
#include "answer/warnings.h"
#include "dana/links.h"
#include "dana/text.h"
#include "json/writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const basis_names[] = {
    [DANA_LINES_BLOCK] = "block",
    [DANA_LINES_START] = "start",
    [DANA_LINES_SOURCE] = "source",
};

static bool includes(const api__extraction *e, unsigned bit)
{
    return (e->parts & bit) != 0;
}

json_t *api__text_value(dana_view text)
{
    return json_stringn_nocheck(text.data, text.length);
}

static json_t *rendered_span(api__extraction *e, dana_span span)
{
    dana_view text;

    if (dana_render_span(e->page, span, &text, &e->err) != DANA_OK) {
        return NULL;
    }
    return api__text_value(text);
}

/* "h1" to "h6", "title" for the title element, "og:title" and the like for other markup, or "text"
 * for any other place. */
static json_t *source_name(const api__extraction *e, const dana_candidate *candidate)
{
    const dana_scan *scan = e->result.scan;

    if (candidate->heading > 0) {
        return json_sprintf("h%u", candidate->heading);
    }
    if (candidate->source != NULL) {
        return json_string(candidate->source);
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

/* Writes a candidate's text; where core fails the writer does. */
static void write_candidate_text(api__extraction *e, api__writer *w,
                                 const dana_candidate *candidate)
{
    dana_view text;

    if (dana_candidate_text(e->page, candidate, &text, &e->err) != DANA_OK) {
        w->failed = true;
        return;
    }
    api__write_text(w, "text", text);
}

static void write_candidate(api__extraction *e, api__writer *w, const char *name,
                            const dana_candidate *candidate, api__offset_cursor *cursor)
{
    size_t start = api__offset_at(cursor, candidate->span.start);
    size_t end = api__offset_at(cursor, candidate->span.end);

    api__write_begin(w, name);
    write_candidate_text(e, w, candidate);
    api__write_value(w, "line", line_number(e, candidate->span.start));
    api__write_value(w, "start", json_integer((json_int_t)start));
    api__write_value(w, "end", json_integer((json_int_t)end));
    api__write_value(w, "source", source_name(e, candidate));
    api__write_value(w, "score", json_real(candidate->score));
    api__write_end(w);
}

api__offset_cursor api__new_cursor(const api__extraction *e)
{
    return (api__offset_cursor){.source = dana_page_source(e->page),
                                .unit = e->request->offset_unit};
}

static void write_headline(api__extraction *e, api__writer *w)
{
    api__offset_cursor cursor = api__new_cursor(e);

    if (!includes(e, API__INCLUDE_HEADLINE) || !e->headline.found) {
        api__write_value(w, "headline", json_null());
        return;
    }
    write_candidate(e, w, "headline", &e->headline.headline, &cursor);
}

static void write_candidates(api__extraction *e, api__writer *w)
{
    api__offset_cursor cursor = api__new_cursor(e);

    if (!includes(e, API__INCLUDE_CANDIDATES)) {
        api__write_value(w, "candidates", json_null());
        return;
    }
    api__write_begin_array(w, "candidates", e->headline.candidate_count);
    for (size_t i = 0; i < e->headline.candidate_count; i++) {
        write_candidate(e, w, NULL, &e->headline.candidates[i], &cursor);
    }
    api__write_end_array(w);
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

dana_view api__language(const api__extraction *e)
{
    dana_span html = e->result.scan->html_tag;
    dana_view value;

    if (tag_attribute(e, html, "lang", &value) || tag_attribute(e, html, "xml:lang", &value)) {
        return value;
    }
    return (dana_view){"", 0};
}

static json_t *language_value(api__extraction *e)
{
    dana_view language = api__language(e);

    return language.length > 0 ? api__text_value(language) : json_null();
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

const char *api__direction(const api__extraction *e)
{
    dana_dir dir = declared_dir(e, e->result.scan->html_tag);

    if (dir == DANA_DIR_NONE) {
        dir = declared_dir(e, e->result.scan->body_tag);
    }
    if (dir == DANA_DIR_NONE) {
        dir = dana_text_direction(e->text);
    }
    return dir == DANA_DIR_NONE ? NULL : dir == DANA_DIR_RTL ? "rtl" : "ltr";
}

static json_t *dir_value(const api__extraction *e)
{
    const char *dir = api__direction(e);

    return dir != NULL ? json_string(dir) : json_null();
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

bool api__is_truncated(const api__extraction *e)
{
    return includes(e, API__INCLUDE_TEXT) && api__text_limit(e) < e->text.length;
}

/* Writes a member of text, null where it was not asked for. */
static void write_part(const api__extraction *e, api__writer *w, const char *name, unsigned bit,
                       dana_view text)
{
    if (includes(e, bit)) {
        api__write_text(w, name, text);
    } else {
        api__write_value(w, name, json_null());
    }
}

static void write_html(const api__extraction *e, api__writer *w)
{
    size_t length = 0;
    char *html = includes(e, API__INCLUDE_HTML) ? api__content_html(e, &length) : NULL;

    w->failed |= html == NULL && includes(e, API__INCLUDE_HTML);
    write_part(e, w, "html", API__INCLUDE_HTML, (dana_view){html != NULL ? html : "", length});
    free(html);
}

static void write_content(api__extraction *e, api__writer *w)
{
    size_t limit = api__text_limit(e);

    if (!includes(e, API__INCLUDE_TEXT | API__INCLUDE_HTML | API__INCLUDE_MARKDOWN)) {
        api__write_value(w, "content", json_null());
        return;
    }
    api__write_begin(w, "content");
    write_part(e, w, "text", API__INCLUDE_TEXT, (dana_view){e->text.data, limit});
    write_html(e, w);
    write_part(e, w, "markdown", API__INCLUDE_MARKDOWN, e->markdown);
    api__write_value(w, "chars", json_integer((json_int_t)dana_count_code_points(e->text)));
    api__write_value(w, "words", json_integer((json_int_t)dana_count_words(e->text)));
    api__write_value(w, "truncated", json_boolean(api__is_truncated(e)));
    api__write_end(w);
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
    api__offset_cursor cursor = api__new_cursor(e);
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

static void write_smoothed(const dana_profile *profile, api__writer *w)
{
    if (profile->smoothed == NULL) {
        api__write_value(w, "smoothed", json_null());
        return;
    }
    api__write_begin_array(w, "smoothed", profile->line_count);
    for (size_t i = 0; i < profile->line_count; i++) {
        api__write_integer(w, profile->smoothed[i]);
    }
    api__write_end_array(w);
}

static void write_density(api__extraction *e, api__writer *w)
{
    const dana_profile *profile = &e->result.profile;
    size_t count = profile->line_count;

    if (!includes(e, API__INCLUDE_DENSITY)) {
        api__write_value(w, "density", json_null());
        return;
    }
    api__write_begin(w, "density");
    api__write_value(w, "lines", json_integer((json_int_t)count));
    api__write_begin_array(w, "content", count);
    for (size_t i = 0; i < count; i++) {
        api__write_integer(w, profile->lines[i].content);
    }
    api__write_end_array(w);
    api__write_begin_array(w, "code", count);
    for (size_t i = 0; i < count; i++) {
        api__write_integer(w, profile->lines[i].code);
    }
    api__write_end_array(w);
    api__write_value(w, "signal",
                     profile->signal != NULL ? json_string(profile->signal) : json_null());
    write_smoothed(profile, w);
    api__write_end(w);
}

/* Where each line starts, and where the last one ends: lines + 1 numbers. */
static void write_line_offsets(api__extraction *e, api__writer *w)
{
    const dana_profile *profile = &e->result.profile;
    size_t count = profile->line_count;
    api__offset_cursor cursor = api__new_cursor(e);

    if (!includes(e, API__INCLUDE_LINE_OFFSETS)) {
        api__write_value(w, "line_offsets", json_null());
        return;
    }
    api__write_begin_array(w, "line_offsets", count + 1);
    for (size_t i = 0; i <= count; i++) {
        size_t byte = i < count ? profile->lines[i].start : dana_page_source(e->page).length;

        api__write_integer(w, (int64_t)api__offset_at(&cursor, byte));
    }
    api__write_end_array(w);
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

    return json_pack("{sI sI sI sI sI ss ss}", "input_bytes", (json_int_t)e->input_bytes,
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

static json_t *timings_value(const api__extraction *e)
{
    const api__timings *t = &e->timings;
    json_t *fetch = e->fetched != NULL ? json_real(rounded(e->fetched->elapsed_ms)) : json_null();

    return json_pack("{sf so sf sf sf sf sf}", "queue", rounded(t->queue), "fetch", fetch, "decode",
                     rounded(t->decode), "parse", rounded(t->parse), "extract", rounded(t->extract),
                     "headline", rounded(t->headline), "total", rounded(t->total));
}

/* A member left out of an answer is null. */
static json_t *if_included(api__extraction *e, unsigned bit, json_t *(*value)(api__extraction *))
{
    return includes(e, bit) ? value(e) : json_null();
}

static void write_source(api__extraction *e, api__writer *w)
{
    if (!includes(e, API__INCLUDE_SOURCE)) {
        api__write_value(w, "source", json_null());
        return;
    }
    api__write_text(w, "source", dana_page_source(e->page));
}

static json_t *encoding_value(const api__extraction *e)
{
    return json_pack("{ss ss sI}", "name", e->document.encoding, "source", e->document.source,
                     "replacements", (json_int_t)e->document.replacements);
}

/* The page's canonical URL, null where it names none. */
static json_t *canonical_value(api__extraction *e)
{
    dana_view canonical;

    if (dana_page_canonical(e->page, e->base, &canonical, &e->err) != DANA_OK) {
        return NULL;
    }
    return canonical.data != NULL ? api__text_value(canonical) : json_null();
}

/* Null for a page that came with the request. */
static json_t *url_value(api__extraction *e)
{
    const api_fetched *fetched = e->fetched;

    if (fetched == NULL) {
        return json_null();
    }
    return json_pack("{ss ss so si si}", "requested", e->request->url, "final", fetched->final_url,
                     "canonical", canonical_value(e), "status", fetched->status, "redirects",
                     fetched->redirects);
}

/* The page's URL: where it was fetched, else as the request says; empty where unknown. */
static dana_view document_url(const api__extraction *e)
{
    const char *document = e->fetched != NULL ? e->fetched->final_url : e->request->base_url;

    return (dana_view){document != NULL ? document : "", document != NULL ? strlen(document) : 0};
}

static json_t *metadata_value(api__extraction *e)
{
    return api__metadata_value(e, document_url(e));
}

static json_t *posts_value(api__extraction *e)
{
    return api__posts_value(e, document_url(e), DANA_ITEM_POST);
}

static json_t *comments_value(api__extraction *e)
{
    return api__posts_value(e, document_url(e), DANA_ITEM_COMMENT);
}

dana_status api__find_base(api__extraction *e)
{
    const unsigned needing = API__INCLUDE_LINKS | API__INCLUDE_IMAGES | API__INCLUDE_HTML |
                             API__INCLUDE_MARKDOWN;

    if (e->fetched == NULL && !includes(e, needing)) {
        return DANA_OK;
    }
    return dana_page_base(e->page, document_url(e), &e->base, &e->err);
}

/* The members in their order. */
static void write_members(api__extraction *e, const dana_range *ranges, size_t count,
                          api__writer *w)
{
    api__write_value(w, "id", json_string(e->id));
    api__write_value(w, "url", url_value(e));
    write_headline(e, w);
    api__write_value(w, "headline_algorithm", headline_algorithm_value(e));
    api__write_value(w, "title_tag", title_value(e));
    api__write_value(w, "language", language_value(e));
    api__write_value(w, "dir", dir_value(e));
    write_content(e, w);
    api__write_value(w, "ranges", ranges_value(e, ranges, count));
    write_density(e, w);
    write_line_offsets(e, w);
    write_candidates(e, w);
    write_source(e, w);
    api__write_value(w, "links", if_included(e, API__INCLUDE_LINKS, api__links_value));
    api__write_value(w, "images", if_included(e, API__INCLUDE_IMAGES, api__images_value));
    api__write_value(w, "metadata", if_included(e, API__INCLUDE_METADATA, metadata_value));
    api__write_value(w, "posts", if_included(e, API__INCLUDE_POSTS, posts_value));
    api__write_value(w, "comments", if_included(e, API__INCLUDE_COMMENTS, comments_value));
    if (includes(e, API__INCLUDE_TRACE)) {
        api__write_trace(e, w);
    } else {
        api__write_value(w, "trace", json_null());
    }
    api__write_value(w, "encoding", encoding_value(e));
    api__write_value(w, "stats", stats_value(e, ranges, count));
    api__write_value(w, "timings_ms", timings_value(e));
    api__write_value(w, "warnings", api__warnings_value(e));
    api__write_value(w, "algorithm", api__describe_run(e->result.algorithm, &e->result.params));
    api__write_value(w, "version", json_string(e->version));
}

bool api__extract_write(api__extraction *e, api_response *out)
{
    const dana_range *ranges;
    size_t count;
    api__writer writer = {0};

    if (dana_result_ranges(e->page, &e->result, &ranges, &count, &e->err) != DANA_OK ||
        api__find_base(e) != DANA_OK) {
        return false;
    }
    *out = (api_response){.status = 200, .content_type = "application/json"};
    api__write_begin(&writer, NULL);
    write_members(e, ranges, count, &writer);
    api__write_end(&writer);
    if (!api__writer_finish(&writer, out)) {
        api__writer_clear(&writer);
        return false;
    }
    return true;
}

/* What answers in other forms share with this one. */

json_t *api__title_value(api__extraction *e)
{
    return title_value(e);
}

json_t *api__headline_text_value(api__extraction *e)
{
    return e->headline.found ? rendered_span(e, e->headline.headline.span) : json_null();
}

dana_view api__document_url(const api__extraction *e)
{
    return document_url(e);
}
