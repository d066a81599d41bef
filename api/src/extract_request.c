#include "extract_request.h"

#include "base64.h"
#include "dana/text.h"
#include "surrogates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define POINTER_LENGTH 300
#define BOM            "\xEF\xBB\xBF"
#define BOM_LENGTH     3
#define DEFAULT_INCLUDE                                                                            \
    (API__INCLUDE_TEXT | API__INCLUDE_HEADLINE | API__INCLUDE_RANGES | API__INCLUDE_DENSITY)

static const char *const include_names[] = {"text",       "headline",     "ranges", "density",
                                            "candidates", "line_offsets", "source"};

const char *api__include_name(size_t index)
{
    return index < sizeof(include_names) / sizeof(include_names[0]) ? include_names[index] : NULL;
}

/* What the readers of members share. */
typedef struct {
    api__extract_request *request;
    api__errors errors;
    bool fetch_asked;
    bool out_of_memory;
} reader;

/* A member: its name, the JSON type it must have, and what reads it. */
typedef struct {
    const char *name;
    const char *type_name;
    bool (*has_type)(const json_t *value);
    void (*read)(reader *r, const json_t *value, const char *pointer);
} member;

static bool is_string(const json_t *value)
{
    return json_is_string(value);
}

static bool is_array(const json_t *value)
{
    return json_is_array(value);
}

static bool is_object(const json_t *value)
{
    return json_is_object(value);
}

static bool is_integer(const json_t *value)
{
    return json_is_integer(value);
}

static void refuse(reader *r, const char *pointer, const char *detail)
{
    api__error_add(&r->errors, "invalid-request", pointer, "%s", detail);
}

/* Writes parent/name as a JSON pointer, '~' and '/' escaped (RFC 6901); a long name is cut. */
static void make_pointer(char *out, const char *parent, const char *name)
{
    size_t used = (size_t)snprintf(out, POINTER_LENGTH, "%s/", parent);

    for (; *name != '\0' && used + 3 < POINTER_LENGTH; name++) {
        if (*name == '~' || *name == '/') {
            out[used++] = '~';
            out[used++] = *name == '~' ? '0' : '1';
        } else {
            out[used++] = *name;
        }
    }
    out[used] = '\0';
}

static const member *find_member(const member *members, const char *name)
{
    for (; members->name != NULL; members++) {
        if (strcmp(members->name, name) == 0) {
            return members;
        }
    }
    return NULL;
}

/* Reads an object's members in the table's order, then refuses those that no row names. */
static void read_members(reader *r, const json_t *object, const char *parent, const member *members)
{
    char pointer[POINTER_LENGTH];
    const char *name;
    json_t *value;

    for (const member *m = members; m->name != NULL; m++) {
        value = json_object_get(object, m->name);
        if (value == NULL || json_is_null(value)) {
            continue;
        }
        make_pointer(pointer, parent, m->name);
        if (!m->has_type(value)) {
            api__error_add(&r->errors, "invalid-request", pointer, "%s must be %s", m->name,
                           m->type_name);
        } else {
            m->read(r, value, pointer);
        }
    }
    json_object_foreach((json_t *)(size_t)object, name, value)
    {
        if (find_member(members, name) == NULL) {
            make_pointer(pointer, parent, name);
            api__error_add(&r->errors, "unknown-member", pointer, "There is no member \"%.100s\"",
                           name);
        }
    }
}

static void read_html(reader *r, const json_t *value, const char *pointer)
{
    (void)pointer;
    r->request->html = json_string_value(value);
    r->request->html_length = json_string_length(value);
    r->request->encoding_source = "json";
}

static void read_base64(reader *r, const json_t *value, const char *pointer)
{
    size_t position;
    size_t length;
    api__extract_request *request = r->request;

    if (!api__base64_decode(json_string_value(value), json_string_length(value), &request->decoded,
                            &length, &position)) {
        r->out_of_memory |= request->decoded == NULL;
        api__error_add(&r->errors, "invalid-request", pointer,
                       "html_base64 is not base64 at character %zu", position);
        return;
    }
    size_t valid = dana_utf8_valid_length(request->decoded, length);

    if (valid < length) {
        api__error_add(&r->errors, "invalid-request", pointer,
                       "the decoded bytes are not UTF-8 at byte %zu", valid);
        return;
    }
    bool bom = length >= BOM_LENGTH && memcmp(request->decoded, BOM, BOM_LENGTH) == 0;

    request->html = request->decoded;
    request->html_length = length;
    request->encoding_source = bom ? "bom" : "utf8-valid";
}

static void read_url(reader *r, const json_t *value, const char *pointer)
{
    (void)value;
    (void)pointer;
    r->fetch_asked = true;
}

/* Finds the value of a media type's charset parameter; false where it has none. */
static bool find_charset(const char *content_type, const char **charset, size_t *length)
{
    const char *p = strcasestr(content_type, "charset=");

    if (p == NULL) {
        return false;
    }
    p += strlen("charset=");
    p += *p == '"';
    *charset = p;
    *length = strcspn(p, "\"; \t");
    return true;
}

