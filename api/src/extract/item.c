#include "extract/item.h"

#include "extract/run.h"
#include "http/body.h"
#include "http/problems.h"
#include "http/response.h"
#include "json/locate.h"
#include "json/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest id of an item, in bytes. */
#define ID_BYTES_MAX 1024
/* The same as JSON, each byte escaped. */
#define ID_TEXT_MAX (6 * ID_BYTES_MAX + 2)
/* Room for the members of a result around its id and answer. */
#define FRAME_SIZE 128
/* Room for the detail of an item that was not read. */
#define DETAIL_SIZE 128

api_defaults *api__defaults_new(const char *request_id, json_t *root, api_response *refusal)
{
    api_defaults *defaults = malloc(sizeof *defaults);

    if (root == NULL || defaults == NULL) {
        api__problem(refusal, request_id, "internal", NULL, NULL);
    } else if (api__extract_defaults_check(request_id, root, refusal)) {
        defaults->root = root;
        return defaults;
    }
    json_decref(root);
    free(defaults);
    return NULL;
}

api_defaults *api_defaults_read(const char *request_id, const char *json, size_t length,
                                api_response *refusal)
{
    api__json read;

    if (!api__body_json(request_id, (dana_view){json, length}, NULL, &read, refusal)) {
        return NULL;
    }
    return api__defaults_new(request_id, api__json_take_root(&read), refusal);
}

bool api__name_algorithm(json_t *root, const char *algorithm, bool needed)
{
    json_t *options = json_object_get(root, "options");
    const json_t *named = json_object_get(options, "algorithm");

    if (needed && (options == NULL || json_is_null(options))) {
        options = json_object();
        if (json_object_set_new(root, "options", options) != 0) {
            return false;
        }
    }
    return !json_is_object(options) || (named != NULL && !json_is_null(named)) ||
           json_object_set_new(options, "algorithm", json_string(algorithm)) == 0;
}

/* Whether a value may be an id: it comes back as it is. */
static bool is_id(const json_t *value)
{
    return json_is_integer(value) || json_is_null(value) ||
           (json_is_string(value) && json_string_length(value) <= ID_BYTES_MAX);
}

/* Makes an answer a result. Its status stays; its body is replaced. */
static void wrap(const api_context *context, const api_item *item, const char *id,
                 api_response *out)
{
    int status = out->status;
    const char *problem = out->problem;
    api__buffer text = {0};

    api__problem_set_base(out, context->base_path);
    api__reserve(&text, strlen(id) + out->body_length + FRAME_SIZE);
    api__append_format(&text, "{\"index\":%zu,\"id\":", item->index);
    api__append_string(&text, id);
    api__append_format(&text, ",\"status\":%d,\"%s\":", status,
                       status == 200 ? "result" : "problem");
    api__append(&text, out->body, out->body_length);
    api__append_string(&text, "}");
    api_response_clear(out);
    *out = (api_response){.status = text.failed ? 500 : status,
                          .content_type = "application/json",
                          .problem = problem};
    api__set_body(out, &text);
}

static void wrap_id(const api_context *context, const api_item *item, const json_t *id,
                    api_response *out)
{
    char *text = json_dumps(id, JSON_COMPACT | JSON_ENCODE_ANY);

    if (text == NULL) {
        api_response_clear(out);
        api__problem(out, item->request_id, "internal", NULL, NULL);
    }
    wrap(context, item, text != NULL ? text : "null", out);
    free(text);
}

/* Takes the id out of an item. Returns a new reference, or NULL with a problem. */
static json_t *take_id(const api_item *item, json_t *root, api_response *out)
{
    static const char rule[] = "id must be a string of at most 1024 bytes, an integer or null";
    json_t *given = json_object_get(root, "id");

    if (given == NULL) {
        return json_null();
    }
    if (!is_id(given)) {
        api__error_response(out, item->request_id, "invalid-request", "#/id", rule);
        return NULL;
    }
    json_incref(given);
    json_object_del(root, "id");
    return given;
}

/* What an extraction is given of an item; `json` is to be added. */
static api__extract_context given_of(const api_defaults *defaults, const api_item *item,
                                     double start_ms)
{
    return (api__extract_context){
        .input = {.id = item->request_id, .defaults = defaults != NULL ? defaults->root : NULL},
        .format = api__format_of(item->form),
        .wants_language = item->form != API_FORM_JSON,
        .fetched = item->fetched,
        .rendered = item->rendered,
        .queue_ms = item->queue_ms,
        .start_ms = start_ms};
}

/* Parses an item and takes its id out; algorithm: see api__name_algorithm, NULL: nothing is named.
 * Returns a new reference, or NULL with a problem. */
