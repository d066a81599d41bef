#include "data/read/scripts.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "data/read/escaped.h"
#include "data/read/flat.h"
#include "data/read/functions.h"
#include "data/read/refs.h"
#include "html/attribute.h"
#include "jsonld/read_ld.h"
#include "page/pass.h"

/* Shorter texts hold no article. */
#define TEXT_LEAST 120
_Static_assert(TEXT_LEAST >= DANA__LONG_TAG, "shorter tags are not read");
/* Texts inside strings inside strings. */
#define NESTING_MAX 3
/* Strings of a page that are read as texts of their own. */
#define INNER_MAX 64

/* A reading at work. */
typedef struct {
    dana_page *page;
    dana__take_tree *take;
    void *state;
    dana_buffer inner; /* dana__document: raw strings that are still to be read */
    size_t inner_count;
    dana__flight_rows flight;
    dana_error *err;
} reading;

/* Notes the strings of a tree that hold values again. */
static dana_status note_inner(reading *r, const dana__document *document, const dana__tree *tree)
{
    dana_status status = DANA_OK;

    for (uint32_t i = 1; i < tree->values.length && status == DANA_OK; i++) {
        const dana__value *value = dana__value_at(tree, i);
        dana__document inner = {.text = {value->text, value->text_length},
                                .where = document->where,
                                .nesting = document->nesting + 1};

        if (value->kind != DANA__JSON_STRING || document->nesting >= NESTING_MAX ||
            r->inner_count >= INNER_MAX || !dana__holds_values(inner.text)) {
            continue;
        }
        if (document->is_source) {
            inner.where.start = (uint32_t)(value->text - r->page->source.data);
            inner.where.end = inner.where.start + value->text_length;
        }
        r->inner_count++;
        status = dana_buffer_append(r->page->arena, &r->inner, &inner, 1, r->err);
    }
    return status;
}

/* Gives a tree that is read, and frees it. */
static dana_status give(reading *r, const dana__document *document, dana__tree *tree)
{
    dana__tree unfolded;
    dana_status status = DANA_OK;

    dana__tree_finish(tree);
    bool is_flat = dana__is_flat(tree);

    if (is_flat || dana__has_references(tree)) {
        status = is_flat ? dana__unfold(tree, &unfolded, r->err)
                         : dana__join_references(tree, &unfolded, r->err);
        dana__tree_finish(&unfolded);
        dana__tree_clear(tree);
        *tree = unfolded;
    }
    if (status == DANA_OK) {
        status = note_inner(r, document, tree);
    }
    /* A string that stands alone is a program's own: a message, markup that it writes. */
    bool is_string = tree->values.length == 2 && dana__value_at(tree, 1)->kind == DANA__JSON_STRING;

    if (status == DANA_OK && !is_string) {
        status = r->take(r->state, document, tree);
    }
    dana__tree_clear(tree);
    return status;
}

/* Gives a tree, or frees it where reading it failed. */
static dana_status end_tree(reading *r, const dana__document *document, dana__tree *tree,
                            dana_status status)
{
    if (status == DANA_OK) {
        return give(r, document, tree);
    }
    dana__tree_clear(tree);
    return status;
}

/* Reads a document that is one value, of JSON. */
static dana_status read_value(reading *r, const dana__document *document)
{
    dana__tree tree;
    dana__values values;
    dana_status status = dana__poll(r->page, r->err);

    if (status == DANA_OK) {
        status = dana__tree_start(&tree, r->page->arena, r->err);
    }
    if (status != DANA_OK) {
        return status;
    }
    if (document->is_json_ld) {
        status = dana__tree_read_json(&tree, document->text, r->err);
    } else {
        dana__values_start(&values, document->text);
        status = dana__tree_read(&tree, &values, r->err);
    }
    return end_tree(r, document, &tree, status);
}

/* Reads the arguments of a call that follow p, after the function's end. */
static dana_status read_arguments(reading *r, const char **p, const char *end, dana__tree *out)
{
    const char *open = memchr(*p, '(', (size_t)(end - *p < 16 ? end - *p : 16));
    dana__values values;
    dana_status status = dana__tree_start(out, r->page->arena, r->err);

    if (status == DANA_OK && open != NULL) {
        dana__values_start_list(&values, dana__between(open + 1, end));
        status = dana__tree_read(out, &values, r->err);
        *p = values.p;
    }
    dana__tree_finish(out);
    return status;
}