static bool is_utf8_name(const char *name, size_t length)
{
    return (length == 5 && strncasecmp(name, "utf-8", 5) == 0) ||
           (length == 4 && strncasecmp(name, "utf8", 4) == 0);
}

static void read_content_type(reader *r, const json_t *value, const char *pointer)
{
    const char *charset;
    size_t length;

    if (r->request->decoded == NULL) {
        refuse(r, pointer, "content_type goes with html_base64 only");
        return;
    }
    if (!find_charset(json_string_value(value), &charset, &length)) {
        return;
    }
    if (!is_utf8_name(charset, length)) {
        refuse(r, pointer, "the charset must be utf-8");
    } else if (r->request->encoding_source != NULL &&
               strcmp(r->request->encoding_source, "bom") != 0) {
        r->request->encoding_source = "http";
    }
}

/* Finds a JSON string, which may hold NUL, among names; their number where it is none of them. */
static size_t find_name(const char *(*name_at)(size_t index), const json_t *value)
{
    const char *name = json_string_value(value);
    size_t length = json_string_length(value);
    size_t i = 0;

    while (name_at(i) != NULL && (name == NULL || strlen(name_at(i)) != length ||
                                  memcmp(name_at(i), name, length) != 0)) {
        i++;
    }
    return i;
}

static void read_include(reader *r, const json_t *value, const char *pointer)
{
    char item_pointer[POINTER_LENGTH + 24];
    size_t index;
    json_t *item;

    r->request->include = 0;
    json_array_foreach((json_t *)(size_t)value, index, item)
    {
        size_t bit = find_name(api__include_name, item);

        if (api__include_name(bit) != NULL) {
            r->request->include |= 1u << bit;
            continue;
        }
        snprintf(item_pointer, sizeof(item_pointer), "%s/%zu", pointer, index);
        refuse(r, item_pointer,
               "include takes text, headline, ranges, density, candidates, line_offsets, source");
    }
}

/* Names an algorithm of a kind; an unknown one is refused with the ids there are. */
static void read_algorithm_id(reader *r, const json_t *value, const char *pointer, dana_kind kind,
                              const dana_algorithm **algorithm, dana_params *params)
{
    char ids[200] = "";
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

static void read_algorithm(reader *r, const json_t *value, const char *pointer)
{
    read_algorithm_id(r, value, pointer, DANA_KIND_CONTENT, &r->request->algorithm,
                      &r->request->params);
}

static void read_headline_algorithm(reader *r, const json_t *value, const char *pointer)
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
static void read_param_values(reader *r, const json_t *object, const char *parent,
                              const dana_algorithm *algorithm, dana_params *params)
{
    char pointer[POINTER_LENGTH];
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
            make_pointer(pointer, parent, name);
            api__error_add(&r->errors,
                           status == DANA_UNKNOWN_PARAM ? "unknown-member" : "invalid-request",
                           pointer, "%s", err.message);
        }
    }
}

static void read_params(reader *r, const json_t *value, const char *pointer)
{
    read_param_values(r, value, pointer, r->request->algorithm, &r->request->params);
}

static void read_headline_params(reader *r, const json_t *value, const char *pointer)
{
    read_param_values(r, value, pointer, r->request->headline_algorithm,
                      &r->request->headline_params);
}

static void read_offset_unit(reader *r, const json_t *value, const char *pointer)
{
    size_t unit = find_name(api__offset_unit_name, value);

    if (api__offset_unit_name(unit) == NULL) {
        refuse(r, pointer, "offset_unit must be one of utf8, utf16, codepoint");
        return;
    }
    r->request->offset_unit = (api__offset_unit)unit;
}

static void read_max_text_chars(reader *r, const json_t *value, const char *pointer)
{
    json_int_t limit = json_integer_value(value);

    if (limit < 1) {
        refuse(r, pointer, "max_text_chars must be at least 1");
        return;
    }
    r->request->max_text_chars = (size_t)limit;
}

static void read_timeout(reader *r, const json_t *value, const char *pointer)
{
    json_int_t timeout_ms = json_integer_value(value);

    if (timeout_ms < 1) {
        refuse(r, pointer, "timeout_ms must be at least 1");
        return;
    }
    r->request->timeout_ms = (double)timeout_ms;
}

/* Algorithms stand before their parameters: the parameters are checked against them. */
static const member option_members[] = {
    {"algorithm", "a string", is_string, read_algorithm},
    {"params", "an object", is_object, read_params},
    {"headline_algorithm", "a string", is_string, read_headline_algorithm},
    {"headline_params", "an object", is_object, read_headline_params},
    {"offset_unit", "a string", is_string, read_offset_unit},
    {"max_text_chars", "an integer", is_integer, read_max_text_chars},
    {"timeout_ms", "an integer", is_integer, read_timeout},
    {NULL, NULL, NULL, NULL},
};

