#include "routes/routes.h"
#include "answer/formats.h"
#include "extract/answerer.h"
#include "http/accept.h"
#include "http/content_coding.h"
#include "http/handlers.h"
#include "http/media_type.h"
#include "http/problems.h"
#include "http/response.h"

#include <stdio.h>
#include <string.h>

/* Methods, as bits. */
enum { GET = 1, HEAD = 2, POST = 4, OPTIONS = 8, OTHER = 16, PUT = 32 };

struct api_route {
    const char *path;
    unsigned methods;
    api_place place;
    const char *const *types; /* that Accept chooses from; NULL: one, whatever Accept says */
    api__handler *handle;
};

static const struct api_route routes[] = {
    {"/", GET | HEAD | OPTIONS, API_INLINE, api__index_types, api__index},
    {"/v1/extract", GET | HEAD | POST | OPTIONS, API_WORKER, api__extract_types, api__extract},
    {"/v1/extract/batch", POST | OPTIONS, API_WORKER, api__batch_types, api__batch},
    {"/v1/trends", POST | OPTIONS, API_WORKER, api__drawn_types, api__trends},
    {"/v1/headline", POST | OPTIONS, API_WORKER, api__json_types, api__headline},
    {"/v1/evaluate", POST | OPTIONS, API_WORKER, api__json_types, api__evaluate},
    {"/v1/algorithms", GET | HEAD | OPTIONS, API_INLINE, api__json_types, api__algorithms},
    {"/v1/info", GET | HEAD | OPTIONS, API_INLINE, api__json_types, api__info},
    {"/livez", GET | HEAD | OPTIONS, API_INLINE, NULL, api__live},
    {"/readyz", GET | HEAD | OPTIONS, API_INLINE, NULL, api__ready},
    {"/healthz", GET | HEAD | OPTIONS, API_INLINE, NULL, api__live},
    {"/metrics", GET | HEAD | OPTIONS, API_INLINE, NULL, api__metrics},
    {"/tika/main", PUT | OPTIONS, API_WORKER, api__tika_types, api__tika_main},
    {"/parser", GET | HEAD | OPTIONS, API_WORKER, api__json_types, api__mercury_url},
    {"/parse-html", POST | OPTIONS, API_WORKER, api__json_types, api__mercury_html},
    {"/openapi.yaml", GET | HEAD | OPTIONS, API_INLINE, NULL, api__spec},
    {"/openapi.json", GET | HEAD | OPTIONS, API_INLINE, NULL, api__spec_json},
    {"/problems/", GET | HEAD | OPTIONS, API_INLINE, api__problem_types, api__problem_index},
    {"/problems/{code}", GET | HEAD | OPTIONS, API_INLINE, api__problem_types, api__problem_page},
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

/* Services whose routes can be answered too. */
static const char *const compat_names[] = {"tika", "mercury"};

enum { COMPAT_TIKA = 1, COMPAT_MERCURY = 2 };

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

/* Returns the bit of the service that a route replaces; 0: it is our own. */
static unsigned compat_of(const api_route *route)
{
    if (route->handle == api__tika_main) {
        return COMPAT_TIKA;
    }
    bool mercury = route->handle == api__mercury_url || route->handle == api__mercury_html;
    return mercury ? COMPAT_MERCURY : 0;
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

    return route != NULL && (compat_of(route) & ~context->compat) == 0 ? route : NULL;
}

/* The types that Accept chooses from; NULL: one, whatever Accept says. */
static const char *const *types_of(const api_context *context, const api_route *route)
{
    return route->handle == api__index && !context->playground ? api__json_types : route->types;
}

/* Whether a route takes and gives lines of JSON as well. */
static bool takes_lines(const api_route *route)
{
    return route->handle == api__batch;
}

/* What a body must be. Returns false with a refusal. */
static bool judge_body(const api_context *context, const api_route *route,
                       const api_request *request, api_response *refusal)
{
    bool takes_pages = (route->methods & GET) != 0;
    bool taken = (api__media_is(request->content_type, "application/json") &&
                  compat_of(route) != COMPAT_TIKA) ||
                 (compat_of(route) == COMPAT_TIKA && api__tika_takes(request->content_type)) ||
                 (takes_pages && api__media_is_html(request->content_type)) ||
                 (takes_lines(route) && api__media_is(request->content_type, API__NDJSON));

    if (!taken) {
        api__problem(refusal, request->id, "unsupported-media-type", NULL, NULL);
        api__add_header(refusal, "Accept-Post", "%s",
                        takes_pages          ? "application/json, text/html, application/xhtml+xml"
                        : takes_lines(route) ? "application/json, " API__NDJSON
                                             : "application/json");
        return false;
    }
    if (!api__coding_is_known(request->content_encoding)) {
        api__problem(refusal, request->id, "unsupported-encoding", NULL, NULL);
        api__add_header(refusal, "Accept-Encoding", API__CODINGS);
        return false;
    }
    if (request->content_length > 0 &&
        (unsigned long long)request->content_length > context->max_body_bytes) {
        api__limit_problem(refusal, request->id, "body-too-large", NULL, context->max_body_bytes);
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
    char detail[200] = "This path answers ";
    json_t *list = json_array();
    size_t used = strlen(detail);
    int failed = list == NULL;

    for (size_t i = 0; types[i] != NULL && used < sizeof(detail); i++) {
        used += (size_t)snprintf(detail + used, sizeof(detail) - used, "%s%s", i > 0 ? ", " : "",
                                 types[i]);
        failed |= json_array_append_new(list, json_string(types[i]));
    }
    if (failed != 0) {
        json_decref(list);
        api__problem(refusal, request->id, "internal", NULL, NULL);
        return;
    }
    api__problem(refusal, request->id, "not-acceptable", detail,
                 json_pack("{so}", "acceptable", list));
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
        answer_options((context->compat & COMPAT_TIKA) != 0 ? "GET, HEAD, POST, PUT, OPTIONS"
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
        api__problem_place(refusal, context->base_path);
    }
    return route;
}

api_place api_route_place(const api_route *route)
{
    return route->place;
}

const char *api_route_path(const api_route *route)
{
    return route->path;
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
    api__problem_place(out, context->base_path);
}

void api__routes_enabled(const api_context *context,
                         void (*visit)(const char *path, const char *methods, void *arg), void *arg)
{
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        bool is_off = (compat_of(&routes[i]) & ~context->compat) != 0 ||
                      (routes[i].handle == api__metrics && context->metrics == NULL);
        if (!is_off) {
            visit(routes[i].path, method_list(routes[i].methods), arg);
        }
    }
}

void api_routes_each(void (*visit)(const char *path, const char *methods, void *arg), void *arg)
{
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        visit(routes[i].path, method_list(routes[i].methods), arg);
    }
}
