#include "extract/batch.h"

#include "dana/text.h"
#include "extract/item.h"
#include "http/accept.h"
#include "http/body.h"
#include "http/media_type.h"
#include "http/problems.h"
#include "request/extract_request.h"
#include "request/query.h"
#include "json/locate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const api__batch_types[] = {"application/json", API__NDJSON, NULL};

/* Room for the detail of a refusal. */
#define DETAIL_SIZE 128
/* Bytes in front of the items of a body that is cut: it is parsed on a thread that others wait for.
 */
#define FRONT_MAX ((size_t)256 * 1024)

/* What a batch is read from. */
typedef struct {
    const api_context *context;
    const api_request *request;
    dana_view body;
    api_batch *batch;
    api_response *refusal;
    const char *algorithm; /* of items without one; NULL: that of a page alone */
    api__errors *errors;   /* of its members, collected */
} reading;

/* Adds an item. Returns false with a refusal. */
static bool add_item(const reading *r, dana_view text, size_t index)
{
    api_batch *batch = r->batch;
    char detail[DETAIL_SIZE];

    if (batch->count >= r->context->batch_max_items) {
        api__batch_too_many(index, r->context->batch_max_items, detail, sizeof(detail));
        api__limit_problem(r->refusal, r->request->id, "too-many-items", detail,
                           r->context->batch_max_items);
        return false;
    }
    if (!api__batch_add(batch, text, index)) {
        api__problem(r->refusal, r->request->id, "internal", NULL, NULL);
        return false;
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
    api__json_problem(r->refusal, r->request->id, what, locate(r->body, at));
    return false;
}

static bool refuse_request(const reading *r, const char *pointer, const char *detail)
{
    api__error_response(r->refusal, r->request->id, "invalid-request", pointer, detail);
    return false;
}

/* Items are not parsed here, so that workers share that, and only few are in memory as trees. */
static bool split_array(const reading *r, dana_view array)
{
    api__locator locator = api__locate_begin(array);
    dana_view item;
    size_t index = 0;

    if (!api__locate_open(&locator, '[')) {
        return refuse_request(r, "#/items", "items must be an array");
    }
    for (;;) {
        api__locate_step step = api__locate_element(&locator, &item);
        if (step == API__LOCATE_CLOSED) {
            return true;
        }
        if (step == API__LOCATE_BROKEN) {
            return refuse_json(r, locator.at, "no element of an array");
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
    api__json json;

    return api__part_json(r->request->id, part, origin, NULL, &json, r->refusal)
               ? api__json_take_root(&json)
               : NULL;
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
        api__refuse_unknown(r->errors, "#", name); /* the others are still read */
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

/* Reads the members into defaults and *items. Returns false with a refusal. */
static bool read_object(const reading *r, json_t *defaults, dana_view *items)
{
    api__locator locator = api__locate_begin(r->body);
    dana_view name;
    dana_view value;

    if (!api__locate_open(&locator, '{')) {
        bool whole = api__locate_value(&locator, &value) == API__LOCATE_FOUND &&
                     api__locate_at_end(&locator);
        return whole ? refuse_request(r, "#", API__NO_OBJECT)
                     : refuse_json(r, locator.at, "no object");
    }
    for (;;) {
        api__locate_step step = api__locate_member(&locator, &name, &value);
        if (step == API__LOCATE_BROKEN) {
            return refuse_json(r, locator.at, "no member of an object");
        }
        if (step == API__LOCATE_CLOSED) {
            return api__locate_at_end(&locator) ||
                   refuse_json(r, locator.at, "text behind the object");
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
        api__refuse(r->errors, "#", API__NO_QUERY);
    }
    if (!read_object(r, defaults, &items)) {
        json_decref(defaults);
        return false;
    }
    if (items.data == NULL) {
        api__refuse(r->errors, "#", "items is required");
    }
    if (r->errors->code != NULL) {
        json_decref(defaults);
        api__errors_response(r->refusal, r->request->id, r->errors);
        return false;
    }
    if (r->algorithm != NULL && !api__name_algorithm(defaults, r->algorithm, true)) {
        json_decref(defaults);
        defaults = NULL;
    }
    r->batch->defaults = api__defaults_new(r->request->id, defaults, r->refusal);
    return r->batch->defaults != NULL && split_array(r, items);
}

/* Reads what the query says: what lines share. */
static bool read_query(const reading *r)
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
    return r->batch->defaults != NULL;
}

/* Whether Accept asks for lines; what it leaves open is answered as it was asked. */
static bool prefers_lines(const char *accept, bool lines_in)
{
    static const char *const lines_first[] = {API__NDJSON, "application/json", NULL};
    size_t chosen = api__accept_choose(accept, lines_in ? lines_first : api__batch_types);

    return (chosen == 0) == lines_in;
}

/* Reads the head of a request: whether lines come, and go. */
static void read_head(const reading *r)
{
    r->batch->lines_in = api__media_of(r->request->content_type).kind == API__MEDIA_NDJSON;
    r->batch->lines_out = prefers_lines(r->request->accept, r->batch->lines_in);
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
    r->body = api__skip_bom(r->body);
    read_head(r);
    if (!r->batch->lines_in) {
        return read_json(r);
    }
    api__batch_set_lines(r->batch, r->body);
    return read_query(r);
}

void api__read_items(const api_context *context, const api_request *request, const char *algorithm,
                     api_response *out)
{
    api__errors errors = {0};
    reading r = {.context = context,
                 .request = request,
                 .batch = calloc(1, sizeof *r.batch),
                 .refusal = out,
                 .algorithm = algorithm,
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

void api__batch(const api_context *context, const api_request *request, api_response *out)
{
    api__read_items(context, request, NULL, out);
}

api_batch *api_batch_open(const api_context *context, const api_request *head,
                          api_response *refusal)
{
    api_batch *batch = calloc(1, sizeof *batch);
    const reading r = {.context = context, .request = head, .batch = batch, .refusal = refusal};

    if (batch == NULL) {
        api__problem(refusal, head->id, "internal", NULL, NULL);
    } else {
        read_head(&r);
        if (!batch->lines_in || read_query(&r)) {
            return batch;
        }
    }
    api_batch_free(batch);
    api__problem_set_base(refusal, context->base_path);
    return NULL;
}

size_t api_batch_front_max(const api_context *context)
{
    return context->max_body_bytes < FRONT_MAX ? context->max_body_bytes : FRONT_MAX;
}

static void refuse_front_length(const reading *r)
{
    size_t limit = api_batch_front_max(r->context);
    char detail[DETAIL_SIZE];

    snprintf(detail, sizeof(detail), "In front of its items the body has more than %zu bytes.",
             limit);
    api__limit_problem(r->refusal, r->request->id, "body-too-large", detail, limit);
}

/* Reads the part in front of the items, made a whole. Returns false with a refusal. */
static bool read_front(reading *r, const char *text, size_t length, const char *closing)
{
    api__buffer whole = {0};

    api__append(&whole, text, length);
    api__append_string(&whole, closing);
    if (whole.failed) {
        api__problem(r->refusal, r->request->id, "internal", NULL, NULL);
        return false;
    }
    r->body = api__skip_bom((dana_view){whole.data, whole.length});
    bool fine = read_json(r);

    api__buffer_clear(&whole);
    return fine;
}

bool api_batch_begin(const api_context *context, const api_request *head, api_batch *batch,
                     const char *text, size_t length, const char *closing, api_response *refusal)
{
    api__errors errors = {0};
    reading r = {
        .context = context, .request = head, .batch = batch, .refusal = refusal, .errors = &errors};

    if (text == NULL) {
        refuse_front_length(&r);
    } else if (read_front(&r, text, length, closing)) {
        return true;
    }
    api__errors_clear(&errors);
    api__problem_set_base(refusal, context->base_path);
    return false;
}
