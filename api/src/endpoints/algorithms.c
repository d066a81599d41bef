#include "answer/describe.h"
#include "dana/algorithm.h"
#include "http/handlers.h"
#include "http/response.h"

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
    if (param->type != DANA_PARAM_CHOICE) {
        return json_null();
    }
    json_t *choices = json_array();

    for (size_t i = 0; param->choices[i] != NULL; i++) {
        if (json_array_append_new(choices, json_string(param->choices[i])) != 0) {
            json_decref(choices);
            return NULL;
        }
    }
    return choices;
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
        if (json_array_append_new(params, describe_param(&algorithm->params[i])) != 0) {
            json_decref(params);
            return NULL;
        }
    }
    return params;
}

static json_t *describe(const dana_algorithm *algorithm)
{
    return json_pack("{ss ss ss si ss ss ss sb so}", "id", algorithm->id, "title", algorithm->title,
                     "citation", algorithm->citation, "revision", algorithm->revision, "fidelity",
                     dana_fidelity_name(algorithm->fidelity), "notes", algorithm->notes, "kind",
                     kind_names[algorithm->kind], "default",
                     (int)(algorithm == dana_algorithm_default(algorithm->kind)), "params",
                     describe_params(algorithm));
}

/* The algorithms of the papers that are not built, and why. */
static json_t *describe_absent(void)
{
    json_t *list = json_array();

    for (size_t i = 0; i < dana_algorithm_absent_count(); i++) {
        const dana_algorithm_absent *absent = dana_algorithm_absent_at(i);
        json_t *value = json_pack("{ss ss ss ss}", "id", absent->id, "title", absent->title,
                                  "citation", absent->citation, "why", absent->why);

        if (json_array_append_new(list, value) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

void api__algorithms(const api_context *context, const api_request *request, api_response *out)
{
    json_t *list = json_array();

    (void)context;
    for (size_t i = 0; i < dana_algorithm_count(); i++) {
        if (json_array_append_new(list, describe(dana_algorithm_at(i))) != 0) {
            json_decref(list);
            list = NULL;
            break;
        }
    }
    api__json_response(out, request->id,
                       list != NULL
                           ? json_pack("{so so}", "algorithms", list, "absent", describe_absent())
                           : NULL);
    out->is_document = out->status == 200;
}
