#include "handlers.h"
#include "response.h"

/* 200 where fine, else 503 with the reason. No allocation but the body: probes must not fail. */
static void answer(const api_context *context, const api_request *request, bool fine,
                   api_response *out)
{
    const char *reason = request->health.reason != NULL ? request->health.reason : "unavailable";

    api__json_response(out, request->id,
                       json_pack("{ss si si}", "status", fine ? "ok" : reason, "workers",
                                 (int)context->workers, "workers_stuck",
                                 (int)request->health.workers_stuck));
    if (out->status == 200 && !fine) {
        out->status = 503;
    }
}

void api__live(const api_context *context, const api_request *request, api_response *out)
{
    answer(context, request, request->health.live, out);
}

void api__ready(const api_context *context, const api_request *request, api_response *out)
{
    answer(context, request, request->health.ready, out);
}
