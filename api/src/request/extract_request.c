#include "request/extract_request.h"

#include "http/body.h"
#include "http/media_type.h"
#include "request/members.h"
#include "request/query.h"
#include "json/base64.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Longest URL that is read, in bytes. */
#define URL_MAX_BYTES 8192
#define DEFAULT_INCLUDE                                                                            \
    (API__INCLUDE_TEXT | API__INCLUDE_HEADLINE | API__INCLUDE_RANGES | API__INCLUDE_DENSITY)

static const char *const include_names[] = {
    "text",   "headline", "ranges",   "density",  "candidates", "line_offsets", "source",  "links",
    "images", "html",     "markdown", "metadata", "trace",      "posts",        "comments"};

const char *api__include_name(size_t index)
{
    return index < sizeof(include_names) / sizeof(include_names[0]) ? include_names[index] : NULL;
}

static void read_html(api__reader *r, const json_t *value, const char *pointer)
{
    (void)pointer;
    r->request->page = (api__page){
        .bytes = json_string_value(value), .length = json_string_length(value), .is_text = true};
}

static void read_base64(api__reader *r, const json_t *value, const char *pointer)
{
    size_t position;
    api__extract_request *request = r->request;

    if (!api__base64_decode(json_string_value(value), json_string_length(value), &request->decoded,
                            &request->page.length, &position)) {
        r->out_of_memory |= request->decoded == NULL;
        api__error_add(&r->errors, "invalid-request", pointer,
                       "html_base64 is not base64 at character %zu", position);
        return;
    }
    request->page.bytes = request->decoded;
}

/* What is wrong with a string as a URL of any kind; NULL: nothing. */
static const char *url_fault(const json_t *value)
{
    size_t length = json_string_length(value);

    if (length > URL_MAX_BYTES) {
        return "the URL is longer than 8192 bytes";
    }
    return strlen(json_string_value(value)) < length ? "the URL holds U+0000" : NULL;
}

/* What else it must be is checked where it is used. */
static void read_url(api__reader *r, const json_t *value, const char *pointer)
{
    const char *fault = url_fault(value);

    if (fault != NULL) {
        api__refuse(r, pointer, fault);
        return;
    }
    r->request->url = json_string_value(value);
    r->request->page = (api__page){0};
}

static bool is_absolute(const char *url)
{
    size_t scheme = strncasecmp(url, "https://", 8) == 0 ? 8 : 7;

    return (scheme == 8 || strncasecmp(url, "http://", 7) == 0) &&
           strchr("/?#", url[scheme]) == NULL;
}

const char *api__base_url_fault(const json_t *value)
{
    const char *fault = url_fault(value);

    if (fault == NULL && !is_absolute(json_string_value(value))) {
        return "the URL must begin with http:// or https:// and a host";
    }
    return fault;
}

static void read_base_url(api__reader *r, const json_t *value, const char *pointer)
{
    if (r->request->url != NULL) {
        api__refuse(r, pointer,
                    "base_url goes with html or html_base64: a fetched page has its own");
        return;
    }
    const char *fault = api__base_url_fault(value);

    if (fault != NULL) {
        api__refuse(r, pointer, fault);
        return;
    }
    r->request->base_url = json_string_value(value);
}

static void read_content_type(api__reader *r, const json_t *value, const char *pointer)
{
    const char *content_type = json_string_value(value);

    if (r->request->decoded == NULL) {
        api__refuse(r, pointer, "content_type goes with html_base64 only");
        return;
    }
    if (strlen(content_type) < json_string_length(value)) {
        api__refuse(r, pointer, "content_type holds U+0000");
        return;
    }
    r->request->page.charset = api__media_charset(content_type);
}

static void read_include(api__reader *r, const json_t *value, const char *pointer)
{
    char item_pointer[API__POINTER_SIZE + 24];
    size_t index;
    json_t *item;

    r->request->include = 0;
    json_array_foreach((json_t *)(size_t)value, index, item)
    {
        size_t bit = api__find_name(api__include_name, item);

        if (api__include_name(bit) != NULL) {
            r->request->include |= 1u << bit;
            continue;
        }
        snprintf(item_pointer, sizeof(item_pointer), "%s/%zu", pointer, index);
        api__refuse(
            r, item_pointer,
            "include takes text, headline, ranges, density, candidates, line_offsets, source, "
            "links, images, html, markdown, metadata, trace, posts, comments");
    }
}

static const api__member request_members[] = {
    {"html", "a string", api__is_string, read_html},
    {"html_base64", "a string", api__is_string, read_base64},
    {"url", "a string", api__is_string, read_url},
    {"base_url", "a string", api__is_string, read_base_url},
    {"content_type", "a string", api__is_string, read_content_type},
    {"include", "an array", api__is_array, read_include},
    {"options", "an object", api__is_object, api__read_options},
    {NULL, NULL, NULL, NULL},
};

