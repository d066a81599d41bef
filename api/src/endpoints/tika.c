/*
 * PUT /tika/main, as Apache Tika's server up to version 3 had it: the page's title on a line, then
 * its main content. Tika answered in text/plain alone; text/html is in the shape of the documents
 * that its PUT /tika gave (TikaResource, BoilerpipeContentHandler of Tika 3.x).
 */
#include "dana/format.h"
#include "endpoints/handlers.h"
#include "extract/run.h"
#include "http/accept.h"
#include "http/body.h"
#include "http/markup.h"
#include "http/media_type.h"
#include "http/problems.h"
#include "http/response.h"

#include <stdlib.h>

const char *const api__tika_types[] = {"text/plain", "text/html", NULL};

/* Room for what stands around title and content. */
#define FRAME_ROOM 256

static bool answer_text(api__extraction *e, api_response *out)
{
    api__buffer b = {0};
    dana_view title;

    if (api__title(e, &title) != DANA_OK || !api__reserve(&b, e->text.length + FRAME_ROOM)) {
        return false;
    }
    if (title.data != NULL) {
        api__append_view(&b, title);
        api__append_string(&b, "\n");
    }
    api__append_view(&b, e->text);
    api__append_string(&b, e->text.length > 0 ? "\n" : "");
    return api__buffer_response(out, "text/plain; charset=utf-8", &b);
}

static bool answer_html(api__extraction *e, api_response *out)
{
    api__buffer b = {0};
    dana_view title;
    dana_view content;

    if (api__find_base(e) != DANA_OK ||
        dana_render_html(e->page, &e->result, e->base, &content, &e->err) != DANA_OK ||
        api__title(e, &title) != DANA_OK || !api__reserve(&b, content.length + FRAME_ROOM)) {
        return false;
    }
    api__append_string(&b,
                       "<html xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
                       "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\">\n"
                       "<title>");
    if (title.data != NULL) {
        api__append_html_content(&b, title);
    }
    api__append_string(&b, "</title>\n</head>\n<body>");
    api__append_view(&b, content);
    api__append_string(&b, "</body>\n</html>\n");
    return api__buffer_response(out, "text/html; charset=utf-8", &b);
}

/* In the order of the types. */
static const api__format formats[] = {{.renders_content = true, .write = answer_text},
                                      {.renders_content = true, .write = answer_html}};

void api__tika_main(const api_context *context, const api_request *request, api_response *out)
{
    double start_ms = context->now_ms();
    bool html = api__accept_choose(request->accept, api__tika_types) == 1;
    dana_view body;
    char *owned;

    if (!api__body_decode(context, request, &body, &owned, out)) {
        return;
    }
    const api__page page = {.bytes = body.data,
                            .length = body.length,
                            .charset = api__media_of(request->content_type).charset};
    const api__extract_context given = {.input = {.id = request->id,
                                                  .page = &page,
                                                  .parameters = request->parameters,
                                                  .parameter_count = request->parameter_count},
                                        .format = &formats[html],
                                        .fetched = request->fetched,
                                        .rendered = request->rendered,
                                        .queue_ms = request->queue_ms,
                                        .start_ms = start_ms};
    if (body.length == 0) {
        api__problem(out, request->id, "empty-body", NULL, NULL);
    } else {
        api__run_extraction(context, &given, out);
    }
    free(owned);
}
