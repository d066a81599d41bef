#include "answer/formats.h"

#include "dana/format.h"
#include "http/accept.h"
#include "http/builder.h"

#include <stdlib.h>
#include <string.h>

/* Longest language tag that is passed on (RFC 5646 4.4.1). */
#define LANGUAGE_MAX 35

const char *const api__extract_types[] = {"application/json", "text/plain",    "text/markdown",
                                          "text/html",        "image/svg+xml", NULL};

static const api_form forms[] = {API_FORM_JSON, API_FORM_TEXT, API_FORM_MARKDOWN, API_FORM_HTML,
                                 API_FORM_SVG};

api_form api__extract_form(const char *accept)
{
    size_t chosen = api__accept_choose(accept, api__extract_types);

    return chosen != API__NO_TYPE ? forms[chosen] : API_FORM_JSON;
}

unsigned api__form_parts(api_form form, unsigned included)
{
    switch (form) {
    case API_FORM_TEXT:
        return API__INCLUDE_TEXT | API__INCLUDE_HEADLINE;
    case API_FORM_MARKDOWN:
        return API__INCLUDE_MARKDOWN | API__INCLUDE_HEADLINE;
    case API_FORM_HTML:
        return API__INCLUDE_HTML | API__INCLUDE_HEADLINE;
    default:
        return included;
    }
}

dana_status api__render_formats(api__extraction *e)
{
    dana_status status = DANA_OK;

    if ((e->parts & (API__INCLUDE_MARKDOWN | API__INCLUDE_HTML)) == 0) {
        return DANA_OK;
    }
    status = api__find_base(e);
    if (status == DANA_OK && (e->parts & API__INCLUDE_MARKDOWN) != 0) {
        status = dana_render_markdown(e->page, &e->result, e->base, &e->markdown, &e->err);
    }
    if (status == DANA_OK && (e->parts & API__INCLUDE_HTML) != 0) {
        status = dana_render_html(e->page, &e->result, e->base, &e->html, &e->err);
    }
    return status;
}

static void build_view(api__builder *b, dana_view text)
{
    api__build(b, text.data, text.length);
}

static bool begins_with(dana_view text, dana_view start)
{
    return text.length >= start.length && memcmp(text.data, start.data, start.length) == 0;
}

static bool is_selected(const dana_selection *selection, dana_span span)
{
    for (size_t i = 0; i < selection->count; i++) {
        if (selection->spans[i].start <= span.start && selection->spans[i].end >= span.end) {
            return true;
        }
    }
    return false;
}

/* The headline, where it is found and is not in the content; else empty. false: core failed. */
static bool missing_headline(api__extraction *e, dana_view *text)
{
    *text = (dana_view){"", 0};
    if (!e->headline.found || is_selected(&e->result.selection, e->headline.headline.span)) {
        return true;
    }
    if (dana_render_span(e->page, e->headline.headline.span, text, &e->err) != DANA_OK) {
        return false;
    }
    if (begins_with(e->text, *text)) {
        *text = (dana_view){"", 0};
    }
    return true;
}

static bool is_language(dana_view language)
{
    for (size_t i = 0; i < language.length; i++) {
        char c = language.data[i];

        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '-')) {
            return false;
        }
    }
    return language.length > 0 && language.length <= LANGUAGE_MAX;
}

/* The attributes lang and dir, where they are known. Returns whether there is one. */
static bool add_language(api__builder *b, const api__extraction *e)
{
    dana_view language = api__language(e);
    const char *dir = api__direction(e);

    if (is_language(language)) {
        api__build_string(b, " lang=\"");
        build_view(b, language);
        api__build_string(b, "\"");
    }
    if (dir != NULL) {
        api__build_string(b, " dir=\"");
        api__build_string(b, dir);
        api__build_string(b, "\"");
    }
    return is_language(language) || dir != NULL;
}

char *api__content_html(const api__extraction *e, size_t *length)
{
    api__builder b = {0};

    api__build_string(&b, "<div");
    if (add_language(&b, e)) {
        api__build_string(&b, ">\n");
        build_view(&b, e->html);
        api__build_string(&b, "</div>\n");
    } else {
        b.length = 0;
        build_view(&b, e->html);
    }
    if (b.failed) {
        free(b.data);
        return NULL;
    }
    *length = b.length;
    return b.data;
}

/* The page's own title; empty where it has none. false: core failed. */
static bool title_of(api__extraction *e, dana_view *title)
{
    *title = (dana_view){"", 0};
    if (e->headline.found) {
        return dana_render_span(e->page, e->headline.headline.span, title, &e->err) == DANA_OK;
    }
    return !e->result.scan->has_title ||
           dana_render_span(e->page, e->result.scan->title, title, &e->err) == DANA_OK;
}

/* A small complete document. Returns false where core failed. */
static bool build_html(api__extraction *e, dana_view headline, api__builder *b)
{
    dana_view title;

    if (!title_of(e, &title)) {
        return false;
    }
    api__build_string(b, "<!DOCTYPE html>\n<html");
    add_language(b, e);
    api__build_string(b, ">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    api__build_html(b, title);
    api__build_string(b, "</title>\n</head>\n<body>\n");
    if (headline.length > 0) {
        api__build_string(b, "<h1>");
        api__build_html(b, headline);
        api__build_string(b, "</h1>\n");
    }
    build_view(b, e->html);
    api__build_string(b, "</body>\n</html>\n");
    return true;
}

static void build_markdown(const api__extraction *e, dana_view headline, api__builder *b)
{
    if (headline.length > 0) {
        api__build_string(b, "# ");
        api__build_markdown(b, headline);
        api__build_string(b, e->markdown.length > 0 ? "\n\n" : "\n");
    }
    build_view(b, e->markdown);
}

static void build_text(const api__extraction *e, dana_view headline, api__builder *b)
{
    if (headline.length > 0) {
        build_view(b, headline);
        api__build_string(b, e->text.length > 0 ? "\n\n" : "");
    }
    api__build(b, e->text.data, api__text_limit(e));
    api__build_string(b, "\n");
}

bool api__answer_format(api__extraction *e, api_form form, api_response *out)
{
    static const char *const types[] = {[API_FORM_TEXT] = "text/plain; charset=utf-8",
                                        [API_FORM_MARKDOWN] = "text/markdown; charset=utf-8",
                                        [API_FORM_HTML] = "text/html; charset=utf-8"};
    api__builder b = {0};
    dana_view headline;
    bool fine = missing_headline(e, &headline);

    if (fine && form == API_FORM_HTML) {
        fine = build_html(e, headline, &b);
    } else if (fine && form == API_FORM_MARKDOWN) {
        build_markdown(e, headline, &b);
    } else if (fine) {
        build_text(e, headline, &b);
    }
    if (!fine) {
        free(b.data);
        return false;
    }
    return api__builder_finish(&b, types[form], out);
}
