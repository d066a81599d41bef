#include "data/scripts.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "dana/text.h"
#include "data/flat.h"
#include "html/attribute.h"
#include "jsonld/escapes.h"
#include "jsonld/read_ld.h"
#include "page/pass.h"

/* Shorter texts hold no article. */
#define TEXT_LEAST 120
/* Texts inside strings inside strings. */
#define NESTING_MAX 3
/* Strings of a page that are read as texts of their own. */
#define INNER_MAX 64
/* Longest list of parameters, and what may stand before the value that a function returns. */
#define HEAD_MAX ((size_t)16 * 1024)

/* A reading at work. */
typedef struct {
    dana_page *page;
    dana__take_tree *take;
    void *state;
    dana_buffer inner; /* dana__document: raw strings that are still to be read */
    size_t inner_count;
    dana_error *err;
} reading;

static bool begins(dana_view text, const char *start)
{
    size_t length = strlen(start);

    return text.length >= length && memcmp(text.data, start, length) == 0;
}

static dana_view from(const char *p, const char *end)
{
    return (dana_view){p, (size_t)(end - p)};
}

/* Whether a raw string may hold values: JSON as it stands, escaped, or as part of a URL. */
static bool holds_values(dana_view raw)
{
    static const char *const starts[] = {"{\\\"", "{\"",      "[{",    "[[",     "[\\\"",
                                         "[\"",   "%7B",      "%5B",   "{&q;",   "{\\n",
                                         "[\\n",  "{\\u0022", "\\\"{", "{&quot;"};
    bool found = false;

    for (size_t i = 0; i < DANA__COUNT(starts) && raw.length >= TEXT_LEAST; i++) {
        found |= begins(raw, starts[i]);
    }
    return found;
}

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
            r->inner_count >= INNER_MAX || !holds_values(inner.text)) {
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
    if (dana__is_flat(tree)) {
        status = dana__unfold(tree, &unfolded, r->err);
        dana__tree_finish(&unfolded);
        dana__tree_clear(tree);
        *tree = unfolded;
    }
    if (status == DANA_OK) {
        status = note_inner(r, document, tree);
    }
    if (status == DANA_OK) {
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

/* A function that is called with the values of its parameters: (function(a,b){return {...}}(1,2)).
 */
typedef struct {
    dana_view parameters;
    const char *value; /* what it returns */
} called_function;

static size_t at_most(ptrdiff_t length, size_t most)
{
    return (size_t)length < most ? (size_t)length : most;
}

/* Reads the head of a function at p. Returns false where there is none. */
static bool read_function(const char *p, const char *end, called_function *out)
{
    while (p < end && *p == '(') {
        p++;
    }
    bool is_named = begins(from(p, end), "function");
    const char *open = is_named ? p + 8 : p - 1;

    if (open >= end || *open != '(') {
        return false;
    }
    const char *close = memchr(open, ')', at_most(end - open, HEAD_MAX));
    const char *body = close != NULL ? dana__skip_blank(close + 1, end) : end;
    bool is_arrow = !is_named && begins(from(body, end), "=>");

    if (body >= end || (!is_arrow && !is_named)) {
        return false;
    }
    body = dana__skip_blank(is_arrow ? body + 2 : body, end);
    out->parameters = from(open + 1, close);
    if (body < end && *body == '{') {
        const char *result = memmem(body, at_most(end - body, HEAD_MAX), "return", 6);

        body = result != NULL ? dana__skip_blank(result + 6, end) : end;
    } else if (body < end && *body == '(') {
        body = dana__skip_blank(body + 1, end);
    }
    out->value = body;
    return body < end && (*body == '{' || *body == '[');
}

/* Reads the arguments of a call that follow p, after the function's end. */
static dana_status read_arguments(reading *r, const char **p, const char *end, dana__tree *out)
{
    const char *open = memchr(*p, '(', at_most(end - *p, 16));
    dana__values values;
    dana_status status = dana__tree_start(out, r->page->arena, r->err);

    if (status == DANA_OK && open != NULL) {
        dana__values_start_list(&values, from(open + 1, end));
        status = dana__tree_read(out, &values, r->err);
        *p = values.p;
    }
    dana__tree_finish(out);
    return status;
}

/* Reads what a called function returns, with its arguments. *p: after the call. */
static dana_status read_call(reading *r, const dana__document *document,
                             const called_function *function, const char **p, const char *end)
{
    dana__tree tree;
    dana__tree arguments = {.arena = r->page->arena};
    dana__values values;
    dana_status status = dana__tree_start(&tree, r->page->arena, r->err);

    dana_buffer_init(&arguments.values, sizeof(dana__value));
    dana__values_start(&values, from(function->value, end));
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
    dana__values_start(&values, from(*p, end));
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
        if (begins(from(p, end), calls[i])) {
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
        called_function function;

        if (!precedes_value(*p++)) {
            continue;
        }
        p = dana__skip_blank(p, end);
        const char *at = skip_calls(p, end);

        if (end - at < TEXT_LEAST) {
            break;
        }
        if (read_function(at, end, &function)) {
            p = at;
            status = read_call(r, document, &function, &p, end);
        } else if (*at == '{' || *at == '[' || dana__is_quote(*at)) {
            p = at;
            status = read_literal(r, document, &p, end);
        }
    }
    return status;
}

/* Undoes what old versions of Angular write in the place of marks: "&q;" and four others. */
static size_t decode_angular(char *data, size_t length)
{
    static const char names[] = "qasgl";
    static const char signs[] = "\"&'><";
    size_t written = 0;

    for (size_t i = 0; i < length;) {
        const char *name = data[i] == '&' && i + 2 < length && data[i + 2] == ';'
                               ? memchr(names, data[i + 1], sizeof(names) - 1)
                               : NULL;

        data[written++] = name != NULL ? signs[name - names] : data[i];
        i += name != NULL ? 3 : 1;
    }
    return written;
}

static int hex_digit(char c)
{
    return dana__is_digit(c)                        ? c - '0'
           : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 87
                                                    : -1;
}

/* Undoes a URL's escapes of bytes. */
static size_t decode_percent(char *data, size_t length)
{
    size_t written = 0;

    for (size_t i = 0; i < length; written++) {
        bool escaped = data[i] == '%' && i + 2 < length && hex_digit(data[i + 1]) >= 0 &&
                       hex_digit(data[i + 2]) >= 0;

        data[written] = escaped ? (char)(hex_digit(data[i + 1]) * 16 + hex_digit(data[i + 2]))
                                : data[i];
        i += escaped ? 3 : 1;
    }
    return written;
}

/* Decodes the raw string of an inner document, whatever escapes it has. */
static dana_status decode_inner(reading *r, dana__document *document)
{
    dana_view raw = document->text;
    char *data;

    if (begins(raw, "{&quot;") || begins(raw, "[{&quot;")) {
        return dana__attribute_value(r->page->arena, raw, &document->text, r->err);
    }
    data = dana_arena_alloc(r->page->arena, raw.length + 1, r->err);
    if (data == NULL) {
        return r->err->status;
    }
    size_t length = dana__json_decode(raw, data);

    if (begins(raw, "{&q;")) {
        length = decode_angular(data, length);
    } else if (data[0] == '%') {
        length = decode_percent(data, length);
    }
    document->text = (dana_view){data, dana_utf8_valid_length(data, length)};
    return DANA_OK;
}

/* Reads the strings that were noted, and those that are noted meanwhile. */
static dana_status read_inner(reading *r)
{
    dana_status status = DANA_OK;

    for (size_t i = 0; i < r->inner.length && status == DANA_OK; i++) {
        dana__document document = ((const dana__document *)r->inner.data)[i];

        status = decode_inner(r, &document);
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
    const dana_view start_tag = from(tag->start, tag->end);
    const char *source = r->page->source.data;
    dana__document document = {.text = dana__trim(from(tag->end, close)),
                               .is_source = true,
                               .is_json_ld = dana__is_json_ld(start_tag)};

    if (document.text.length < TEXT_LEAST) {
        return DANA_OK;
    }
    document.where.start = (uint32_t)(document.text.data - source);
    document.where.end = document.where.start + (uint32_t)document.text.length;
    if (begins(document.text, "{&q;")) {
        document.is_source = false;
        dana_status status = decode_inner(r, &document);

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

    while (status == DANA_OK &&
           (p = dana__next_attribute(p, tag->end, &attribute, &tag_end)) != NULL) {
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

dana_status dana__read_data(dana_page *page, dana__take_tree *take, void *state, dana_error *err)
{
    reading r = {.page = page, .take = take, .state = state, .err = err};
    dana__pass pass;
    dana__markup tag;
    dana_status status = DANA_OK;

    dana_buffer_init(&r.inner, sizeof(dana__document));
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
    dana_buffer_release(page->arena, &r.inner);
    return status == DANA_OK ? pass.status : status;
}
