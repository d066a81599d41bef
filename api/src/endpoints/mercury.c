/*
 * GET /parser and POST /parse-html, as the servers around Mercury Parser (Postlight Parser) have
 * them: the same members in the same order (parser's README and src/extractors), null where a value
 * is not known. Where they answer an error with 200, danad's status and problem stand, with their
 * members error, failed and message beside.
 */
#include "dana/format.h"
#include "dana/links.h"
#include "dana/metadata.h"
#include "dana/text.h"
#include "extract/answerer.h"
#include "http/body.h"
#include "http/handlers.h"
#include "http/response.h"
#include "http/utc.h"
#include "json/writer.h"

#include <stdlib.h>
#include <string.h>

typedef enum { CONTENT_HTML, CONTENT_MARKDOWN, CONTENT_TEXT } content_type;

static const char *const content_types[] = {"html", "markdown", "text"};

#define CONTENT_TYPE_COUNT (sizeof(content_types) / sizeof(content_types[0]))

/* Finds a content type; NULL is the default. Returns CONTENT_TYPE_COUNT where there is none. */
static size_t find_content_type(const char *name)
{
    size_t i = 0;

    if (name == NULL) {
        return CONTENT_HTML;
    }
    while (i < CONTENT_TYPE_COUNT && strcmp(content_types[i], name) != 0) {
        i++;
    }
    return i;
}

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

static json_t *title_value(api__extraction *e)
{
    json_t *headline = api__headline_text_value(e);

    if (!json_is_null(headline)) {
        return headline;
    }
    json_decref(headline);
    return api__title_value(e);
}

/* All authors in one string. */
static json_t *author_value(const dana_metadata *m)
{
    json_t *value = m->author_count > 0 ? view_value(m->authors[0]) : json_null();

    for (size_t i = 1; value != NULL && i < m->author_count; i++) {
        json_t *longer = json_sprintf("%s, %.*s", json_string_value(value),
                                      (int)m->authors[i].length, m->authors[i].data);
        json_decref(value);
        value = longer;
    }
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
    api__write_value(&w, "next_page_url", json_null());
    api__write_text(&w, "url", a->url);
    api__write_text(&w, "domain", host_of(a->url));
    api__write_value(&w, "excerpt", view_value(m->excerpt.value));
    api__write_value(&w, "word_count", json_integer((json_int_t)dana_count_words(a->e->text)));
    api__write_value(&w, "direction", direction_value(a->e));
    api__write_value(&w, "total_pages", json_integer(1));
    api__write_value(&w, "rendered_pages", json_integer(1));
    api__write_end(&w);
    *out = (api_response){.status = 200, .content_type = "application/json"};
    if (!api__writer_finish(&w, out)) {
        api__writer_clear(&w);
        return false;
    }
    return true;
}

/* Finds what the page says of itself. */
static dana_status describe(article *a)
{
    api__extraction *e = a->e;
    dana_metadata_input input = {
        .url = api__document_url(e), .result = &e->result, .text = e->text};

    if (e->headline.found) {
        input.headline = e->headline.headline.span;
    }
    dana_status status = dana_find_metadata(e->page, &input, &a->metadata, &e->err);

    a->url = a->metadata.canonical_url.value.data != NULL ? a->metadata.canonical_url.value
                                                          : input.url;
    return status;
}

static dana_status render(article *a, content_type type)
{
    api__extraction *e = a->e;
    dana_view base;

    if (type == CONTENT_TEXT) {
        a->content = e->text;
        return DANA_OK;
    }
    dana_status status = dana_page_base(e->page, api__document_url(e), &base, &e->err);
    if (status != DANA_OK) {
        return status;
    }
    return type == CONTENT_HTML
               ? dana_render_html(e->page, &e->result, base, &a->content, &e->err)
               : dana_render_markdown(e->page, &e->result, base, &a->content, &e->err);
}

static bool answer_as(api__extraction *e, content_type type, api_response *out)
{
    article a = {.e = e};

    return describe(&a) == DANA_OK && render(&a, type) == DANA_OK && write_article(&a, out);
}

