#include "request/members.h"

#include <stdio.h>
#include <string.h>

/* Bounds of what a request may ask of a fetch; the service's own settings are lower. */
#define FETCH_TIMEOUT_MAX_MS 3600000
#define REDIRECTS_MAX        20

/* Names an algorithm of a kind; an unknown one is refused with the ids there are. */
static void read_algorithm_id(api__reader *r, const json_t *value, const char *pointer,
                              dana_kind kind, const dana_algorithm **algorithm, dana_params *params)
{
    char ids[280] = "";
    size_t used = 0;
    const dana_algorithm *found = dana_algorithm_find(kind, json_string_value(value),
                                                      json_string_length(value));

    *algorithm = found;
    if (found != NULL) {
        dana_params_defaults(found, params);
        return;
    }
    for (size_t i = 0; i < dana_algorithm_count() && used < sizeof(ids); i++) {
        const dana_algorithm *a = dana_algorithm_at(i);

        if (a->kind == kind) {
            used += (size_t)snprintf(ids + used, sizeof(ids) - used, "%s%s", used > 0 ? ", " : "",
                                     a->id);
        }
    }
    api__error_add(&r->errors, "invalid-request", pointer, "the algorithm must be one of %s", ids);
}

static void read_algorithm(api__reader *r, const json_t *value, const char *pointer)
{
    read_algorithm_id(r, value, pointer, DANA_KIND_CONTENT, &r->request->algorithm,
                      &r->request->params);
}

static void read_headline_algorithm(api__reader *r, const json_t *value, const char *pointer)
{
    read_algorithm_id(r, value, pointer, DANA_KIND_HEADLINE, &r->request->headline_algorithm,
                      &r->request->headline_params);
}

/* The JSON type that a parameter takes; "auto" is the one string of an integer. */
static bool param_fits(const dana_param *param, const json_t *value)
{
    switch (param->type) {
    case DANA_PARAM_INTEGER:
        return json_is_integer(value) || (param->allows_auto && json_is_string(value) &&
                                          strcmp(json_string_value(value), "auto") == 0);
    case DANA_PARAM_CHOICE:
    case DANA_PARAM_TEXT:
        return json_is_string(value) &&
               strlen(json_string_value(value)) == json_string_length(value);
    case DANA_PARAM_BOOLEAN:
        return json_is_boolean(value);
    }
    return false;
}

static dana_status set_param(const dana_algorithm *algorithm, dana_params *params, const char *name,
                             const json_t *value, dana_error *err)
{
    int index = dana_param_index(algorithm, name);

    if (index >= 0 && !param_fits(&algorithm->params[index], value)) {
        return dana_params_set_text(algorithm, params, name, "", err);
    }
    if (json_is_integer(value)) {
        return dana_params_set_integer(algorithm, params, name, json_integer_value(value), err);
    }
    if (json_is_boolean(value)) {
        return dana_params_set_text(algorithm, params, name, json_is_true(value) ? "true" : "false",
                                    err);
    }
    return dana_params_set_text(algorithm, params, name,
                                json_is_string(value) ? json_string_value(value) : "", err);
}

/* Parameters of an algorithm that does not exist (NULL) are not judged: that error says enough. */
static void read_param_values(api__reader *r, const json_t *object, const char *parent,
                              const dana_algorithm *algorithm, dana_params *params)
{
    char pointer[API__POINTER_SIZE];
    const char *name;
    json_t *value;
    dana_error err;

    if (algorithm == NULL) {
        return;
    }
    json_object_foreach((json_t *)(size_t)object, name, value)
    {
        if (json_is_null(value) && dana_param_index(algorithm, name) >= 0) {
            continue;
        }
        dana_status status = set_param(algorithm, params, name, value, &err);

        if (status != DANA_OK) {
            api__make_pointer(pointer, parent, name);
            api__error_add(&r->errors,
                           status == DANA_UNKNOWN_PARAM ? "unknown-member" : "invalid-request",
                           pointer, "%s", err.message);
        }
    }
}

static void read_params(api__reader *r, const json_t *value, const char *pointer)
{
    read_param_values(r, value, pointer, r->request->algorithm, &r->request->params);
}

