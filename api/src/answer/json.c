#include "answer/json.h"

#include "answer/content.h"
#include "answer/describe.h"
#include "answer/headline.h"
#include "answer/lines.h"
#include "answer/links.h"
#include "answer/looks.h"
#include "answer/metadata.h"
#include "answer/warnings.h"
#include "browser/rendered.h"
#include "dana/links.h"
#include "http/response.h"
#include "json/values.h"

#include <math.h>

static const char *const basis_names[] = {
    [DANA_LINES_BLOCK] = "block",
    [DANA_LINES_START] = "start",
    [DANA_LINES_SOURCE] = "source",
};

static void write_id(api__extraction *e, api__writer *w, const char *name)
{
    api__write_string(w, name, e->id);
}

static void write_version(api__extraction *e, api__writer *w, const char *name)
{
    api__write_string(w, name, e->version);
}

static void write_algorithm(api__extraction *e, api__writer *w, const char *name)
{
    api__write_run(w, name, e->result.algorithm, &e->result.params);
}

static void write_headline_algorithm(api__extraction *e, api__writer *w, const char *name)
{
    api__write_run(w, name, e->headline.algorithm, &e->headline.params);
}

static void write_title(api__extraction *e, api__writer *w, const char *name)
{
    dana_view title;

    if (api__title(e, &title) != DANA_OK) {
        api__buffer_fail(&w->buffer);
    } else if (title.data != NULL) {
        api__write_text(w, name, title);
    } else {
        api__write_null(w, name);
    }
}

static void write_language(api__extraction *e, api__writer *w, const char *name)
{
    dana_view tag = api__language(e).tag;

    if (!e->has_language) {
        api__buffer_fail(&w->buffer);
    } else if (tag.length > 0) {
        api__write_text(w, name, tag);
    } else {
        api__write_null(w, name);
    }
}

static void write_language_source(api__extraction *e, api__writer *w, const char *name)
{
    dana_language language = api__language(e);

    if (!e->has_language) {
        api__buffer_fail(&w->buffer);
    } else if (language.tag.length > 0) {
        api__write_string(w, name, dana_language_source_name(language.source));
    } else {
        api__write_null(w, name);
    }
}

static void write_dir(api__extraction *e, api__writer *w, const char *name)
{
    const char *dir = api__direction(e);

    if (dir != NULL) {
        api__write_string(w, name, dir);
    } else {
        api__write_null(w, name);
    }
}

static double rounded(double value)
{
    return value > 0.0 ? round(value * 1000.0) / 1000.0 : 0.0;
}

static void write_page_type(api__extraction *e, api__writer *w, const char *name)
{
    double confidence = rounded((double)e->result.page_type_confidence);

    if (confidence <= 0.0) {
        api__write_null(w, name);
        return;
    }
    api__write_begin(w, name);
    api__write_string(w, "type", dana_page_type_name(e->result.page_type));
    api__write_real(w, "confidence", confidence);
    api__write_end(w);
}

static size_t selected_lines(const dana_range *ranges, size_t count)
{
    size_t lines = 0;

    for (size_t i = 0; i < count; i++) {
        lines += ranges[i].end_line - ranges[i].start_line + 1;
    }
    return lines;
}

static void write_stats(api__extraction *e, api__writer *w, const char *name)
{
    dana_view source = dana_page_source(e->page);
    size_t last = source.length > 0 ? source.length - 1 : 0;

    api__write_begin(w, name);
    api__write_number(w, "input_bytes", (int64_t)e->input_bytes);
    api__write_number(w, "decoded_bytes", (int64_t)source.length);
    api__write_number(w, "source_lines", (int64_t)api__source_line_at(&e->lines, last));
    api__write_number(w, "lines", (int64_t)e->result.profile.line_count);
    api__write_number(w, "content_lines", (int64_t)selected_lines(e->ranges, e->range_count));
    api__write_string(w, "line_basis", basis_names[e->result.scan->options.lines]);
    api__write_string(w, "offset_unit", api__offset_unit_name(e->request->options.offset_unit));
    api__write_end(w);
}

static void write_timings(api__extraction *e, api__writer *w, const char *name)
{
    static const struct {
        const char *name;
        api_stage stage;
    } stages[] = {{"decode", API_STAGE_DECODE},
                  {"parse", API_STAGE_PARSE},
                  {"extract", API_STAGE_EXTRACT},
                  {"headline", API_STAGE_HEADLINE}};

    api__write_begin(w, name);
    api__write_real(w, "queue", rounded(e->queue_ms));
    if (e->fetched != NULL) {
        api__write_real(w, "fetch", rounded(e->fetched->elapsed_ms));
    } else {
        api__write_null(w, "fetch");
    }
    if (api__is_rendered(e)) {
        api__write_real(w, "render", rounded(e->rendered->elapsed_ms));
    } else {
        api__write_null(w, "render");
    }
    for (size_t i = 0; i < sizeof(stages) / sizeof(stages[0]); i++) {
        api__write_real(w, stages[i].name, rounded(e->stage_ms[stages[i].stage]));
    }
    api__write_real(w, "total", rounded(e->total_ms));
    api__write_end(w);
}