/* What the items of a batch may share. */
static const api__member default_members[] = {
    {"include", "an array", api__is_array, read_include},
    {"options", "an object", api__is_object, api__read_options},
    {NULL, NULL, NULL, NULL},
};

/* Reads those members that root lacks. */
static void read_defaults(api__reader *r, const json_t *root, const json_t *defaults)
{
    char pointer[API__POINTER_SIZE];

    r->in_defaults = true;
    for (const api__member *m = default_members; m->name != NULL; m++) {
        const json_t *own = json_object_get(root, m->name);
        const json_t *value = json_object_get(defaults, m->name);

        if ((own == NULL || json_is_null(own)) && value != NULL && !json_is_null(value)) {
            api__make_pointer(pointer, "#", m->name);
            m->read(r, value, pointer);
        }
    }
    r->in_defaults = false;
}

/* Exactly one page must be there: in the request, or beside it. */
static void check_inputs(api__reader *r, const json_t *root, const api__extract_input *input)
{
    static const char *const inputs[] = {"html", "html_base64", "url"};
    size_t given = input->page != NULL;

    for (size_t i = 0; i < sizeof(inputs) / sizeof(inputs[0]); i++) {
        const json_t *value = json_object_get(root, inputs[i]);

        given += value != NULL && !json_is_null(value);
    }
    if (given == 0 && input->root == NULL && input->body == NULL) { /* a query takes a url alone */
        api__refuse(r, "#", "url is required");
    } else if (given != 1) {
        api__refuse(r, "#",
                    given == 0 ? "one of html, html_base64, url is required"
                               : "only one of html, html_base64, url is allowed");
    }
}

static void set_defaults(api__extract_request *request, const api__page *page)
{
    *request = (api__extract_request){
        .include = DEFAULT_INCLUDE,
        .max_redirects = -1,
        .algorithm = dana_algorithm_default(DANA_KIND_CONTENT),
        .headline_algorithm = dana_algorithm_default(DANA_KIND_HEADLINE),
    };
    dana_params_defaults(request->algorithm, &request->params);
    dana_params_defaults(request->headline_algorithm, &request->headline_params);
    if (page != NULL) {
        request->page = *page;
    }
}

/* Reads root's members; what is wrong with them is in the reader's errors. */
static void read_root(api__reader *r, const api__extract_input *input)
{
    const json_t *root = r->request->root;

    if (!json_is_object(root)) {
        api__refuse(r, "#", "the body must be a JSON object");
        return;
    }
    if (input->body != NULL && input->parameter_count > 0) {
        api__refuse(r, "#", "beside a JSON body the query takes no options: they go into the body");
    }
    check_inputs(r, root, input);
    api__read_members(r, root, "#", request_members);
    if (input->defaults != NULL) {
        read_defaults(r, root, input->defaults);
    }
}

bool api__extract_request_read(const api__extract_input *input, api__extract_request *request,
                               api_response *refusal)
{
    api__reader r = {.request = request};

    set_defaults(request, input->page);
    if (input->root != NULL) {
        request->root = input->root;
        request->surrogates_replaced = input->surrogates_replaced;
    } else if (input->body != NULL) {
        if (!api__body_json(input->id, (dana_view){input->body, input->body_length}, &request->root,
                            &request->surrogates_replaced, refusal)) {
            return false;
        }
    } else {
        request->root = api__query_json(input->parameters, input->parameter_count, &r.errors);
        r.out_of_memory = request->root == NULL;
    }
    if (!r.out_of_memory) {
        read_root(&r, input);
    }
    if (r.out_of_memory) {
        api__errors_clear(&r.errors);
        api__problem(refusal, input->id, "internal", NULL, NULL);
    } else if (r.errors.code != NULL) {
        api__errors_response(refusal, input->id, &r.errors);
    } else {
        return true;
    }
    api__extract_request_clear(request);
    return false;
}

bool api__extract_defaults_check(const char *id, const json_t *defaults, api_response *refusal)
{
    api__extract_request request;
    api__reader r = {.request = &request, .in_defaults = true};

    set_defaults(&request, NULL);
    if (json_is_object(defaults)) {
        api__read_members(&r, defaults, "#", default_members);
    } else {
        api__refuse(&r, "#", "the defaults must be a JSON object");
    }
    if (r.errors.code == NULL) {
        return true;
    }
    api__errors_response(refusal, id, &r.errors);
    return false;
}

void api__extract_request_clear(api__extract_request *request)
{
    json_decref(request->root);
    free(request->decoded);
    request->root = NULL;
    request->decoded = NULL;
}
