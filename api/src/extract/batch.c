/* POST /v1/extract/batch: finds the items; they are answered one by one afterwards (item.c). */
#include "api/batch.h"

#include "dana/text.h"
#include "extract/item.h"
#include "http/accept.h"
#include "http/body.h"
#include "http/handlers.h"
#include "http/media_type.h"
#include "http/response.h"
#include "request/members.h"
#include "request/query.h"
#include "json/locate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOM        "\xEF\xBB\xBF"
#define BOM_LENGTH 3

typedef struct {
    dana_view text;
    size_t index;
} batch_item;

const char *const api__batch_types[] = {"application/json", API__NDJSON, NULL};

struct api_batch {
    batch_item *items; /* texts borrow from the body of the request, or from decoded */
    size_t count;
    size_t capacity;
    api_defaults *defaults;
    char *decoded; /* NULL: the body had no content coding */
    size_t decoded_length;
    bool lines_in;
    bool lines_out;
};

/* What a batch is read from. */
typedef struct {
    const api_context *context;
    const api_request *request;
    dana_view body;
    api_batch *batch;
    api_response *refusal;
    api__errors *errors; /* of its members, collected */
} reading;

/* Adds an item. Returns false with a refusal. */
static bool add_item(const reading *r, dana_view text, size_t index)
{
    api_batch *batch = r->batch;

    if (batch->count >= r->context->batch_max_items) {
        api__limit_problem(r->refusal, r->request->id, "too-many-items", NULL,
                           r->context->batch_max_items);
        return false;
    }
    if (batch->count == batch->capacity) {
        size_t capacity = batch->capacity > 0 ? 2 * batch->capacity : 16;
        batch_item *items = realloc(batch->items, capacity * sizeof *items);
        if (items == NULL) {
            api__problem(r->refusal, r->request->id, "internal", NULL, NULL);
            return false;
        }
        batch->items = items;
        batch->capacity = capacity;
    }
    batch->items[batch->count++] = (batch_item){text, index};
    return true;
}

static bool is_blank(dana_view line)
{
    for (size_t i = 0; i < line.length; i++) {
        if (strchr(" \t\r", line.data[i]) == NULL || line.data[i] == '\0') {
            return false;
        }
    }
    return true;
}

/* Each line that is not blank is an item; all lines count. */
static bool split_lines(const reading *r)
{
    const char *at = r->body.data;
    const char *end = at + r->body.length;

    for (size_t index = 0; at < end; index++) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        const char *stop = feed != NULL ? feed : end;
        dana_view line = {at, (size_t)(stop - at)};

        if (!is_blank(line) && !add_item(r, line, index)) {
            return false;
        }
        at = stop + 1;
    }
    return true;
}

/* Where in a text a position is. */
static api__origin locate(dana_view text, const char *at)
{
    api__origin origin = {1, 1, (size_t)(at - text.data)};
    const char *start = text.data;

    for (const char *p = text.data; p < at; p++) {
        if (*p == '\n') {
            start = p + 1;
            origin.line++;
        }
    }
    origin.column += dana_count_code_points((dana_view){start, (size_t)(at - start)});
    return origin;
}

static bool refuse_json(const reading *r, const char *at, const char *what)
{
    api__origin place = locate(r->body, at);
    char detail[120];

    snprintf(detail, sizeof detail, "%s at line %zu, column %zu", what, place.line, place.column);
    api__problem(r->refusal, r->request->id, "invalid-json", detail,
                 json_pack("{sI sI sI}", "line", (json_int_t)place.line, "column",
                           (json_int_t)place.column, "position", (json_int_t)place.position));
    return false;
}

/* Items are not parsed here, so that workers share that, and only few are in memory as trees. */
static bool split_array(const reading *r, dana_view array)
{
    api__scan scan = api__scan_begin(array);
    dana_view item;
    size_t index = 0;

    if (!api__scan_open(&scan, '[')) {
        api__problem(r->refusal, r->request->id, "invalid-request", "items must be an array",
                     json_pack("{s[{ss ss}]}", "errors", "pointer", "#/items", "detail",
                               "items must be an array"));
        return false;
    }
    for (;;) {
        api__scan_step step = api__scan_element(&scan, &item);
        if (step == API__SCAN_CLOSED) {
            return true;
        }
        if (step == API__SCAN_BROKEN) {
            return refuse_json(r, scan.at, "no element of an array");
        }
        if (!add_item(r, item, index++)) {
            return false;
        }
    }
}

