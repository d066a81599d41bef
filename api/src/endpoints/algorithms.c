#include "answer/describe.h"
#include "dana/algorithm.h"
#include "endpoints/handlers.h"
#include "http/success.h"
#include "json/values.h"

static const char *const type_names[] = {
    [DANA_PARAM_INTEGER] = "integer",
    [DANA_PARAM_CHOICE] = "choice",
    [DANA_PARAM_BOOLEAN] = "boolean",
    [DANA_PARAM_TEXT] = "text",
};

static const char *const kind_names[] = {
    [DANA_KIND_CONTENT] = "content",
    [DANA_KIND_HEADLINE] = "headline",
};

static json_t *choices_of(const dana_param *param)
{
    return param->type == DANA_PARAM_CHOICE ? api__string_list(param->choices) : json_null();
}

static json_t *bound_of(const dana_param *param, int bound)
{
    return param->type == DANA_PARAM_INTEGER ? json_integer(bound) : json_null();
}

static json_t *describe_param(const dana_param *param)
{
    return json_pack("{ss ss so so sb so so ss ss}", "name", param->name, "type",
                     type_names[param->type], "minimum", bound_of(param, param->minimum), "maximum",
                     bound_of(param, param->maximum), "auto", (int)param->allows_auto, "choices",
                     choices_of(param), "default",
                     api__param_value(param, param->default_value, param->default_text), "unit",
                     param->unit, "doc", param->doc);
}

static json_t *describe_params(const dana_algorithm *algorithm)
{
    json_t *params = json_array();

    for (size_t i = 0; i < algorithm->param_count; i++) {
        api__push(&params, describe_param(&algorithm->params[i]));
    }
    return params;
}

static json_t *describe(const dana_algorithm *algorithm)
{
    return json_pack("{ss ss ss si ss ss ss sb sb so}", "id", algorithm->id, "title",
                     algorithm->title, "citation", algorithm->citation, "revision",
                     algorithm->revision, "fidelity", dana_fidelity_name(algorithm->fidelity),
                     "notes", algorithm->notes, "kind", kind_names[algorithm->kind], "default",
                     (int)(algorithm == dana_algorithm_default(algorithm->kind)), "needs_boxes",
                     (int)algorithm->needs_boxes, "params", describe_params(algorithm));
}

/* The algorithms of the papers that are not built, and why. */
static json_t *describe_absent(void)
{
    json_t *list = json_array();

    for (size_t i = 0; i < dana_algorithm_absent_count(); i++) {
        const dana_algorithm_absent *absent = dana_algorithm_absent_at(i);

        api__push(&list, json_pack("{ss ss ss ss}", "id", absent->id, "title", absent->title,
                                   "citation", absent->citation, "why", absent->why));
    }
    return list;
}

void api__algorithms(const api_context *context, const api_request *request, api_response *out)
{
    json_t *list = json_array();

    (void)context;
    for (size_t i = 0; i < dana_algorithm_count(); i++) {
        api__push(&list, describe(dana_algorithm_at(i)));
    }
    api__json_response(out, request->id,
                       json_pack("{so so}", "algorithms", list, "absent", describe_absent()));
    api__publish(out, false);
}