static void read_options(reader *r, const json_t *value, const char *pointer)
{
    read_members(r, value, pointer, option_members);
}

static const member request_members[] = {
    {"html", "a string", is_string, read_html},
    {"html_base64", "a string", is_string, read_base64},
    {"url", "a string", is_string, read_url},
    {"content_type", "a string", is_string, read_content_type},
    {"include", "an array", is_array, read_include},
    {"options", "an object", is_object, read_options},
    {NULL, NULL, NULL, NULL},
};

/* Exactly one input must be there; none where the page comes from the command line. */
static void check_inputs(reader *r, const json_t *root, const dana_view *document)
{
    static const char *const inputs[] = {"html", "html_base64", "url"};
    size_t given = document != NULL;

    for (size_t i = 0; i < sizeof(inputs) / sizeof(inputs[0]); i++) {
        const json_t *value = json_object_get(root, inputs[i]);

        given += value != NULL && !json_is_null(value);
    }
    if (given != 1) {
        refuse(r, "#",
               given == 0 ? "one of html, html_base64, url is required"
                          : "only one of html, html_base64, url is allowed");
    }
}

static void json_problem(api_response *out, const char *request_id, const json_error_t *error)
{
    char detail[sizeof(error->text) + 60];
    int column = error->column > 0 ? error->column : 1; /* 0 where a line is still empty */

    snprintf(detail, sizeof(detail), "%s at line %d, column %d", error->text, error->line, column);
    detail[dana_utf8_valid_length(detail, strlen(detail))] = '\0';
    api__problem(out, request_id, "invalid-json", detail,
                 json_pack("{si si si}", "line", error->line, "column", column, "position",
                           error->position));
}

/*
 * Parses the body: a BOM is skipped, lone surrogates are replaced, duplicate names refused.
 * New reference; NULL: *error tells why, with an empty text where memory ran out.
 */
static json_t *parse_body(const char *body, size_t length, bool *replaced, json_error_t *error)
{
    char *copy = NULL;

    if (length >= BOM_LENGTH && memcmp(body, BOM, BOM_LENGTH) == 0) {
        body += BOM_LENGTH;
        length -= BOM_LENGTH;
    }
    *replaced = api__replace_surrogates(body, length, &copy);
    if (*replaced && copy == NULL) {
        return NULL;
    }
    json_t *root = json_loadb(copy != NULL ? copy : body, length,
                              JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY, error);

    free(copy);
    return root;
}

static void set_defaults(api__extract_request *request, const dana_view *document)
{
    *request = (api__extract_request){
        .include = DEFAULT_INCLUDE,
        .algorithm = dana_algorithm_default(DANA_KIND_CONTENT),
        .headline_algorithm = dana_algorithm_default(DANA_KIND_HEADLINE),
    };
    dana_params_defaults(request->algorithm, &request->params);
    dana_params_defaults(request->headline_algorithm, &request->headline_params);
    if (document != NULL) {
        request->html = document->data;
        request->html_length = document->length;
        request->encoding_source = "utf8-valid";
    }
}

static bool read_root(reader *r, const char *request_id, const dana_view *document,
                      api_response *refusal)
{
    if (!json_is_object(r->request->root)) {
        refuse(r, "#", "the body must be a JSON object");
    } else {
        check_inputs(r, r->request->root, document);
        read_members(r, r->request->root, "#", request_members);
    }
    if (r->out_of_memory) {
        api__errors_clear(&r->errors);
        api__problem(refusal, request_id, "internal", NULL, NULL);
        return false;
    }
    if (r->errors.code != NULL) {
        api__errors_response(refusal, request_id, &r->errors);
        return false;
    }
    if (r->fetch_asked) {
        api__problem(refusal, request_id, "feature-disabled", NULL, NULL);
        return false;
    }
    return true;
}

bool api__extract_request_read(const char *request_id, const char *body, size_t body_length,
                               const dana_view *document, api__extract_request *request,
                               api_response *refusal)
{
    json_error_t error = {0};
    reader r = {.request = request};

    set_defaults(request, document);
    if (document != NULL && body == NULL) {
        return true;
    }
    if (body_length == 0) {
        api__problem(refusal, request_id, "empty-body", NULL, NULL);
        return false;
    }
    request->root = parse_body(body, body_length, &request->surrogates_replaced, &error);
    if (request->root == NULL) {
        if (error.text[0] == '\0' || json_error_code(&error) == json_error_out_of_memory) {
            api__problem(refusal, request_id, "internal", NULL, NULL);
        } else {
            json_problem(refusal, request_id, &error);
        }
        return false;
    }
    if (!read_root(&r, request_id, document, refusal)) {
        api__extract_request_clear(request);
        return false;
    }
    return true;
}

void api__extract_request_clear(api__extract_request *request)
{
    json_decref(request->root);
    free(request->decoded);
    request->root = NULL;
    request->decoded = NULL;
}
