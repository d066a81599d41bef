#include "extract/extract.h"

#include "extract/run.h"
#include "http/body.h"
#include "http/media_type.h"
#include "http/problems.h"
#include "http/response.h"

#include <stdlib.h>
#include <string.h>

/* A page with its options in the query, or JSON. */
static void extract_body(const api_context *context, const api_request *request,
                         api__extract_context *given, api_response *out)
{
    api__media media = api__media_of(request->content_type);
    api__page page;
    dana_view body;
    char *owned;

    if (!api__body_decode(context, request, &body, &owned, out)) {
        return;
    }
    if (media.kind != API__MEDIA_HTML) {
        given->input.body = body;
    } else {
        page = (api__page){.bytes = body.data, .length = body.length, .charset = media.charset};
        given->input.page = &page;
    }
    if (given->input.page != NULL && body.length == 0) {
        api__problem(out, request->id, "empty-body", NULL, NULL);
    } else {
        api__run_extraction(context, given, out);
    }
    given->input.page = NULL;
    given->input.body = (dana_view){NULL, 0};
    free(owned);
}

void api__extract(const api_context *context, const api_request *request, api_response *out)
{
    api__extract_context given = {.input = {.id = request->id,
                                            .parameters = request->parameters,
                                            .parameter_count = request->parameter_count},
                                  .format = api__accepted_format(request->accept),
                                  .fetched = request->fetched,
                                  .rendered = request->rendered,
                                  .queue_ms = request->queue_ms,
                                  .start_ms = context->now_ms()};

    /* A GET may bring a body and a coding that nobody has judged: neither is read. */
    if (strcmp(request->method, "POST") == 0) {
        extract_body(context, request, &given, out);
    } else {
        api__run_extraction(context, &given, out);
    }
    if (out->status == 200) {
        api__add_header(out, "Vary", "Accept");
    }
}

void api_extract_document(const api_context *context, const api_document *document,
                          api_response *out)
{
    api__page page = {.bytes = document->html, .length = document->html_length};
    api__extract_context given = {.input = {.id = document->request_id, .page = &page},
                                  .format = api__format_of(document->form),
                                  .rendered = document->rendered,
                                  .site = document->site,
                                  .start_ms = context->now_ms()};

    if (document->html_length == 0) {
        api__problem(out, document->request_id, "empty-body", NULL, NULL);
        return;
    }
    if (document->options_json != NULL) {
        given.input.body = (dana_view){document->options_json, strlen(document->options_json)};
    }
    api__run_extraction(context, &given, out);
}
