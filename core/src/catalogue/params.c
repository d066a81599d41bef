#include "catalogue/params.h"

#include "page/ops.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dana_params_defaults(const dana_algorithm *algorithm, dana_params *params)
{
    *params = (dana_params){{0}, {0}};
    for (size_t i = 0; i < algorithm->param_count; i++) {
        const dana_param *param = &algorithm->params[i];

        params->values[i] = param->default_value;
        if (param->type == DANA_PARAM_TEXT) {
            snprintf(params->text, sizeof(params->text), "%s", param->default_text);
        }
    }
}

int dana_param_index(const dana_algorithm *algorithm, const char *name)
{
    for (size_t i = 0; i < algorithm->param_count; i++) {
        if (strcmp(algorithm->params[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static int choice_count(const dana_param *param)
{
    int count = 0;

    while (param->choices[count] != NULL) {
        count++;
    }
    return count;
}

static bool is_allowed(const dana_param *param, long long value)
{
    switch (param->type) {
    case DANA_PARAM_INTEGER:
        return (param->allows_auto && value == DANA_PARAM_AUTO) ||
               (value >= param->minimum && value <= param->maximum);
    case DANA_PARAM_CHOICE:
        return value >= 0 && value < choice_count(param);
    case DANA_PARAM_BOOLEAN:
        return value == 0 || value == 1;
    case DANA_PARAM_TEXT:
        return value == 0;
    }
    return false;
}

/* Says what a parameter takes: a range, a list of choices, or true and false. */
static dana_status refuse_value(const dana_param *param, dana_error *err)
{
    char allowed[120] = "true or false";

    if (param->type == DANA_PARAM_INTEGER) {
        snprintf(allowed, sizeof(allowed), "an integer from %d to %d%s", param->minimum,
                 param->maximum, param->allows_auto ? " or \"auto\"" : "");
    } else if (param->type == DANA_PARAM_CHOICE) {
        size_t used = (size_t)snprintf(allowed, sizeof(allowed), "one of");

        for (int i = 0; param->choices[i] != NULL && used < sizeof(allowed); i++) {
            used += (size_t)snprintf(allowed + used, sizeof(allowed) - used, "%s \"%s\"",
                                     i > 0 ? "," : "", param->choices[i]);
        }
    }
    return dana_error_set(err, DANA_INVALID_PARAM, 0, "%s must be %s", param->name, allowed);
}

dana_status dana__effective_params(const dana_algorithm *algorithm, const dana_params *params,
                                   dana_params *effective, dana_error *err)
{
    if (params != NULL) {
        *effective = *params;
    } else {
        dana_params_defaults(algorithm, effective);
    }
    for (size_t i = 0; i < algorithm->param_count; i++) {
        if (!is_allowed(&algorithm->params[i], effective->values[i])) {
            return refuse_value(&algorithm->params[i], err);
        }
        if (algorithm->params[i].type == DANA_PARAM_TEXT) {
            dana_status status = algorithm->ops->check_text(effective->text, err);

            if (status != DANA_OK) {
                return status;
            }
        }
    }
    return DANA_OK;
}

static dana_status find_param(const dana_algorithm *algorithm, const char *name, int *index,
                              dana_error *err)
{
    *index = dana_param_index(algorithm, name);
    if (*index < 0) {
        return dana_error_set(err, DANA_UNKNOWN_PARAM, 0, "%s has no parameter \"%s\"",
                              algorithm->id, name);
    }
    return DANA_OK;
}

/* Reads a value as text. Returns false where the text is none for this parameter's type. */
static bool parse_value(const dana_param *param, const char *text, long long *value)
{
    char *end;

    switch (param->type) {
    case DANA_PARAM_INTEGER:
        if (param->allows_auto && strcmp(text, "auto") == 0) {
            *value = DANA_PARAM_AUTO;
            return true;
        }
        errno = 0;
        *value = strtoll(text, &end, 10);
        return errno == 0 && end != text && *end == '\0' && *value != DANA_PARAM_AUTO;
    case DANA_PARAM_CHOICE:
        for (int i = 0; param->choices[i] != NULL; i++) {
            if (strcmp(param->choices[i], text) == 0) {
                *value = i;
                return true;
            }
        }
        return false;
    case DANA_PARAM_BOOLEAN:
        *value = strcmp(text, "true") == 0;
        return *value == 1 || strcmp(text, "false") == 0;
    case DANA_PARAM_TEXT:
        return false;
    }
    return false;
}

/* Sets the TEXT parameter. */
static dana_status set_text(const dana_algorithm *algorithm, dana_params *params,
                            const dana_param *param, const char *text, dana_error *err)
{
    size_t length = strlen(text);

    if (length > DANA_PARAM_TEXT_MAX) {
        return dana_error_set(err, DANA_INVALID_PARAM, DANA_PARAM_TEXT_MAX,
                              "%s must have at most %d bytes", param->name, DANA_PARAM_TEXT_MAX);
    }
    dana_status status = algorithm->ops->check_text(text, err);

    if (status == DANA_OK) {
        memcpy(params->text, text, length + 1);
    }
    return status;
}

dana_status dana_params_set_text(const dana_algorithm *algorithm, dana_params *params,
                                 const char *name, const char *text, dana_error *err)
{
    int index;
    long long value;
    dana_status status = find_param(algorithm, name, &index, err);

    if (status != DANA_OK) {
        return status;
    }
    const dana_param *param = &algorithm->params[index];

    if (param->type == DANA_PARAM_TEXT) {
        return set_text(algorithm, params, param, text, err);
    }
    if (!parse_value(param, text, &value) || !is_allowed(param, value)) {
        return refuse_value(param, err);
    }
    params->values[index] = (int)value;
    return DANA_OK;
}

dana_status dana_params_set_integer(const dana_algorithm *algorithm, dana_params *params,
                                    const char *name, long long value, dana_error *err)
{
    int index;
    dana_status status = find_param(algorithm, name, &index, err);

    if (status != DANA_OK) {
        return status;
    }
    const dana_param *param = &algorithm->params[index];

    if (param->type == DANA_PARAM_TEXT) {
        return dana_error_set(err, DANA_INVALID_PARAM, 0, "%s must be text", param->name);
    }
    if (param->type == DANA_PARAM_CHOICE || value == DANA_PARAM_AUTO || !is_allowed(param, value)) {
        return refuse_value(param, err);
    }
    params->values[index] = (int)value;
    return DANA_OK;
}