static bool answer_html(api__extraction *e, const api_request *request, api_response *out)
{
    (void)request;
    return answer_as(e, CONTENT_HTML, out);
}

static bool answer_markdown(api__extraction *e, const api_request *request, api_response *out)
{
    (void)request;
    return answer_as(e, CONTENT_MARKDOWN, out);
}

static bool answer_text(api__extraction *e, const api_request *request, api_response *out)
{
    (void)request;
    return answer_as(e, CONTENT_TEXT, out);
}

static api__answerer *const answerers[] = {answer_html, answer_markdown, answer_text};

/* Mercury's members beside those of a problem. Where memory is out it stays as it is. */
static void add_error_members(api_response *out)
{
    json_t *root = json_loadb(out->body, out->body_length, 0, NULL);
    json_t *more = json_pack("{sb sb sO}", "error", 1, "failed", 1, "message",
                             json_object_get(root, "detail"));
    api_response written = {0};

    if (root != NULL && more != NULL && json_object_update(root, more) == 0 &&
        api__dump_json(root, &written)) {
        if (!out->body_is_static) {
            free(out->body);
        }
        out->body = written.body;
        out->body_length = written.body_length;
        out->body_is_static = false;
    }
    json_decref(root);
    json_decref(more);
}

static void refuse(const api_request *request, const char *pointer, const char *detail,
                   api_response *out)
{
    api__problem(out, request->id, "invalid-request", detail,
                 json_pack("{s[{ss ss}]}", "errors", "pointer", pointer, "detail", detail));
}

/* Answers with root, which it takes over; NULL: memory is out. */
static void answer(const api_context *context, const api_request *request, double start_ms,
                   json_t *root, const char *type_name, api_response *out)
{
    size_t type = find_content_type(type_name);

    if (root == NULL) {
        api__problem(out, request->id, "internal", NULL, NULL);
    } else if (type == CONTENT_TYPE_COUNT) {
        json_decref(root);
        refuse(request, "#/contentType", "contentType must be html, markdown or text", out);
    } else {
        const api__extract_input input = {.id = request->id, .root = root};
        api__extract_with(context, request, start_ms, &input, answerers[type], out);
    }
    if (out->status >= 400) {
        add_error_members(out);
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

void api__mercury_url(const api_context *context, const api_request *request, api_response *out)
{
    double start_ms = context->now_ms();
    const char *url = parameter(request, "url");

    if (url == NULL || *url == '\0' || dana_utf8_valid_length(url, strlen(url)) < strlen(url)) {
        refuse(request, "#/url", "url is required", out);
        add_error_members(out);
        return;
    }
    if (parameter(request, "headers") != NULL) {
        refuse(request, "#/headers", "headers for the site cannot be chosen", out);
        add_error_members(out);
        return;
    }
    answer(context, request, start_ms,
           json_pack("{ss s[ss]}", "url", url, "include", "text", "headline"),
           parameter(request, "contentType"), out);
}

/* Turns Mercury's members into ours; NULL with a refusal. */
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
    json_t *root = json_pack("{sO sO s[ss]}", "html", html, "base_url", url, "include", "text",
                             "headline");
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

static void answer_given(const api_context *context, const api_request *request, double start_ms,
                         const json_t *given, api_response *out)
{
    json_t *root = translate(request, given, out);

    if (root == NULL) {
        add_error_members(out);
        return;
    }
    answer(context, request, start_ms, root, given_type(given), out);
}

void api__mercury_html(const api_context *context, const api_request *request, api_response *out)
{
    double start_ms = context->now_ms();
    bool replaced = false;
    json_t *given;
    dana_view body;
    char *owned;

    if (!api__body_decode(context, request, &body, &owned, out)) {
        return;
    }
    if (api__body_json(request->id, body, &given, &replaced, out)) {
        answer_given(context, request, start_ms, given, out);
        json_decref(given);
    } else {
        add_error_members(out);
    }
    free(owned);
}
