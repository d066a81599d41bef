/*
 * PUT /tika/main, as Apache Tika's server up to version 3 had it: the page's title on a line, then
 * its main content. Tika answered in text/plain alone; text/html is in the shape of the documents
 * that its PUT /tika gave (TikaResource, BoilerpipeContentHandler of Tika 3.x).
 */
#include "dana/format.h"
#include "dana/links.h"
#include "extract/answerer.h"
#include "http/accept.h"
#include "http/body.h"
#include "http/handlers.h"
#include "http/media_type.h"
#include "http/problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const api__tika_types[] = {"text/plain", "text/html", NULL};

bool api__tika_takes(const char *content_type)
{
    return content_type == NULL || api__media_is_html(content_type) ||
           api__media_is(content_type, "application/octet-stream");
}

/* Text that is being put together; with NULL only its length is counted. */
typedef struct {
    char *data;
    size_t length;
} text_store;

static void add(text_store *store, const char *text, size_t length)
{
    if (store->data != NULL && length > 0) {
        memcpy(store->data + store->length, text, length);
    }
    store->length += length;
}

static void add_string(text_store *store, const char *text)
{
    add(store, text, strlen(text));
}

static void add_escaped(text_store *store, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '&':
            add_string(store, "&amp;");
            break;
        case '<':
            add_string(store, "&lt;");
            break;
        case '>':
            add_string(store, "&gt;");
            break;
        default:
            add(store, text + i, 1);
            break;
        }
    }
}

/* What the answer is made of. */
typedef struct {
    const char *title; /* NULL: none */
    size_t title_length;
    dana_view content;
} parts;

static void write_text(const parts *p, text_store *store)
{
    if (p->title != NULL) {
        add(store, p->title, p->title_length);
        add_string(store, "\n");
    }
    add(store, p->content.data, p->content.length);
    if (p->content.length > 0) {
        add_string(store, "\n");
    }
}

static void write_html(const parts *p, text_store *store)
{
    add_string(store, "<html xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
                      "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\">\n"
                      "<title>");
    if (p->title != NULL) {
        add_escaped(store, p->title, p->title_length);
    }
    add_string(store, "</title>\n</head>\n<body>");
    add(store, p->content.data, p->content.length);
    add_string(store, "</body>\n</html>\n");
}

/* Writes twice: to count, and to fill. Returns false where memory is out. */
static bool write_parts(const parts *p, bool html, api_response *out)
{
    void (*const write)(const parts *p, text_store *store) = html ? write_html : write_text;
    text_store store = {NULL, 0};

    write(p, &store);
    char *body = malloc(store.length + 1);
    if (body == NULL) {
        return false;
    }
    store = (text_store){body, 0};
    write(p, &store);
    *out = (api_response){.status = 200,
                          .content_type = html ? "text/html; charset=utf-8"
                                               : "text/plain; charset=utf-8",
                          .body = body,
                          .body_length = store.length};
    return true;
}

static dana_status render(api__extraction *e, dana_view *content)
{
    dana_view base;
    dana_status status = dana_page_base(e->page, api__document_url(e), &base, &e->err);

    return status == DANA_OK ? dana_render_html(e->page, &e->result, base, content, &e->err)
                             : status;
}

static bool answer(api__extraction *e, const api_request *request, api_response *out)
{
    bool html = api__accept_choose(request->accept, api__tika_types) == 1;
    parts p = {.content = e->text};

    if (html && render(e, &p.content) != DANA_OK) {
        return false;
    }
    json_t *title = api__title_value(e);
    if (title == NULL) {
        return false;
    }
    p.title = json_string_value(title);
    p.title_length = json_string_length(title);
    bool done = write_parts(&p, html, out);
    json_decref(title);
    return done;
}

void api__tika_main(const api_context *context, const api_request *request, api_response *out)
{
    double start_ms = context->now_ms();
    dana_view body;
    char *owned;

    if (!api__body_decode(context, request, &body, &owned, out)) {
        return;
    }
    const api__page page = {body.data, body.length, api__media_charset(request->content_type),
                            false};
    const api__extract_input input = {.id = request->id,
                                      .page = &page,
                                      .parameters = request->parameters,
                                      .parameter_count = request->parameter_count};
    if (body.length == 0) {
        api__problem(out, request->id, "empty-body", NULL, NULL);
    } else {
        api__extract_with(context, request, start_ms, &input, answer, out);
    }
    free(owned);
}
