#include "http/success.h"

#include "http/problems.h"
#include "http/response.h"

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
    api__buffer copy = {0};

    api__append_view(&copy, body);
    if (!api__buffer_response(out, content_type, &copy)) {
        api__problem(out, request_id, "internal", NULL, NULL);
    }
}

void api__publish(api_response *out, bool by_accept)
{
    if (out->status == 200) {
        out->is_document = true;
        if (by_accept) {
            api__add_header(out, "Vary", "Accept");
        }
    }
}