/* Parses a small part of the body. Returns a new reference, or NULL with a refusal. */
static json_t *parse_part(const reading *r, dana_view part)
{
    api__origin origin = locate(r->body, part.data);
    bool replaced;
    json_t *value;

    return api__part_json(r->request->id, part, origin, &value, &replaced, r->refusal) ? value
                                                                                       : NULL;
}

/* Notes a member that there is not; the others are still looked at. */
static void note_member(const reading *r, const char *name)
{
    char pointer[API__POINTER_SIZE];

    api__make_pointer(pointer, "#", name);
    api__error_add(r->errors, "unknown-member", pointer, "There is no member \"%.100s\"", name);
}

/* Reads include or options, which are checked together later. */
static bool read_default(const reading *r, json_t *defaults, const char *name, dana_view value)
{
    json_t *parsed = parse_part(r, value);

    if (parsed != NULL && json_object_set_new(defaults, name, parsed) != 0) {
        api__problem(r->refusal, r->request->id, "internal", NULL, NULL);
        return false;
    }
    return parsed != NULL;
}

static bool read_named(const reading *r, json_t *defaults, dana_view *items, const char *name,
                       dana_view value)
{
    bool is_items = strcmp(name, "items") == 0;

    if (!is_items && strcmp(name, "include") != 0 && strcmp(name, "options") != 0) {
        note_member(r, name);
        return true;
    }
    if (is_items ? items->data != NULL : json_object_get(defaults, name) != NULL) {
        return refuse_json(r, value.data, "duplicate object key before");
    }
    if (is_items) {
        *items = value;
        return true;
    }
    return read_default(r, defaults, name, value);
}

static bool read_member(const reading *r, json_t *defaults, dana_view *items, dana_view name,
                        dana_view value)
{
    json_t *name_json = parse_part(r, name);
    bool fine = name_json != NULL;

    if (fine && strlen(json_string_value(name_json)) < json_string_length(name_json)) {
        fine = refuse_json(r, name.data, "a name that holds U+0000");
    }
    fine = fine && read_named(r, defaults, items, json_string_value(name_json), value);

    json_decref(name_json);
    return fine;
}

static bool refuse_request(const reading *r, const char *detail)
{
    api__problem(r->refusal, r->request->id, "invalid-request", detail,
                 json_pack("{s[{ss ss}]}", "errors", "pointer", "#", "detail", detail));
    return false;
}

/* Reads the members into defaults and *items. Returns false with a refusal. */
static bool read_object(const reading *r, json_t *defaults, dana_view *items)
{
    api__scan scan = api__scan_begin(r->body);
    dana_view name;
    dana_view value;

    if (!api__scan_open(&scan, '{')) {
        bool whole = api__scan_value(&scan, &value) == API__SCAN_FOUND && api__scan_at_end(&scan);
        return whole ? refuse_request(r, "the body must be a JSON object")
                     : refuse_json(r, scan.at, "no object");
    }
    for (;;) {
        api__scan_step step = api__scan_member(&scan, &name, &value);
        if (step == API__SCAN_BROKEN) {
            return refuse_json(r, scan.at, "no member of an object");
        }
        if (step == API__SCAN_CLOSED) {
            return api__scan_at_end(&scan) || refuse_json(r, scan.at, "text behind the object");
        }
        if (!read_member(r, defaults, items, name, value)) {
            return false;
        }
    }
}

/* {"items": [...], "include": ..., "options": ...} */
static bool read_json(const reading *r)
{
    dana_view items = {NULL, 0};
    json_t *defaults = json_object();

    if (r->request->parameter_count > 0) {
        api__error_add(r->errors, "invalid-request", "#",
                       "beside a JSON body the query takes no options: they go into the body");
    }
    if (!read_object(r, defaults, &items)) {
        json_decref(defaults);
        return false;
    }
    if (items.data == NULL) {
        api__error_add(r->errors, "invalid-request", "#", "items is required");
    }
    if (r->errors->code != NULL) {
        json_decref(defaults);
        api__errors_response(r->refusal, r->request->id, r->errors);
        return false;
    }
    r->batch->defaults = api__defaults_new(r->request->id, defaults, r->refusal);
    return r->batch->defaults != NULL && split_array(r, items);
}