static void write_encoding(api__extraction *e, api__writer *w, const char *name)
{
    api__write_begin(w, name);
    api__write_string(w, "name", e->document.encoding);
    api__write_string(w, "source", e->document.source);
    api__write_number(w, "replacements", (int64_t)e->document.replacements);
    api__write_end(w);
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

static json_t *posts_value(api__extraction *e)
{
    return api__posts_value(e, DANA_ITEM_POST);
}

static json_t *comments_value(api__extraction *e)
{
    return api__posts_value(e, DANA_ITEM_COMMENT);
}

static void write_rendered(api__extraction *e, api__writer *w, const char *name)
{
    if (api__is_rendered(e)) {
        api__write_rendering(e->rendered, w, name);
    } else {
        api__write_null(w, name);
    }
}

static void write_screenshot(api__extraction *e, api__writer *w, const char *name)
{
    if (api__is_rendered(e)) {
        api__write_picture(e->rendered, w, name);
    } else {
        api__write_null(w, name);
    }
}

static void write_source(api__extraction *e, api__writer *w, const char *name)
{
    api__write_text(w, name, dana_page_source(e->page));
}

/* About how many bytes the small members take, and the numbers of a line. */
#define MEMBERS_BYTES ((size_t)3072)
#define DENSITY_BYTES ((size_t)12)

#define CONTENT_PARTS (API__INCLUDE_TEXT | API__INCLUDE_HTML | API__INCLUDE_MARKDOWN)

/* The members in their order. Each has a value or a writer. */
static const struct {
    const char *name;
    unsigned parts; /* include's bits that ask for it, else it is null; 0: always there */
    json_t *(*value)(api__extraction *e);
    void (*write)(api__extraction *e, api__writer *w, const char *name);
} members[] = {
    {"id", 0, NULL, write_id},
    {"url", 0, url_value, NULL},
    {"rendered", 0, NULL, write_rendered},
    {"headline", API__INCLUDE_HEADLINE, NULL, api__write_headline},
    {"headline_algorithm", 0, NULL, write_headline_algorithm},
    {"title_tag", 0, NULL, write_title},
    {"language", 0, NULL, write_language},
    {"language_source", 0, NULL, write_language_source},
    {"dir", 0, NULL, write_dir},
    {"page_type", 0, NULL, write_page_type},
    {"content", CONTENT_PARTS, NULL, api__write_content},
    {"ranges", API__INCLUDE_RANGES, NULL, api__write_ranges},
    {"density", API__INCLUDE_DENSITY, NULL, api__write_density},
    {"line_offsets", API__INCLUDE_LINE_OFFSETS, NULL, api__write_line_offsets},
    {"candidates", API__INCLUDE_CANDIDATES, NULL, api__write_candidates},
    {"source", API__INCLUDE_SOURCE, NULL, write_source},
    {"screenshot", API__INCLUDE_SCREENSHOT, NULL, write_screenshot},
    {"links", API__INCLUDE_LINKS, NULL, api__write_links},
    {"images", API__INCLUDE_IMAGES, NULL, api__write_images},
    {"media", API__INCLUDE_MEDIA, NULL, api__write_media},
    {"metadata", API__INCLUDE_METADATA, api__metadata_value, NULL},
    {"posts", API__INCLUDE_POSTS, posts_value, NULL},
    {"comments", API__INCLUDE_COMMENTS, comments_value, NULL},
    {"trace", API__INCLUDE_TRACE, NULL, api__write_trace},
    {"boxes", API__INCLUDE_BOXES, NULL, api__write_boxes},
    {"segments", API__INCLUDE_SEGMENTS, NULL, api__write_segments},
    {"encoding", 0, NULL, write_encoding},
    {"stats", 0, NULL, write_stats},
    {"timings_ms", 0, NULL, write_timings},
    {"warnings", 0, NULL, api__write_warnings},
    {"algorithm", 0, NULL, write_algorithm},
    {"version", 0, NULL, write_version},
};

static void write_members(api__extraction *e, api__writer *w)
{
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
        if (members[i].parts != 0 && !api__includes(e, members[i].parts)) {
            api__write_null(w, members[i].name);
        } else if (members[i].value != NULL) {
            api__write_value(w, members[i].name, members[i].value(e));
        } else {
            members[i].write(e, w, members[i].name);
        }
    }
}

/* Finds what several members need. */
static dana_status prepare(api__extraction *e)
{
    const unsigned with_urls = API__INCLUDE_LINKS | API__INCLUDE_IMAGES | API__INCLUDE_MEDIA |
                               API__INCLUDE_HTML | API__INCLUDE_MARKDOWN;
    e->lines = (api__line_cursor){.source = dana_page_source(e->page)};
    dana_status status = dana_result_ranges(e->page, &e->result, &e->ranges, &e->range_count,
                                            &e->err);

    if (status == DANA_OK && (e->fetched != NULL || api__includes(e, with_urls))) {
        status = api__find_base(e);
    }
    return status;
}

/* About how long an answer with text and densities is; a longer one grows. */
static size_t usual_length(const api__extraction *e)
{
    return MEMBERS_BYTES + api__limited_text(e).length +
           e->result.profile.line_count * DENSITY_BYTES;
}

bool api__answer_json(api__extraction *e, api_response *out)
{
    api__writer writer = {0};

    if (prepare(e) != DANA_OK) {
        return false;
    }
    api__reserve(&writer.buffer, usual_length(e));
    api__write_begin(&writer, NULL);
    write_members(e, &writer);
    api__write_end(&writer);
    return api__buffer_response(out, "application/json", &writer.buffer);
}
