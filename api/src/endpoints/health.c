#include "endpoints/handlers.h"
#include "http/success.h"
#include "json/values.h"

#include <string.h>

static bool has_parameter(const api_request *request, const char *name)
{
    for (size_t i = 0; i < request->parameter_count; i++) {
        if (strcmp(request->parameters[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* What readiness depends on, one by one; NULL where memory is out. */
static json_t *list_checks(const api_health *health)
{
    json_t *list = json_array();

    for (size_t i = 0; i < health->check_count; i++) {
        api__push(&list, json_pack("{ss ss}", "name", health->checks[i].name, "status",
                                   health->checks[i].fine ? "ok" : "failed"));
    }
    return list;
}

/* 200 where fine, else 503 with the reason. No allocation but the body: probes must not fail. */
static void answer(const api_context *context, const api_request *request, bool fine,
                   json_t *checks, api_response *out)
{
    const char *reason = request->health.reason != NULL ? request->health.reason : "unavailable";

    api__json_response(out, request->id,
                       json_pack("{ss si si so*}", "status", fine ? "ok" : reason, "workers",
                                 (int)context->workers, "workers_stuck",
                                 (int)request->health.workers_stuck, "checks", checks));
    if (out->status == 200 && !fine) {
        out->status = 503;
    }
}

void api__live(const api_context *context, const api_request *request, api_response *out)
{
    answer(context, request, request->health.live, NULL, out);
}

void api__ready(const api_context *context, const api_request *request, api_response *out)
{
    bool verbose = has_parameter(request, "verbose");

    answer(context, request, request->health.ready, verbose ? list_checks(&request->health) : NULL,
           out);
}
