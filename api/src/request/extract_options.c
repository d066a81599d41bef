#include "request/extract_options.h"

#include <stdint.h>
#include <string.h>

/* Bounds of what a request may ask of a fetch; the service's own settings are lower. */
#define FETCH_TIMEOUT_MAX_MS 3600000
#define REDIRECTS_MAX        20

void api__options_defaults(api__extract_options *options)
{
    *options = (api__extract_options){
        .algorithm = dana_algorithm_default(DANA_KIND_CONTENT),
        .headline_algorithm = dana_algorithm_default(DANA_KIND_HEADLINE),
        .max_redirects = -1,
    };
    api__rendering_defaults(&options->rendering);
    dana_params_defaults(options->algorithm, &options->params);
    dana_params_defaults(options->headline_algorithm, &options->headline_params);
}

/* The id of algorithm `index` of a kind; NULL beyond the last. */
static const char *id_at(dana_kind kind, size_t index)
{
    for (size_t i = 0; i < dana_algorithm_count(); i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i);

        if (algorithm->kind == kind && index-- == 0) {
            return algorithm->id;
        }
    }
    return NULL;
}

static const char *content_id(size_t index)
{
    return id_at(DANA_KIND_CONTENT, index);
}

static const char *headline_id(size_t index)
{
    return id_at(DANA_KIND_HEADLINE, index);
}

/* Names an algorithm of a kind; an unknown one (*algorithm is NULL) is refused with all ids. */
static void read_algorithm_id(const api__reading *r, const json_t *value, dana_kind kind,
                              const dana_algorithm **algorithm, dana_params *params)
{
    size_t index;

    *algorithm = dana_algorithm_find(kind, json_string_value(value), json_string_length(value));
    if (*algorithm != NULL) {
        dana_params_defaults(*algorithm, params);
    } else {
        api__read_name(r, value, kind == DANA_KIND_CONTENT ? content_id : headline_id,
                       "the algorithm must be one of", &index);
    }
}

static void read_algorithm(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    read_algorithm_id(r, value, DANA_KIND_CONTENT, &o->algorithm, &o->params);
}

static void read_headline_algorithm(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    read_algorithm_id(r, value, DANA_KIND_HEADLINE, &o->headline_algorithm, &o->headline_params);
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
static void read_param_values(const api__reading *r, const json_t *object,
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
            api__make_pointer(pointer, r->pointer, name);
            api__error_add(r->errors,
                           status == DANA_UNKNOWN_PARAM ? "unknown-member" : "invalid-request",
                           pointer, "%s", err.message);
        }
    }
}

static void read_params(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    read_param_values(r, value, o->algorithm, &o->params);
}

static void read_headline_params(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    read_param_values(r, value, o->headline_algorithm, &o->headline_params);
}

static void read_offset_unit(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;
    size_t unit;

    if (api__read_name(r, value, api__offset_unit_name, "offset_unit must be one of", &unit)) {
        o->offset_unit = (api__offset_unit)unit;
    }
}

/* Reads an integer from min to max; a rule is what is said of any other. */
static bool read_integer(const api__reading *r, const json_t *value, json_int_t min, json_int_t max,
                         const char *rule, json_int_t *out)
{
    *out = json_integer_value(value);
    if (*out < min || *out > max) {
        api__refuse_value(r, rule);
        return false;
    }
    return true;
}

static void read_max_text_chars(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;
    json_int_t limit;

    if (read_integer(r, value, 1, INT64_MAX, "max_text_chars must be at least 1", &limit)) {
        o->max_text_chars = (size_t)limit;
    }
}

static void read_timeout(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;
    json_int_t timeout_ms;

    if (read_integer(r, value, 1, INT64_MAX, "timeout_ms must be at least 1", &timeout_ms)) {
        o->timeout_ms = (double)timeout_ms;
    }
}

static void read_plot(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    api__read_runs(r, value, false, o->plotted, API__PLOTTED_MAX, &o->plotted_count);
}

