#include "request/extract_request.h"

#include "http/body.h"
#include "http/media_type.h"
#include "request/query.h"
#include "json/base64.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Longest URL that is read, in bytes. */
#define URL_MAX_BYTES 8192
#define DEFAULT_INCLUDE                                                                            \
    (API__INCLUDE_TEXT | API__INCLUDE_HEADLINE | API__INCLUDE_RANGES | API__INCLUDE_DENSITY)

const char *const api__request_texts[] = {"html", "html_base64", "boxes", NULL};

static const char *const include_names[] = {
    "text",     "headline", "ranges",     "density",  "candidates", "line_offsets", "source",
    "links",    "images",   "html",       "markdown", "metadata",   "trace",        "posts",
    "comments", "media",    "screenshot", "boxes",    "segments"};

const char *api__include_name(size_t index)
{
    return index < sizeof(include_names) / sizeof(include_names[0]) ? include_names[index] : NULL;
}

static bool is_given(const json_t *value)
{
    return value != NULL && !json_is_null(value);
}

/* Refuses a page without a byte, as an empty body is refused. */
static void check_length(const api__reading *r, size_t length)
{
    if (length == 0) {
        api__error_add(r->errors, "empty-body", r->pointer, "the page is empty");
    }
}

static void read_html(const api__reading *r, const json_t *value)
{
    api__extract_request *request = r->target;
    dana_view text = api__json_text(&request->json, value);

    request->page = (api__page){.bytes = text.data, .length = text.length, .is_text = true};
    check_length(r, request->page.length);
}

