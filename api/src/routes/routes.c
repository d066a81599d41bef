#include "answer/formats.h"
#include "endpoints/handlers.h"
#include "extract/batch.h"
#include "extract/extract.h"
#include "extract/site.h"
#include "http/accept.h"
#include "http/content_coding.h"
#include "http/media_type.h"
#include "http/problems.h"
#include "http/response.h"
#include "routes/index.h"
#include "json/values.h"

#include <stdio.h>
#include <string.h>

/* Methods, as bits. */
enum {
    GET = 1 << 0,
    HEAD = 1 << 1,
    POST = 1 << 2,
    PUT = 1 << 3,
    OPTIONS = 1 << 4,
    OTHER = 1 << 5,
    READ = GET | HEAD | OPTIONS,
};

/* Room for the detail of a body that is too long, or of another type. */
enum { LENGTH_DETAIL_SIZE = 192, TYPE_DETAIL_SIZE = 128 };

/* Services whose routes can be answered too, as bits in the order of their names. */
enum { TIKA = 1 << 0, MERCURY = 1 << 1 };

static const char *const compat_names[] = {"tika", "mercury"};

/* A handler never fails: every error is a response. */
typedef void handler(const api_context *context, const api_request *request, api_response *out);

struct api_route {
    const char *path;
    unsigned methods;
    api_place place;
    const char *const *types; /* that Accept chooses from; NULL: one, whatever Accept says */
    unsigned takes;           /* what a body may be, as API__MEDIA_ bits */
    unsigned compat;          /* the service that it replaces; 0: it is our own */
    handler *handle;
};

static handler answer_index;

#define JSON   API__MEDIA_JSON
#define PAGES  API__MEDIA_HTML
#define LINES  API__MEDIA_NDJSON
#define UNTOLD (API__MEDIA_UNTOLD | API__MEDIA_OCTETS)

static const struct api_route routes[] = {
    {"/", READ, API_INLINE, api__index_types, 0, 0, answer_index},
    {"/v1/extract", READ | POST, API_WORKER, api__extract_types, JSON | PAGES, 0, api__extract},
    {"/v1/extract/batch", POST | OPTIONS, API_WORKER, api__batch_types, JSON | LINES, 0,
     api__batch},
    {"/v1/extract/site", POST | OPTIONS, API_WORKER, api__json_types, JSON, 0, api__site},
    {"/v1/trends", POST | OPTIONS, API_WORKER, api__drawn_types, JSON, 0, api__trends},
    {"/v1/headline", POST | OPTIONS, API_WORKER, api__json_types, JSON, 0, api__headline},
    {"/v1/evaluate", POST | OPTIONS, API_WORKER, api__json_types, JSON, 0, api__evaluate},
    {"/v1/algorithms", READ, API_INLINE, api__json_types, 0, 0, api__algorithms},
    {"/v1/info", READ, API_INLINE, api__json_types, 0, 0, api__info},
    {"/livez", READ, API_INLINE, NULL, 0, 0, api__live},
    {"/readyz", READ, API_INLINE, NULL, 0, 0, api__ready},
    {"/healthz", READ, API_INLINE, NULL, 0, 0, api__live},
    {"/metrics", READ, API_INLINE, NULL, 0, 0, api__metrics},
    {"/tika/main", PUT | OPTIONS, API_WORKER, api__tika_types, PAGES | UNTOLD, TIKA,
     api__tika_main},
    {"/parser", READ, API_WORKER, api__json_types, 0, MERCURY, api__mercury_url},
    {"/parse-html", POST | OPTIONS, API_WORKER, api__json_types, JSON, MERCURY, api__mercury_html},
    {"/openapi.yaml", READ, API_INLINE, NULL, 0, 0, api__spec},
    {"/openapi.json", READ, API_INLINE, NULL, 0, 0, api__spec_json},
    {"/docs", READ, API_INLINE, NULL, 0, 0, api__docs},
    {"/docs/guide", READ, API_INLINE, NULL, 0, 0, api__guide},
    {"/problems", READ, API_INLINE, api__problem_types, 0, 0, api__problem_index},
    {"/problems/{code}", READ, API_INLINE, api__problem_types, 0, 0, api__problem_page},
};

#define ROUTE_COUNT (sizeof(routes) / sizeof(routes[0]))

/* Methods that RFC 9110 and RFC 5789 define; any other token is not implemented. */
static const struct {
    const char *name;
    unsigned bit;
} methods[] = {
    {"GET", GET},      {"HEAD", HEAD},   {"POST", POST},   {"OPTIONS", OPTIONS}, {"PUT", PUT},
    {"DELETE", OTHER}, {"PATCH", OTHER}, {"TRACE", OTHER}, {"CONNECT", OTHER},
};