/* Reads what a called function returns, with its arguments. *p: after the call. */
static dana_status read_call(reading *r, const dana__document *document,
                             const dana__function *function, const char **p, const char *end)
{
    dana__tree tree;
    dana__tree arguments = {.arena = r->page->arena};
    dana__values values;
    dana_status status = dana__tree_start(&tree, r->page->arena, r->err);

    dana_buffer_init(&arguments.values, sizeof(dana__value));
    dana__values_start(&values, dana__between(function->value, end));
    if (status == DANA_OK) {
        status = dana__tree_read(&tree, &values, r->err);
    }
    dana__tree_finish(&tree);
    *p = values.p;
    if (status == DANA_OK) {
        status = read_arguments(r, p, end, &arguments);
    }
    if (status == DANA_OK) {
        status = dana__fill_parameters(&tree, function->parameters, &arguments, r->err);
    }
    dana__tree_clear(&arguments);
    return end_tree(r, document, &tree, status);
}

/* Reads the value at p, a list, an object or a string. Returns the position after it in *p. */
static dana_status read_literal(reading *r, const dana__document *document, const char **p,
                                const char *end)
{
    dana__tree tree;
    dana__values values;
    dana_status status = dana__tree_start(&tree, r->page->arena, r->err);

    if (status != DANA_OK) {
        return status;
    }
    dana__values_start(&values, dana__between(*p, end));
    status = dana__tree_read(&tree, &values, r->err);
    *p = values.p > *p ? values.p : *p + 1;
    return end_tree(r, document, &tree, status);
}

/* Whether a value may begin after a byte of a program. */
static bool precedes_value(char c)
{
    return c == '=' || c == '(' || c == ',';
}

/* Passes what is called around a text of JSON. */
static const char *skip_calls(const char *p, const char *end)
{
    static const char *const calls[] = {"JSON.parse(", "decodeURIComponent(", "unescape("};

    for (size_t i = 0; i < DANA__COUNT(calls); i++) {
        if (dana__begins(dana__between(p, end), calls[i])) {
            p = dana__skip_blank(p + strlen(calls[i]), end);
        }
    }
    return p;
}

/* Reads the values of a program: what it assigns, and passes to functions. */
static dana_status read_program(reading *r, const dana__document *document)
{
    const char *end = document->text.data + document->text.length;
    dana_status status = DANA_OK;

    for (const char *p = document->text.data; p < end && status == DANA_OK;) {
        dana__function function;

        if (!precedes_value(*p++)) {
            continue;
        }
        p = dana__skip_blank(p, end);
        const char *at = skip_calls(p, end);

        if (end - at < TEXT_LEAST) {
            break;
        }
        if (dana__read_function(at, end, &function)) {
            p = at;
            status = read_call(r, document, &function, &p, end);
        } else if (*at == '{' || *at == '[' || dana__is_quote(*at)) {
            p = at;
            status = read_literal(r, document, &p, end);
        }
    }
    return status;
}

/* Reads the strings that were noted, and those that are noted meanwhile. */
static dana_status read_inner(reading *r)
{
    dana_status status = DANA_OK;

    for (size_t i = 0; i < r->inner.length && status == DANA_OK; i++) {
        dana__document document = ((const dana__document *)r->inner.data)[i];

        status = dana__decode_inner(r->page->arena, &document.text, r->err);
        if (status == DANA_OK) {
            status = read_value(r, &document);
        }
    }
    r->inner.length = 0;
    return status;
}

bool dana__is_program(dana_view tag)
{
    dana_view type;

    if (!dana_tag_attribute(tag, "type", &type) || dana__trim(type).length == 0) {
        return true;
    }
    type = dana__trim(type);
    return dana__is_text(type, "module") ||
           (type.length >= 10 && strncasecmp(type.data + type.length - 10, "javascript", 10) == 0);
}