static json_t *read_item(const api_item *item, const char *algorithm, api__json *json,
                         api_response *out)
{
    const api__origin origin = {item->is_line ? item->index + 1 : 1, 1, 0};

    if (!api__part_json(item->request_id, (dana_view){item->json, item->length}, origin,
                        api__request_texts, json, out)) {
        return NULL;
    }
    json_t *id = NULL;

    if (algorithm == NULL || api__name_algorithm(json->root, algorithm, false)) {
        id = take_id(item, json->root, out);
    } else {
        api__problem(out, item->request_id, "internal", NULL, NULL);
    }
    if (id == NULL) {
        api__json_clear(json);
    }
    return id;
}

/* given: but for `json`, which is filled here. */
static void answer(const api_context *context, api__extract_context given, const api_item *item,
                   const char *algorithm, api_response *out)
{
    api__json json;
    json_t *id = read_item(item, algorithm, &json, out);

    if (id == NULL) {
        wrap(context, item, "null", out);
        return;
    }
    given.input.json = &json;
    api__run_extraction(context, &given, out);
    if (out->wants_fetch && given.site != NULL) {
        api_response_clear(out);
        api__error_response(out, item->request_id, "invalid-request", "#/url",
                            "pages of a site are sent, as html or html_base64; none is fetched");
    }
    if (!out->wants_fetch && !out->wants_render && !out->wants_picture &&
        (item->form == API_FORM_JSON || out->status != 200)) {
        wrap_id(context, item, id, out);
    }
    json_decref(id);
}

void api_item_answer(const api_context *context, const api_defaults *defaults, const api_item *item,
                     api_response *out)
{
    answer(context, given_of(defaults, item, context->now_ms()), item, NULL, out);
}

void api__item_answer_in_site(const api_context *context, const api_defaults *defaults,
                              const api_item *item, const char *algorithm, const api_site *site,
                              double start_ms, api_response *out)
{
    api__extract_context given = given_of(defaults, item, start_ms);

    given.site = site;
    answer(context, given, item, algorithm, out);
}

bool api__item_learn(const api_context *context, const api_defaults *defaults, const api_item *item,
                     const char *algorithm, api_site *site, double start_ms)
{
    api__extract_context given = given_of(defaults, item, start_ms);
    api_response refusal = {0};
    api__json json;
    json_t *id = read_item(item, algorithm, &json, &refusal);
    bool learned = false;

    if (id != NULL) {
        given.input.json = &json;
        learned = api__learn_page(context, &given, site);
    }
    api_response_clear(&refusal);
    json_decref(id);
    return learned;
}

/* Returns whether a member's name, as it stands there, is "id". */
static bool is_named_id(dana_view name)
{
    return name.length == strlen("\"id\"") && memcmp(name.data, "\"id\"", name.length) == 0;
}

/* Finds an item's id without parsing the item. Returns a new reference; null where it has none. */
static json_t *find_id(const api_item *item)
{
    api__locator locator = api__locate_begin((dana_view){item->json, item->length});
    dana_view name;
    dana_view value;
    json_t *id = NULL;

    if (item->json == NULL || !api__locate_open(&locator, '{')) {
        return json_null();
    }
    while (id == NULL && api__locate_member(&locator, &name, &value) == API__LOCATE_FOUND) {
        if (is_named_id(name) && value.length <= ID_TEXT_MAX) {
            id = api__parse_json(value.data, value.length, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        }
    }
    if (!is_id(id)) {
        json_decref(id);
        return json_null();
    }
    return id;
}

/* Says of a problem what its code does not. */
static void describe_refusal(const api_item *item, const char *code, size_t limit,
                             char detail[DETAIL_SIZE])
{
    static const char late[] =
        "include and options must stand before items where the body is longer "
        "than limits.max_body_bytes";

    detail[0] = '\0';
    if (strcmp(code, "body-too-large") == 0) {
        snprintf(detail, DETAIL_SIZE,
                 item->is_line ? "Line %zu has more than %zu bytes."
                               : "#/items/%zu has more than %zu bytes.",
                 item->is_line ? item->index + 1 : item->index, limit);
    } else if (strcmp(code, "too-many-items") == 0) {
        api__batch_too_many(item->index, limit, detail, DETAIL_SIZE);
    } else if (strcmp(code, "invalid-json") == 0) {
        snprintf(detail, DETAIL_SIZE,
                 "no element of an array where #/items/%zu should begin or end", item->index);
    } else if (strcmp(code, "invalid-request") == 0) {
        snprintf(detail, DETAIL_SIZE, "%s", late);
    }
}

void api_item_refuse(const api_context *context, const api_item *item, const char *code,
                     size_t limit, int retry_after_s, api_response *out)
{
    json_t *id = find_id(item);
    char detail[DETAIL_SIZE];

    describe_refusal(item, code, limit, detail);
    if (limit > 0) {
        api__limit_problem(out, item->request_id, code, detail, limit);
    } else if (strcmp(code, "invalid-request") == 0) {
        api__error_response(out, item->request_id, code, "#", detail);
    } else {
        api__retry_problem(out, item->request_id, code, detail[0] != '\0' ? detail : NULL,
                           retry_after_s);
    }
    wrap_id(context, item, id, out);
    json_decref(id);
}
