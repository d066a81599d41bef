#include "http/response.h"

#include "api/batch.h"
#include "http/problems.h"
#include "json/writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool api__dump_json(const json_t *value, api_response *out)
{
    api__writer writer = {0};

    api__write_value(&writer, NULL, json_incref((json_t *)(size_t)value));
    if (!api__writer_finish(&writer, out)) {
        api__writer_clear(&writer);
        return false;
    }
    return true;
}

void api__json_response(api_response *out, const char *request_id, json_t *value)
{
    *out = (api_response){.status = 200, .content_type = "application/json"};
    if (value == NULL || !api__dump_json(value, out)) {
        api__problem(out, request_id, "internal", NULL, NULL);
    }
    json_decref(value);
}

void api__bytes_response(api_response *out, const char *request_id, const char *content_type,
                         dana_view body)
{
    *out = (api_response){.status = 200, .content_type = content_type};
    out->body = malloc(body.length + 1);
    if (out->body == NULL) {
        api__problem(out, request_id, "internal", NULL, NULL);
        return;
    }
    if (body.length > 0) {
        memcpy(out->body, body.data, body.length);
    }
    out->body_length = body.length;
}

void api__static_body(api_response *out, const char *content_type, const char *body, size_t length)
{
    out->content_type = content_type;
    /* Never written to nor freed: body_is_static tells. */
    out->body = (char *)(size_t)body;
    out->body_length = length;
    out->body_is_static = true;
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
    if (!response->body_is_static) {
        free(response->body);
    }
    free(response->order.url);
    api_batch_free(response->batch);
    *response = (api_response){0};
}