static void read_base64(const api__reading *r, const json_t *value)
{
    api__extract_request *request = r->target;
    dana_view text = api__json_text(&request->json, value);
    size_t position;

    if (!api__base64_decode(text.data, text.length, &request->decoded, &request->page.length,
                            &position)) {
        r->errors->failed |= request->decoded == NULL;
        api__error_add(r->errors, "invalid-request", r->pointer,
                       "html_base64 is not base64 at character %zu", position);
        return;
    }
    request->page.bytes = request->decoded;
    check_length(r, request->page.length);
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
static void read_url(const api__reading *r, const json_t *value)
{
    api__extract_request *request = r->target;
    const char *fault = url_fault(value);

    if (fault != NULL) {
        api__refuse_value(r, fault);
        return;
    }
    request->url = json_string_value(value);
    request->page = (api__page){0};
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

static void read_base_url(const api__reading *r, const json_t *value)
{
    api__extract_request *request = r->target;
    if (request->url != NULL) {
        api__refuse(r->errors, r->pointer,
                    "base_url goes with html or html_base64: a fetched page has its own");
        return;
    }
    const char *fault = api__base_url_fault(value);

    if (fault != NULL) {
        api__refuse_value(r, fault);
        return;
    }
    request->base_url = json_string_value(value);
}

static void read_boxes(const api__reading *r, const json_t *value)
{
    api__extract_request *request = r->target;

    if (request->url != NULL) {
        api__refuse(r->errors, r->pointer, "boxes go with html or html_base64");
        return;
    }
    request->page.box_text = api__json_text(&request->json, value);
}

static void read_content_type(const api__reading *r, const json_t *value)
{
    api__extract_request *request = r->target;
    const char *content_type = json_string_value(value);

    if (request->decoded == NULL) {
        api__refuse_value(r, "content_type goes with html_base64 only");
        return;
    }
    if (strlen(content_type) < json_string_length(value)) {
        api__refuse_value(r, "content_type holds U+0000");
        return;
    }
    request->page.charset = api__media_of(content_type).charset;
}

static void read_include(const api__reading *r, const json_t *value)
{
    api__extract_request *request = r->target;
    char item_pointer[API__POINTER_SIZE];
    size_t index;
    json_t *item;

    request->include = 0;
    json_array_foreach((json_t *)(size_t)value, index, item)
    {
        size_t bit;

        api__make_index_pointer(item_pointer, r->pointer, index);
        const api__reading element = {NULL, item_pointer, r->errors};

        if (api__read_name(&element, item, api__include_name, "include takes", &bit)) {
            request->include |= 1u << bit;
        }
    }
}

static void read_own_options(const api__reading *r, const json_t *value)
{
    api__extract_request *request = r->target;

    request->options.takes_fetch = request->url != NULL;
    api__read_options(&request->options, value, r->pointer, r->errors);
}

static void read_shared_options(const api__reading *r, const json_t *value)
{
    api__extract_request *request = r->target;

    request->options.takes_fetch = true;
    api__read_options(&request->options, value, r->pointer, r->errors);
}

static const api__member request_members[] = {
    {"html", API__STRING, read_html},
    {"html_base64", API__STRING, read_base64},
    {"url", API__STRING, read_url},
    {"base_url", API__STRING, read_base_url},
    {"content_type", API__STRING, read_content_type},
    {"boxes", API__STRING, read_boxes},
    {"include", API__ARRAY, read_include},
    {"options", API__OBJECT, read_own_options},
    {NULL, API__STRING, NULL},
};

/* What the items of a batch may share. */
static const api__member default_members[] = {
    {"include", API__ARRAY, read_include},
    {"options", API__OBJECT, read_shared_options},
    {NULL, API__STRING, NULL},
};

/* Reads those members that the request lacks. */
static void read_defaults(api__extract_request *request, const json_t *defaults,
                          api__errors *errors)
{
    char pointer[API__POINTER_SIZE];

    for (const api__member *m = default_members; m->name != NULL; m++) {
        const json_t *value = json_object_get(defaults, m->name);

        if (!is_given(json_object_get(request->json.root, m->name)) && is_given(value)) {
            api__make_pointer(pointer, "#", m->name);
            m->read(&(api__reading){request, pointer, errors}, value);
        }
    }
}

/* Exactly one page must be there: in the request, or with it. A query takes a url alone. */
static void check_inputs(const json_t *root, const api__extract_input *input, api__errors *errors)
{
    static const char *const inputs[] = {"html", "html_base64", "url"};
    bool is_query = input->json == NULL && input->body.data == NULL;
    size_t given = input->page != NULL;

    for (size_t i = 0; i < sizeof(inputs) / sizeof(inputs[0]); i++) {
        given += is_given(json_object_get(root, inputs[i]));
    }
    if (given == 0) {
        api__refuse(errors, "#",
                    is_query ? "url is required" : "one of html, html_base64, url is required");
    } else if (given > 1) {
        api__refuse(errors, "#", "only one of html, html_base64, url is allowed");
    }
}

/* Reads root's members; what is wrong with them is in errors. */
static void read_members(const api__extract_input *input, api__extract_request *request,
                         api__errors *errors)
{
    if (!json_is_object(request->json.root)) {
        api__refuse(errors, "#", API__NO_OBJECT);
        return;
    }
    if (input->body.data != NULL && input->parameter_count > 0) {
        api__refuse(errors, "#", API__NO_QUERY);
    }
    check_inputs(request->json.root, input, errors);
    api__read_members(request, request->json.root, "#", request_members, errors);
    if (input->defaults != NULL) {
        read_defaults(request, input->defaults, errors);
    }
}

static void set_defaults(api__extract_request *request)
{
    *request = (api__extract_request){.include = DEFAULT_INCLUDE};
    api__options_defaults(&request->options);
}

/* Finds the JSON of a request: as it came, or as the query says it. Returns false with a refusal.
 */
static bool find_root(const api__extract_input *input, api__extract_request *request,
                      api__errors *errors, api_response *refusal)
{
    if (input->json != NULL) {
        request->json = *input->json;
        *input->json = (api__json){.root = NULL};
        return true;
    }
    if (input->body.data != NULL) {
        return api__body_json(input->id, input->body, api__request_texts, &request->json, refusal);
    }
    request->json.root = api__query_json(input->parameters, input->parameter_count, errors);
    return true;
}

bool api__extract_request_read(const api__extract_input *input, api__extract_request *request,
                               api_response *refusal)
{
    api__errors errors = {0};

    set_defaults(request);
    if (input->page != NULL) {
        request->page = *input->page;
    }
    if (!find_root(input, request, &errors, refusal)) {
        return false;
    }
    if (!errors.failed) {
        read_members(input, request, &errors);
    }
    if (errors.code == NULL && !errors.failed) {
        return true;
    }
    api__errors_response(refusal, input->id, &errors);
    api__extract_request_clear(request);
    return false;
}

bool api__extract_defaults_check(const char *id, const json_t *defaults, api_response *refusal)
{
    api__extract_request request;
    api__errors errors = {0};

    set_defaults(&request);
    if (json_is_object(defaults)) {
        api__read_members(&request, defaults, "#", default_members, &errors);
    } else {
        api__refuse(&errors, "#", "the defaults must be a JSON object");
    }
    if (errors.code == NULL) {
        return true;
    }
    api__errors_response(refusal, id, &errors);
    return false;
}

void api__extract_request_clear(api__extract_request *request)
{
    api__json_clear(&request->json);
    free(request->decoded);
    request->decoded = NULL;
}
