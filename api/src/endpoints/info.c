#include "answer/describe.h"
#include "answer/formats.h"
#include "dana/page.h"
#include "endpoints/handlers.h"
#include "http/success.h"
#include "json/values.h"

static json_t *describe_algorithms(void)
{
    return json_pack("{so so ss ss}", "content", api__algorithm_ids(DANA_KIND_CONTENT), "headline",
                     api__algorithm_ids(DANA_KIND_HEADLINE), "default_content",
                     dana_algorithm_default(DANA_KIND_CONTENT)->id, "default_headline",
                     dana_algorithm_default(DANA_KIND_HEADLINE)->id);
}

static json_t *describe_limits(const api_context *context)
{
    return json_pack(
        "{sI sI sI sI sI sI sI sI sI sI sI sI}", "max_body_bytes",
        (json_int_t)context->max_body_bytes, "max_source_bytes", (json_int_t)DANA_SOURCE_MAX,
        "workers", (json_int_t)context->workers, "queue_size", (json_int_t)context->queue_size,
        "process_timeout_ms", (json_int_t)context->process_timeout_ms, "read_timeout_ms",
        (json_int_t)context->read_timeout_ms, "queue_timeout_ms",
        (json_int_t)context->queue_timeout_ms, "max_attributes_per_tag",
        (json_int_t)context->max_attributes, "max_depth", (json_int_t)context->max_depth,
        "max_nodes", (json_int_t)context->max_nodes, "max_lines", (json_int_t)context->max_lines,
        "batch_max_items", (json_int_t)context->batch_max_items);
}

void api__info(const api_context *context, const api_request *request, api_response *out)
{
    api__json_response(out, request->id,
                       json_pack("{ss ss so so s{sb sb sb} so so so}", "name", "danad", "version",
                                 context->version, "algorithms", describe_algorithms(), "limits",
                                 describe_limits(context), "features", "fetch", (int)context->fetch,
                                 "render", (int)context->renderer, "auth", (int)context->auth,
                                 "include", api__name_list(api__include_name), "offset_units",
                                 api__name_list(api__offset_unit_name), "formats",
                                 api__string_list(api__extract_types)));
}
