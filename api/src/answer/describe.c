#include "answer/describe.h"

#include "json/values.h"

json_t *api__param_value(const dana_param *param, int value, const char *text)
{
    switch (param->type) {
    case DANA_PARAM_INTEGER:
        return value == DANA_PARAM_AUTO ? json_string("auto") : json_integer(value);
    case DANA_PARAM_CHOICE:
        return json_string(param->choices[value]);
    case DANA_PARAM_BOOLEAN:
        return json_boolean(value);
    case DANA_PARAM_TEXT:
        return json_string(text);
    }
    return NULL;
}

static json_t *describe_values(const dana_algorithm *algorithm, const dana_params *params)
{
    json_t *values = json_object();

    for (size_t i = 0; i < algorithm->param_count; i++) {
        const dana_param *param = &algorithm->params[i];

        api__set(&values, param->name, api__param_value(param, params->values[i], params->text));
    }
    return values;
}

json_t *api__describe_run(const dana_algorithm *algorithm, const dana_params *params)
{
    return json_pack("{ss si so}", "id", algorithm->id, "revision", algorithm->revision, "params",
                     describe_values(algorithm, params));
}

static void write_param(api__writer *w, const dana_param *param, int value, const char *text)
{
    if (param->type == DANA_PARAM_TEXT) {
        api__write_value(w, param->name, api__param_value(param, value, text));
    } else if (param->type == DANA_PARAM_BOOLEAN) {
        api__write_boolean(w, param->name, value != 0);
    } else if (param->type == DANA_PARAM_CHOICE) {
        api__write_string(w, param->name, param->choices[value]);
    } else if (value == DANA_PARAM_AUTO) {
        api__write_string(w, param->name, "auto");
    } else {
        api__write_number(w, param->name, value);
    }
}

void api__write_run(api__writer *w, const char *name, const dana_algorithm *algorithm,
                    const dana_params *params)
{
    if (algorithm == NULL) {
        api__write_null(w, name);
        return;
    }
    api__write_begin(w, name);
    api__write_string(w, "id", algorithm->id);
    api__write_number(w, "revision", algorithm->revision);
    api__write_begin(w, "params");
    for (size_t i = 0; i < algorithm->param_count; i++) {
        write_param(w, &algorithm->params[i], params->values[i], params->text);
    }
    api__write_end(w);
    api__write_end(w);
}

json_t *api__algorithm_ids(dana_kind kind)
{
    json_t *ids = json_array();

    for (size_t i = 0; i < dana_algorithm_count(); i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i);

        if (algorithm->kind == kind) {
            api__push(&ids, json_string(algorithm->id));
        }
    }
    return ids;
}