#define METHOD_COUNT (sizeof(methods) / sizeof(methods[0]))

static unsigned method_bit(const char *name)
{
    for (size_t i = 0; i < METHOD_COUNT; i++) {
        if (strcmp(methods[i].name, name) == 0) {
            return methods[i].bit;
        }
    }
    return 0;
}

static const char *method_list(unsigned bits)
{
    if ((bits & PUT) != 0) {
        return "PUT, OPTIONS";
    }
    if ((bits & POST) == 0) {
        return "GET, HEAD, OPTIONS";
    }
    return (bits & GET) != 0 ? "GET, HEAD, POST, OPTIONS" : "POST, OPTIONS";
}

bool api_compat_parse(const char *names, unsigned *bits)
{
    *bits = 0;
    while (*names != '\0') {
        size_t length = strcspn(names, ",");
        unsigned found = 0;

        for (size_t i = 0; i < sizeof(compat_names) / sizeof(compat_names[0]); i++) {
            if (strlen(compat_names[i]) == length && memcmp(names, compat_names[i], length) == 0) {
                found = 1u << i;
            }
        }
        if (found == 0) {
            return false;
        }
        *bits |= found;
        names += length;
        names += *names == ',' && names[1] != '\0';
    }
    return true;
}

/* Whether a path is one of a template: the name at its end in braces stands for any segment. */
static bool is_of(const char *path, const char *template)
{
    size_t fixed = strcspn(template, "{");

    if (template[fixed] == '\0') {
        return strcmp(path, template) == 0;
    }
    return strncmp(path, template, fixed) == 0 && path[fixed] != '\0' &&
           strchr(path + fixed, '/') == NULL;
}

static const api_route *find_route(const char *path)
{
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        if (is_of(path, routes[i].path)) {
            return &routes[i];
        }
    }
    return NULL;
}

/* The same, but for routes that are turned off. */
static const api_route *find_enabled(const api_context *context, const char *path)
{
    const api_route *route = find_route(path);

    return route != NULL && (route->compat & ~context->compat) == 0 ? route : NULL;
}

/* The types that Accept chooses from; NULL: one, whatever Accept says. */
static const char *const *types_of(const api_context *context, const api_route *route)
{
    return route->handle == answer_index && !context->playground ? api__json_types : route->types;
}

/* The types that a body may have. */
static const char *accepted_types(const api_route *route)
{
    switch (route->takes) {
    case JSON | PAGES:
        return "application/json, text/html, application/xhtml+xml";
    case JSON | LINES:
        return "application/json, " API__NDJSON;
    case PAGES | UNTOLD:
        return "text/html, application/xhtml+xml, application/octet-stream";
    default:
        return "application/json";
    }
}

/* Lists the types where a header does so: for POST alone. */
static void add_accepted(const api_route *route, api_response *out)
{
    if ((route->methods & POST) != 0) {
        api__add_header(out, "Accept-Post", "%s", accepted_types(route));
    }
}

static bool is_too_long(const api_context *context, const api_request *request)
{
    return request->content_length > 0 &&
           (unsigned long long)request->content_length > context->max_body_bytes;
}

bool api_route_takes_items(const api_context *context, const api_route *route,
                           const api_request *request)
{
    unsigned kind = api__media_of(request->content_type).kind;

    return (route->takes & LINES) != 0 && api__coding_is_identity(request->content_encoding) &&
           (kind == API__MEDIA_NDJSON ||
            (kind == API__MEDIA_JSON && is_too_long(context, request)));
}

/* A body that is too long is not read, so nobody knows which item of a batch is the one too many.
 */
static void refuse_length(const api_context *context, const api_route *route,
                          const api_request *request, api_response *refusal)
{
    char detail[LENGTH_DETAIL_SIZE];

    snprintf(detail, sizeof(detail), "It has %lld bytes, limits.max_body_bytes is %zu.%s",
             (long long)request->content_length, context->max_body_bytes,
             (route->takes & LINES) == 0
                 ? ""
                 : " Without Content-Encoding that is the limit of each item, not of all.");
    api__limit_problem(refusal, request->id, "body-too-large", detail, context->max_body_bytes);
}

/* What a body must be. Returns false with a refusal. */
static bool judge_body(const api_context *context, const api_route *route,
                       const api_request *request, api_response *refusal)
{
    if ((route->takes & api__media_of(request->content_type).kind) == 0) {
        char detail[TYPE_DETAIL_SIZE];

        snprintf(detail, sizeof(detail), "This path takes %s.", accepted_types(route));
        api__problem(refusal, request->id, "unsupported-media-type", detail, NULL);
        add_accepted(route, refusal);
        return false;
    }
    if (!api__coding_is_known(request->content_encoding)) {
        api__problem(refusal, request->id, "unsupported-encoding", NULL, NULL);
        api__add_header(refusal, "Accept-Encoding", API__CODINGS);
        return false;
    }
    if (is_too_long(context, request) && !api_route_takes_items(context, route, request)) {
        refuse_length(context, route, request, refusal);
        return false;
    }
    return true;
}

