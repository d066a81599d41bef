/*
 * GET /parser and POST /parse-html, as the servers around Mercury Parser (Postlight Parser) have
 * them: the same members in the same order (parser's README and src/extractors), null where a value
 * is not known. Where they answer an error with 200, danad's status and problem stand, with their
 * members error, failed and message added.
 */
#include "dana/format.h"
#include "dana/text.h"
#include "endpoints/handlers.h"
#include "endpoints/utc.h"
#include "extract/run.h"
#include "http/body.h"
#include "http/errors.h"
#include "http/problems.h"
#include "http/response.h"
#include "json/parse.h"
#include "json/values.h"
#include "json/writer.h"

#include <string.h>

/* Everything an answer is made of. */
typedef struct {
    api__extraction *e;
    dana_metadata metadata;
    dana_view content;
    dana_view url;
} article;

static json_t *view_value(dana_view view)
{
    return view.data != NULL && view.length > 0 ? json_stringn_nocheck(view.data, view.length)
                                                : json_null();
}

/* The headline as the source has it, else the title element. */
static json_t *title_value(api__extraction *e)
{
    dana_view title;
    dana_status status = e->headline.found ? api__headline_text(e, &title) : api__title(e, &title);

    if (status != DANA_OK) {
        return NULL;
    }
    return title.data != NULL ? api__text_value(title) : json_null();
}

/* All authors in one string. */
static json_t *author_value(const dana_metadata *m)
{
    api__buffer names = {0};
    json_t *value;

    if (m->author_count == 0) {
        return json_null();
    }
    for (size_t i = 0; i < m->author_count; i++) {
        api__append_string(&names, i > 0 ? ", " : "");
        api__append_view(&names, m->authors[i]);
    }
    value = names.failed ? NULL : json_stringn_nocheck(names.data, names.length);
    api__buffer_clear(&names);
    return value;
}

static json_t *date_value(const dana_metadata *m)
{
    char text[API__UTC_SIZE];

    if (m->published.value.data == NULL || !api__utc_from_iso(m->published.value, text)) {
        return json_null();
    }
    return json_string(text);
}

/* The lines under the headline. */
static json_t *dek_value(const dana_metadata *m)
{
    for (size_t i = 0; i < m->subtitle_count; i++) {
        if (m->subtitles[i].level == 0) {
            return view_value(m->subtitles[i].text);
        }
    }
    return json_null();
}

/* The host of a URL, without user and port. */
static dana_view host_of(dana_view url)
{
    const char *start = memmem(url.data, url.length, "://", 3);
    const char *end = url.data + url.length;

    if (start == NULL) {
        return (dana_view){"", 0};
    }
    start += 3;
    for (const char *p = start; p < end; p++) {
        if (*p == '/' || *p == '?' || *p == '#') {
            end = p;
        }
    }
    const char *user = memrchr(start, '@', (size_t)(end - start));
    start = user != NULL ? user + 1 : start;
    const char *bracket = memchr(start, ']', (size_t)(end - start));
    const char *name = bracket != NULL ? bracket : start;
    const char *port = memchr(name, ':', (size_t)(end - name));
    return (dana_view){start, (size_t)((port != NULL ? port : end) - start)};
}

static json_t *direction_value(const api__extraction *e)
{
    const char *direction = api__direction(e);

    return json_string(direction != NULL ? direction : "ltr"); /* Mercury has no "unknown" here */
}

static bool write_article(const article *a, api_response *out)
{
    api__writer w = {0};
    const dana_metadata *m = &a->metadata;

    api__write_begin(&w, NULL);
    api__write_value(&w, "title", title_value(a->e));
    api__write_value(&w, "author", author_value(m));
    api__write_value(&w, "date_published", date_value(m));
    api__write_value(&w, "dek", dek_value(m));
    api__write_value(&w, "lead_image_url", view_value(m->image.value));
    api__write_text(&w, "content", a->content);
    api__write_null(&w, "next_page_url");
    api__write_text(&w, "url", a->url);
    api__write_text(&w, "domain", host_of(a->url));
    api__write_value(&w, "excerpt", view_value(m->excerpt.value));
    api__write_number(&w, "word_count", (int64_t)dana_count_words(a->e->text));
    api__write_value(&w, "direction", direction_value(a->e));
    api__write_number(&w, "total_pages", 1);
    api__write_number(&w, "rendered_pages", 1);
    api__write_end(&w);
    return api__buffer_response(out, "application/json", &w.buffer);
}

/* Answers with the content that was rendered. */
static bool answer_with(api__extraction *e, dana_view content, api_response *out)
{
    article a = {.e = e, .content = content};
    dana_metadata_input input;

    if (api__metadata_input(e, &input) != DANA_OK ||
        dana_find_metadata(e->page, &input, &a.metadata, &e->err) != DANA_OK) {
        return false;
    }
    a.url = a.metadata.canonical_url.value.data != NULL ? a.metadata.canonical_url.value
                                                        : input.url;
    return write_article(&a, out);
}

static bool answer_html(api__extraction *e, api_response *out)
{
    dana_view content;

    return api__find_base(e) == DANA_OK &&
           dana_render_html(e->page, &e->result, e->base, &content, &e->err) == DANA_OK &&
           answer_with(e, content, out);
}

