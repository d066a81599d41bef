#include "extract/item.h"

#include "http/body.h"
#include "http/response.h"
#include "json/locate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest id of an item, in bytes. */
#define ID_BYTES_MAX 1024
/* The same as JSON, each byte escaped. */
#define ID_TEXT_MAX (6 * ID_BYTES_MAX + 2)
/* Room for what stands around an answer besides the id. */
#define FRAME_SIZE 128

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
    json_t *root;
    bool replaced;

    if (!api__body_json(request_id, (dana_view){json, length}, &root, &replaced, refusal)) {
        return NULL;
    }
    return api__defaults_new(request_id, root, refusal);
}

void api_defaults_free(api_defaults *defaults)
{
    if (defaults != NULL) {
        json_decref(defaults->root);
        free(defaults);
    }
}

/* Whether a value may be an id: it comes back as it is. */
static bool is_id(const json_t *value)
{
    return json_is_integer(value) || json_is_null(value) ||
           (json_is_string(value) && json_string_length(value) <= ID_BYTES_MAX);
}

/* Puts an answer into the form of a result. Its status stays; what it owned is freed or replaced.
 */
static void wrap(const api_context *context, const api_item *item, const char *id,
                 api_response *out)
{
    api__problem_place(out, context->base_path);
    const char *member = out->status == 200 ? "result" : "problem";
    char head[FRAME_SIZE];
    char status[FRAME_SIZE];

    snprintf(head, sizeof head, "{\"index\":%zu,\"id\":", item->index);
    snprintf(status, sizeof status, ",\"status\":%d,\"%s\":", out->status, member);
    size_t size = strlen(head) + strlen(id) + strlen(status) + out->body_length + 1;
    char *text = malloc(size + 1);
    if (text != NULL) {
        size_t used = (size_t)snprintf(text, size, "%s%s%s", head, id, status);
        memcpy(text + used, out->body, out->body_length);
        memcpy(text + used + out->body_length, "}", 2);
    }
    int result = out->status;
    api_response_clear(out);
    *out = (api_response){.status = text != NULL ? result : 500,
                          .content_type = "application/json",
                          .body = text,
                          .body_length = text != NULL ? size : 0};
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
        api__problem(out, item->request_id, "invalid-request", rule,
                     json_pack("{s[{ss ss}]}", "errors", "pointer", "#/id", "detail", rule));
        return NULL;
    }
    json_incref(given);
    json_object_del(root, "id");
    return given;
}

void api_item_answer(const api_context *context, const api_defaults *defaults, const api_item *item,
                     api_response *out)
{
    double start_ms = context->now_ms();
    const api__origin origin = {item->is_line ? item->index + 1 : 1, 1, 0};
    api__extract_input input = {.id = item->request_id,
                                .defaults = defaults != NULL ? defaults->root : NULL};

    if (!api__part_json(item->request_id, (dana_view){item->json, item->length}, origin,
                        &input.root, &input.surrogates_replaced, out)) {
        wrap(context, item, "null", out);
        return;
    }
    json_t *id = take_id(item, input.root, out);
    if (id == NULL) {
        json_decref(input.root);
        wrap(context, item, "null", out);
        return;
    }
    api__extract_item(context, item, start_ms, &input, out);
    if (!out->wants_fetch) {
        wrap_id(context, item, id, out);
    }
    json_decref(id);
}

/* Returns whether a member's name, as it stands there, is "id". */
static bool is_named_id(dana_view name)
{
    return name.length == strlen("\"id\"") && memcmp(name.data, "\"id\"", name.length) == 0;
}

/* Finds an item's id without parsing the item. Returns a new reference; null where it has none. */
static json_t *find_id(const api_item *item)
{
    api__scan scan = api__scan_begin((dana_view){item->json, item->length});
    dana_view name;
    dana_view value;
    json_t *id = NULL;

    if (item->json == NULL || !api__scan_open(&scan, '{')) {
        return json_null();
    }
    while (id == NULL && api__scan_member(&scan, &name, &value) == API__SCAN_FOUND) {
        if (is_named_id(name) && value.length <= ID_TEXT_MAX) {
            id = json_loadb(value.data, value.length, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        }
    }
    if (!is_id(id)) {
        json_decref(id);
        return json_null();
    }
    return id;
}

void api_item_refuse(const api_context *context, const api_item *item, const char *code,
                     size_t limit, int retry_after_s, api_response *out)
{
    json_t *id = find_id(item);

    if (limit > 0) {
        api__limit_problem(out, item->request_id, code, NULL, limit);
    } else {
        api__retry_problem(out, item->request_id, code, NULL, retry_after_s);
    }
    wrap_id(context, item, id, out);
    json_decref(id);
}