static void answer_options(const char *allow, api_response *out)
{
    *out = (api_response){.status = 204};
    api__static_body(out, NULL, "", 0);
    api__add_header(out, "Allow", "%s", allow);
}

/* Refuses what accepts none of the types, and lists them. */
static void refuse_types(const char *const *types, const api_request *request,
                         api_response *refusal)
{
    json_t *list = api__string_list(types);
    api__buffer detail = {0};

    api__append_string(&detail, "This path answers ");
    for (size_t i = 0; types[i] != NULL; i++) {
        api__append_string(&detail, i > 0 ? ", " : "");
        api__append_string(&detail, types[i]);
    }
    api__append(&detail, "", 1);
    api__problem(refusal, request->id,
                 list == NULL || detail.failed ? "internal" : "not-acceptable", detail.data,
                 json_pack("{so}", "acceptable", list));
    api__buffer_clear(&detail);
}

/* What a known path does with a method. Returns false with a refusal. */
static bool judge_method(const api_route *route, const api_request *request, api_response *refusal)
{
    unsigned bit = method_bit(request->method);

    if (bit == OPTIONS) {
        answer_options(method_list(route->methods), refusal);
        return false;
    }
    if ((route->methods & bit) == 0) {
        api__problem(refusal, request->id, "method-not-allowed", NULL, NULL);
        api__add_header(refusal, "Allow", "%s", method_list(route->methods));
        return false;
    }
    return true;
}

static const api_route *judge_head(const api_context *context, const api_request *request,
                                   api_response *refusal)
{
    const api_route *route = find_enabled(context, request->path);

    if (method_bit(request->method) == 0) {
        api__problem(refusal, request->id, "not-implemented", NULL, NULL);
        return NULL;
    }
    if (method_bit(request->method) == OPTIONS && strcmp(request->path, "*") == 0) {
        answer_options((context->compat & TIKA) != 0 ? "GET, HEAD, POST, PUT, OPTIONS"
                                                     : "GET, HEAD, POST, OPTIONS",
                       refusal);
        return NULL;
    }
    if (route == NULL) {
        api__problem(refusal, request->id, "not-found", NULL, NULL);
        return NULL;
    }
    if (!judge_method(route, request, refusal)) {
        return NULL;
    }
    const char *const *types = types_of(context, route);
    if (types != NULL && api__accept_choose(request->accept, types) == API__NO_TYPE) {
        refuse_types(types, request, refusal);
        return NULL;
    }
    if ((method_bit(request->method) & (POST | PUT)) != 0 &&
        !judge_body(context, route, request, refusal)) {
        return NULL;
    }
    return route;
}

const api_route *api_route_head(const api_context *context, const api_request *request,
                                api_response *refusal)
{
    const api_route *route = judge_head(context, request, refusal);

    if (route == NULL) {
        api__problem_set_base(refusal, context->base_path);
    }
    return route;
}

api_place api_route_place(const api_route *route)
{
    return route->place;
}

size_t api_route_count(void)
{
    return ROUTE_COUNT;
}

size_t api_route_index(const char *path)
{
    const api_route *route = find_route(path);

    return route != NULL ? (size_t)(route - routes) : ROUTE_COUNT;
}

const char *api_route_path_at(size_t index)
{
    return routes[index].path;
}

void api_handle(const api_context *context, const api_route *route, const api_request *request,
                api_response *out)
{
    route->handle(context, request, out);
    if (out->problem != NULL && strcmp(out->problem, "unsupported-media-type") == 0) {
        add_accepted(route, out);
    }
    api__problem_set_base(out, context->base_path);
}

static void each_enabled(const api_context *context,
                         void (*visit)(const char *path, const char *methods, void *arg), void *arg)
{
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        bool is_off = (routes[i].compat & ~context->compat) != 0 ||
                      (routes[i].handle == api__metrics && context->metrics == NULL);
        if (!is_off) {
            visit(routes[i].path, method_list(routes[i].methods), arg);
        }
    }
}

static void answer_index(const api_context *context, const api_request *request, api_response *out)
{
    api__index(context, request, each_enabled, out);
}

void api_routes_each(void (*visit)(const char *path, const char *methods, void *arg), void *arg)
{
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        visit(routes[i].path, method_list(routes[i].methods), arg);
    }
}