static void read_headline_params(api__reader *r, const json_t *value, const char *pointer)
{
    read_param_values(r, value, pointer, r->request->headline_algorithm,
                      &r->request->headline_params);
}

static void read_offset_unit(api__reader *r, const json_t *value, const char *pointer)
{
    size_t unit = api__find_name(api__offset_unit_name, value);

    if (api__offset_unit_name(unit) == NULL) {
        api__refuse(r, pointer, "offset_unit must be one of utf8, utf16, codepoint");
        return;
    }
    r->request->offset_unit = (api__offset_unit)unit;
}

static void read_max_text_chars(api__reader *r, const json_t *value, const char *pointer)
{
    json_int_t limit = json_integer_value(value);

    if (limit < 1) {
        api__refuse(r, pointer, "max_text_chars must be at least 1");
        return;
    }
    r->request->max_text_chars = (size_t)limit;
}

static void read_timeout(api__reader *r, const json_t *value, const char *pointer)
{
    json_int_t timeout_ms = json_integer_value(value);

    if (timeout_ms < 1) {
        api__refuse(r, pointer, "timeout_ms must be at least 1");
        return;
    }
    r->request->timeout_ms = (double)timeout_ms;
}

static void read_plot(api__reader *r, const json_t *value, const char *pointer)
{
    dana_view list = {json_string_value(value), json_string_length(value)};
    dana_error err;

    if (api__runs_read(list, false, r->request->plotted, API__PLOTTED_MAX,
                       &r->request->plotted_count, &err) != DANA_OK) {
        api__error_add(&r->errors, "invalid-request", pointer, "%s at character %zu", err.message,
                       err.position);
    }
}

static void read_fetch_timeout(api__reader *r, const json_t *value, const char *pointer)
{
    json_int_t timeout_ms = json_integer_value(value);

    if (timeout_ms < 1 || timeout_ms > FETCH_TIMEOUT_MAX_MS) {
        api__refuse(r, pointer, "timeout_ms must be from 1 to 3600000");
        return;
    }
    r->request->fetch_timeout_ms = (long)timeout_ms;
}

static void read_max_redirects(api__reader *r, const json_t *value, const char *pointer)
{
    json_int_t redirects = json_integer_value(value);

    if (redirects < 0 || redirects > REDIRECTS_MAX) {
        api__refuse(r, pointer, "max_redirects must be from 0 to 20");
        return;
    }
    r->request->max_redirects = (int)redirects;
}

static void read_accept_error(api__reader *r, const json_t *value, const char *pointer)
{
    (void)pointer;
    r->request->accept_error_status = json_is_true(value);
}

static const api__member fetch_members[] = {
    {"timeout_ms", "an integer", api__is_integer, read_fetch_timeout},
    {"max_redirects", "an integer", api__is_integer, read_max_redirects},
    {"accept_error_status", "true or false", api__is_boolean, read_accept_error},
    {NULL, NULL, NULL, NULL},
};

static void read_fetch(api__reader *r, const json_t *value, const char *pointer)
{
    if (r->request->url == NULL && !r->in_defaults) {
        api__refuse(r, pointer, "fetch goes with url only");
        return;
    }
    api__read_members(r, value, pointer, fetch_members);
}

/* Algorithms stand before their parameters: the parameters are checked against them. */
static const api__member option_members[] = {
    {"algorithm", "a string", api__is_string, read_algorithm},
    {"params", "an object", api__is_object, read_params},
    {"headline_algorithm", "a string", api__is_string, read_headline_algorithm},
    {"headline_params", "an object", api__is_object, read_headline_params},
    {"offset_unit", "a string", api__is_string, read_offset_unit},
    {"max_text_chars", "an integer", api__is_integer, read_max_text_chars},
    {"timeout_ms", "an integer", api__is_integer, read_timeout},
    {"plot", "a string", api__is_string, read_plot},
    {"fetch", "an object", api__is_object, read_fetch},
    {NULL, NULL, NULL, NULL},
};

void api__read_options(api__reader *r, const json_t *value, const char *pointer)
{
    api__read_members(r, value, pointer, option_members);
}