static bool answer_markdown(api__extraction *e, api_response *out)
{
    dana_view content;

    return api__find_base(e) == DANA_OK &&
           dana_render_markdown(e->page, &e->result, e->base, &content, &e->err) == DANA_OK &&
           answer_with(e, content, out);
}

static bool answer_text(api__extraction *e, api_response *out)
{
    return answer_with(e, e->text, out);
}

/* The values of contentType; the first is the default. */
static const struct {
    const char *name;
    api__format format;
} content_types[] = {
    {"html", {.renders_content = true, .write = answer_html}},
    {"markdown", {.renders_content = true, .write = answer_markdown}},
    {"text", {.renders_content = true, .write = answer_text}},
};

/* Finds the format of a content type; NULL is the default. Returns NULL where there is none. */
static const api__format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof(content_types) / sizeof(content_types[0]); i++) {
        if (name == NULL || strcmp(content_types[i].name, name) == 0) {
            return &content_types[i].format;
        }
    }
    return NULL;
}

/* Adds Mercury's members to those of a problem. Where memory is out it stays as it is. */
static void add_error_members(api_response *out)
{
    json_t *root = api__parse_json(out->body, out->body_length, 0, NULL);

    api__set(&root, "error", json_true());
    api__set(&root, "failed", json_true());
    api__set(&root, "message", json_incref(json_object_get(root, "detail")));
    if (root != NULL) {
        api__dump_json(root, out);
    }
    json_decref(root);
}

static void refuse(const api_request *request, const char *pointer, const char *detail,
                   api_response *out)
{
    api__error_response(out, request->id, "invalid-request", pointer, detail);
}

/* Answers with root, which it takes over (NULL: memory is out), and a page (NULL: at root's url).
 */
static void answer(const api_context *context, const api_request *request, double start_ms,
                   json_t *root, const api__page *page, const char *type_name, api_response *out)
{
    const api__format *format = find_format(type_name);
    api__json json = {.root = root};

    if (root == NULL) {
        api__problem(out, request->id, "internal", NULL, NULL);
    } else if (format == NULL) {
        json_decref(root);
        refuse(request, "#/contentType", "contentType must be html, markdown or text", out);
    } else {
        const api__extract_context given = {
            .input = {.id = request->id, .page = page, .json = &json},
            .format = format,
            .fetched = request->fetched,
            .rendered = request->rendered,
            .queue_ms = request->queue_ms,
            .start_ms = start_ms};
        api__run_extraction(context, &given, out);
    }
}

static const char *parameter(const api_request *request, const char *name)
{
    for (size_t i = 0; i < request->parameter_count; i++) {
        const api_parameter *p = &request->parameters[i];

        if (strcmp(p->name, name) == 0 && strlen(p->value) == p->value_length) {
            return p->value;
        }
    }
    return NULL;
}

static void answer_url(const api_context *context, const api_request *request, api_response *out)
{
    double start_ms = context->now_ms();
    const char *url = parameter(request, "url");

    if (url == NULL || *url == '\0' || dana_utf8_valid_length(url, strlen(url)) < strlen(url)) {
        refuse(request, "#/url", "url is required", out);
    } else if (parameter(request, "headers") != NULL) {
        refuse(request, "#/headers", "headers for the site cannot be chosen", out);
    } else {
        answer(context, request, start_ms,
               json_pack("{ss s[ss]}", "url", url, "include", "text", "headline"), NULL,
               parameter(request, "contentType"), out);
    }
}

void api__mercury_url(const api_context *context, const api_request *request, api_response *out)
{
    answer_url(context, request, out);
    if (out->status >= 400) {
        add_error_members(out);
    }
}

/* Turns Mercury's members into ours, but for the page; NULL with a refusal. */
static json_t *translate(const api_request *request, const json_t *given, api_response *out)
{
    json_t *html = json_object_get(given, "html");
    json_t *url = json_object_get(given, "url");
    const char *fault = json_is_string(url) ? api__base_url_fault(url) : "url must be a string";

    if (!json_is_string(html)) {
        refuse(request, "#/html", "html must be a string", out);
        return NULL;
    }
    if (fault != NULL) {
        refuse(request, "#/url", fault, out);
        return NULL;
    }
    json_t *root = json_pack("{sO s[ss]}", "base_url", url, "include", "text", "headline");
    if (root == NULL) {
        api__problem(out, request->id, "internal", NULL, NULL);
    }
    return root;
}

/* A type that is no text is none: "" for it, NULL where there is none at all. */
static const char *given_type(const json_t *given)
{
    const json_t *type = json_object_get(given, "contentType");
    const char *name = json_string_value(type);

    if (type == NULL || json_is_null(type)) {
        return NULL;
    }
    return name != NULL && strlen(name) == json_string_length(type) ? name : "";
}

/* Members that may be long. */
static const char *const texts[] = {"html", NULL};

void api__mercury_html(const api_context *context, const api_request *request, api_response *out)
{
    double start_ms = context->now_ms();
    api__json given;

    if (api__body_read(context, request, texts, &given, out)) {
        json_t *root = translate(request, given.root, out);

        if (root != NULL) {
            dana_view html = api__json_text(&given, json_object_get(given.root, "html"));
            const api__page page = {.bytes = html.data, .length = html.length, .is_text = true};

            answer(context, request, start_ms, root, &page, given_type(given.root), out);
        }
        api__json_clear(&given);
    }
    if (out->status >= 400) {
        add_error_members(out);
    }
}