static void read_fetch_timeout(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;
    json_int_t timeout_ms;

    if (read_integer(r, value, 1, FETCH_TIMEOUT_MAX_MS, "timeout_ms must be from 1 to 3600000",
                     &timeout_ms)) {
        o->fetch_timeout_ms = (long)timeout_ms;
    }
}

static void read_max_redirects(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;
    json_int_t redirects;

    if (read_integer(r, value, 0, REDIRECTS_MAX, "max_redirects must be from 0 to 20",
                     &redirects)) {
        o->max_redirects = (int)redirects;
    }
}

static void read_accept_error(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    o->accept_error_status = json_is_true(value);
}

static void read_render(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    api__read_render(&(api__reading){&o->rendering, r->pointer, r->errors}, value);
}

static void read_wait(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    api__read_wait(&(api__reading){&o->rendering, r->pointer, r->errors}, value);
}

static void read_viewport(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    api__read_viewport(&(api__reading){&o->rendering, r->pointer, r->errors}, value);
}

static const api__member fetch_members[] = {
    {"timeout_ms", API__INTEGER, read_fetch_timeout},
    {"max_redirects", API__INTEGER, read_max_redirects},
    {"accept_error_status", API__BOOLEAN, read_accept_error},
    {"render", API__STRING, read_render},
    {"wait", API__OBJECT, read_wait},
    {"viewport", API__OBJECT, read_viewport},
    {NULL, API__STRING, NULL},
};

static void read_fetch(const api__reading *r, const json_t *value)
{
    const api__extract_options *o = r->target;

    if (!o->takes_fetch) {
        api__refuse_value(r, "fetch goes with url only");
        return;
    }
    api__read_members(r->target, value, r->pointer, fetch_members, r->errors);
}

static void read_select(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    api__read_selector_lists(r, value, &o->control.select);
}

static void read_remove(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    api__read_selector_lists(r, value, &o->control.remove);
}

/* What any other algorithm does: it favours nothing, and keeps what stands twice. */
static void read_favor(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    api__read_shared_param(r, value, "favor", "balanced", o->algorithm, &o->params);
}

static void read_repeats(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    api__read_shared_param(r, value, "repeats", "keep", o->algorithm, &o->params);
}

static void read_links(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    o->control.no_links = json_is_false(value);
}

static void read_images(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    o->control.no_images = json_is_false(value);
}

static void read_tables(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    o->control.no_tables = json_is_false(value);
}

static void read_comments(const api__reading *r, const json_t *value)
{
    api__extract_options *o = r->target;

    o->control.comments = json_is_true(value) ? API__TAKEN : API__LEFT_OUT;
}

/* Algorithms stand before their parameters: the parameters are checked against them, and so are
 * options that are one of them. */
static const api__member option_members[] = {
    {"algorithm", API__STRING, read_algorithm},
    {"params", API__OBJECT, read_params},
    {"headline_algorithm", API__STRING, read_headline_algorithm},
    {"headline_params", API__OBJECT, read_headline_params},
    {"offset_unit", API__STRING, read_offset_unit},
    {"max_text_chars", API__INTEGER, read_max_text_chars},
    {"timeout_ms", API__INTEGER, read_timeout},
    {"plot", API__STRING, read_plot},
    {"select", API__STRING_OR_ARRAY, read_select},
    {"remove", API__STRING_OR_ARRAY, read_remove},
    {"favor", API__STRING, read_favor},
    {"repeats", API__STRING, read_repeats},
    {"links", API__BOOLEAN, read_links},
    {"images", API__BOOLEAN, read_images},
    {"tables", API__BOOLEAN, read_tables},
    {"comments", API__BOOLEAN, read_comments},
    {"render", API__STRING, read_render},
    {"wait", API__OBJECT, read_wait},
    {"viewport", API__OBJECT, read_viewport},
    {"fetch", API__OBJECT, read_fetch},
    {NULL, API__STRING, NULL},
};

void api__read_options(api__extract_options *options, const json_t *value, const char *pointer,
                       api__errors *errors)
{
    api__read_members(options, value, pointer, option_members, errors);
    api__check_selectors(&options->control, value, pointer, errors);
}
