#include "endpoints/handlers.h"
#include "http/accept.h"
#include "http/problems.h"

#define TEXT_TYPE        "text/plain; version=0.0.4; charset=utf-8"
#define OPENMETRICS_TYPE "application/openmetrics-text; version=1.0.0; charset=utf-8"

void api__metrics(const api_context *context, const api_request *request, api_response *out)
{
    static const char *const types[] = {"text/plain", "application/openmetrics-text", NULL};
    bool open = api__accept_choose(request->accept, types) == 1;

    if (context->metrics == NULL) {
        api__problem(out, request->id, "not-found", NULL, NULL);
        return;
    }
    *out = (api_response){.status = 200, .content_type = open ? OPENMETRICS_TYPE : TEXT_TYPE};
    out->body = context->metrics(context->observer, open, &out->body_length);
    if (out->body == NULL) {
        api__problem(out, request->id, "internal", NULL, NULL);
    }
}
