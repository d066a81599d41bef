#include "http/response.h"

#include "http/batch_list.h"
#include "json/writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void free_body(api_response *out)
{
    if (!out->body_is_static) {
        free(out->body);
    }
    out->body = NULL;
}

bool api__set_body(api_response *out, api__buffer *buffer)
{
    if (buffer->data == NULL) {
        return false;
    }
    free_body(out);
    out->body = buffer->data;
    out->body_length = buffer->length;
    out->body_is_static = false;
    *buffer = (api__buffer){0};
    return true;
}

bool api__dump_json(const json_t *value, api_response *out)
{
    api__writer writer = {0};

    api__write_value(&writer, NULL, json_incref((json_t *)(size_t)value));
    return api__set_body(out, &writer.buffer);
}

bool api__buffer_response(api_response *out, const char *content_type, api__buffer *buffer)
{
    if (buffer->data == NULL) {
        return false;
    }
    *out = (api_response){.status = 200, .content_type = content_type};
    return api__set_body(out, buffer);
}

void api__static_body(api_response *out, const char *content_type, const char *body, size_t length)
{
    out->content_type = content_type;
    /* Never written to nor freed: body_is_static tells. */
    out->body = (char *)(size_t)body;
    out->body_length = length;
    out->body_is_static = true;
}

void api__document_body(api_response *out, const char *content_type, const api_embedded *document)
{
    const api_form_bytes *plain = &document->forms[API_PLAIN];

    api__static_body(out, content_type, (const char *)plain->bytes, plain->length);
    out->document = document;
}

void api__add_header(api_response *out, const char *name, const char *format, ...)
{
    va_list args;

    if (out->header_count >= API_HEADERS_MAX) {
        return;
    }
    api_header *header = &out->headers[out->header_count++];

    header->name = name;
    va_start(args, format);
    vsnprintf(header->value, sizeof(header->value), format, args);
    va_end(args);
}

void api_response_add_header(api_response *response, const char *name, const char *value)
{
    api__add_header(response, name, "%s", value);
}

void api_response_clear(api_response *response)
{
    free_body(response);
    free(response->order.url);
    free(response->render_order.html);
    free(response->render_order.url);
    free(response->render_order.selector);
    free(response->spans);
    api_batch_free(response->batch);
    *response = (api_response){0};
}