static dana_status read_script(reading *r, const dana__markup *tag, const char *close)
{
    const dana_view start_tag = dana__between(tag->start, tag->end);
    const char *source = r->page->source.data;
    dana__document document = {.text = dana__trim(dana__between(tag->end, close)),
                               .is_source = true,
                               .is_json_ld = dana__is_json_ld(start_tag)};

    if (dana__is_flight(document.text)) {
        return dana__flight_add(r->page->arena, &r->flight, document.text, source, r->err);
    }
    if (document.text.length < TEXT_LEAST) {
        return DANA_OK;
    }
    document.where.start = (uint32_t)(document.text.data - source);
    document.where.end = document.where.start + (uint32_t)document.text.length;
    if (dana__begins(document.text, "{&q;")) {
        document.is_source = false;
        dana_status status = dana__decode_inner(r->page->arena, &document.text, r->err);

        return status == DANA_OK ? read_value(r, &document) : status;
    }
    bool is_value = strchr("{[\"", document.text.data[0]) != NULL;

    if (document.is_json_ld || (is_value && !dana__is_program(start_tag))) {
        return read_value(r, &document);
    }
    return dana__is_program(start_tag) ? read_program(r, &document) : DANA_OK;
}

/* Reads attributes that hold JSON: what a program finds on the element that it fills. */
static dana_status read_attributes(reading *r, const dana__markup *tag)
{
    const char *p = tag->name_text + tag->name.length;
    const char *tag_end;
    dana__attribute attribute;
    dana_status status = DANA_OK;

    for (p = dana__next_attribute(p, tag->end, &attribute, &tag_end);
         status == DANA_OK && p != NULL;
         p = dana__next_attribute(p, tag->end, &attribute, &tag_end)) {
        dana_view raw = dana__trim((dana_view){attribute.value, attribute.value_length});
        dana__document document = {.where = {(uint32_t)(raw.data - r->page->source.data), 0}};

        if (raw.length < TEXT_LEAST || (raw.data[0] != '{' && raw.data[0] != '[')) {
            continue;
        }
        document.where.end = document.where.start + (uint32_t)raw.length;
        status = dana__attribute_value(r->page->arena, raw, &document.text, r->err);
        if (status == DANA_OK) {
            status = read_value(r, &document);
        }
    }
    return status;
}

/* Memory that flight data takes by the length of its text, beside it. */
#define FLIGHT_FACTOR ((size_t)6)

/* Reads the flight data that the scripts have pushed; without room for it, it is left out. */
static dana_status read_flight(reading *r, dana__take_elements *take_elements)
{
    const dana__origin *pieces = r->flight.pieces.data;
    size_t length = r->flight.text.length;
    dana__flight flight;

    if (length == 0 || dana_arena_left(r->page->arena) < length * FLIGHT_FACTOR) {
        return DANA_OK;
    }
    dana_status status = dana__flight_finish(r->page->arena, &r->flight, r->err);

    if (status != DANA_OK) {
        return status;
    }
    status = dana__read_flight(r->page->arena, &r->flight, &flight, r->err);
    if (status == DANA_OK) {
        dana__document document = {
            .text = {flight.json.data, flight.json.length},
            .where = {pieces[0].where.start, pieces[r->flight.pieces.length - 1].where.end},
            .origins = &flight.of_json};

        status = read_value(r, &document);
    }
    if (status == DANA_OK) {
        status = read_inner(r);
    }
    if (status == DANA_OK) {
        status = take_elements(r->state, &flight);
    }
    dana__release_flight(r->page->arena, &flight);
    return status;
}

dana_status dana__read_data(dana_page *page, dana__take_tree *take,
                            dana__take_elements *take_elements, void *state, dana_error *err)
{
    reading r = {.page = page, .take = take, .state = state, .err = err};
    dana__pass pass;
    dana__markup tag;
    dana_status status = DANA_OK;

    if (!dana__may_have_script(page) && !page->has_long_tag) {
        return DANA_OK;
    }
    dana_buffer_init(&r.inner, sizeof(dana__document));
    dana__flight_start(&r.flight);
    dana__pass_start(&pass, page, false, err);
    while (status == DANA_OK && dana__pass_next_tag(&pass, &tag)) {
        if (tag.kind != DANA__START_TAG) {
            continue;
        }
        if (pass.dropped && (tag.flags & DANA__SCRIPT) != 0 && pass.raw_end != NULL) {
            status = read_script(&r, &tag, pass.raw_end);
        } else if (!pass.dropped && tag.end - tag.start >= TEXT_LEAST) {
            status = read_attributes(&r, &tag);
        }
        if (status == DANA_OK) {
            status = read_inner(&r);
        }
    }
    status = status == DANA_OK ? pass.status : status;
    if (status == DANA_OK) {
        status = read_flight(&r, take_elements);
    }
    dana__flight_clear(page->arena, &r.flight);
    dana_buffer_release(page->arena, &r.inner);
    return status;
}