/* A line an item; the query holds what they share. */
static bool read_lines(const reading *r)
{
    api__errors errors = {0};
    json_t *defaults = api__query_json(r->request->parameters, r->request->parameter_count,
                                       &errors);

    if (errors.code != NULL) {
        json_decref(defaults);
        api__errors_response(r->refusal, r->request->id, &errors);
        return false;
    }
    r->batch->defaults = api__defaults_new(r->request->id, defaults, r->refusal);
    return r->batch->defaults != NULL && split_lines(r);
}

static void skip_bom(dana_view *body)
{
    if (body->length >= BOM_LENGTH && memcmp(body->data, BOM, BOM_LENGTH) == 0) {
        body->data += BOM_LENGTH;
        body->length -= BOM_LENGTH;
    }
}

/* Whether Accept asks for lines; what it leaves open is answered as it was asked. */
static bool prefers_lines(const char *accept, bool lines_in)
{
    static const char *const lines_first[] = {API__NDJSON, "application/json", NULL};
    size_t chosen = api__accept_choose(accept, lines_in ? lines_first : api__batch_types);

    return (chosen == 0) == lines_in;
}

/* Reads the body of a request into a batch that is still empty. */
static bool read_batch(reading *r)
{
    const api_request *request = r->request;

    if (!api__body_decode(r->context, request, &r->body, &r->batch->decoded, r->refusal)) {
        return false;
    }
    r->batch->decoded_length = r->batch->decoded != NULL ? r->body.length : 0;
    if (r->body.length == 0) {
        api__problem(r->refusal, request->id, "empty-body", NULL, NULL);
        return false;
    }
    skip_bom(&r->body);
    r->batch->lines_in = api__media_is(request->content_type, API__NDJSON);
    r->batch->lines_out = prefers_lines(request->accept, r->batch->lines_in);
    return r->batch->lines_in ? read_lines(r) : read_json(r);
}

void api__batch(const api_context *context, const api_request *request, api_response *out)
{
    api__errors errors = {0};
    reading r = {.context = context,
                 .request = request,
                 .batch = calloc(1, sizeof *r.batch),
                 .refusal = out,
                 .errors = &errors};

    if (r.batch == NULL) {
        api__problem(out, request->id, "internal", NULL, NULL);
    } else if (read_batch(&r)) {
        *out = (api_response){.batch = r.batch};
    } else {
        api__errors_clear(&errors);
        api_batch_free(r.batch);
    }
}

size_t api_batch_count(const api_batch *batch)
{
    return batch->count;
}

size_t api_batch_bytes(const api_batch *batch)
{
    return batch->decoded_length;
}

const api_defaults *api_batch_defaults(const api_batch *batch)
{
    return batch->defaults;
}

void api_batch_item(const api_batch *batch, size_t position, api_item *out)
{
    const batch_item *item = &batch->items[position];

    out->index = item->index;
    out->json = item->text.data;
    out->length = item->text.length;
    out->is_line = batch->lines_in;
}

const char *api_batch_media_type(const api_batch *batch)
{
    return batch->lines_out ? API__NDJSON : "application/json";
}

bool api_batch_is_ordered(const api_batch *batch)
{
    return !batch->lines_out;
}

void api_batch_write_part(const api_batch *batch, api_batch_part part, size_t ok, size_t failed,
                          char out[API_BATCH_PART_SIZE])
{
    static const char *const json[] = {"{\"results\":[", ",", "", "],"};
    static const char *const lines[] = {"", "", "\n", "{"};
    const char *text = batch->lines_out ? lines[part] : json[part];

    if (part == API_BATCH_CLOSING) {
        snprintf(out, API_BATCH_PART_SIZE, "%s\"summary\":{\"ok\":%zu,\"failed\":%zu}}\n", text, ok,
                 failed);
    } else {
        snprintf(out, API_BATCH_PART_SIZE, "%s", text);
    }
}

void api_batch_free(api_batch *batch)
{
    if (batch != NULL) {
        api_defaults_free(batch->defaults);
        free(batch->items);
        free(batch->decoded);
        free(batch);
    }
}
