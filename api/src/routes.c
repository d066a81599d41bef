#include "handlers.h"
#include "problems.h"
#include "response.h"

#include <string.h>
#include <strings.h>

/* Methods, as bits. */
enum { GET = 1, HEAD = 2, POST = 4, OPTIONS = 8, OTHER = 16 };

struct api_route {
    const char *path;
    unsigned methods;
    api_place place;
    bool any_accept; /* answers in one media type whatever Accept says */
    api__handler *handle;
};

static const struct api_route routes[] = {
    {"/v1/extract", POST | OPTIONS, API_WORKER, false, api__extract},
    {"/v1/algorithms", GET | HEAD | OPTIONS, API_INLINE, false, api__algorithms},
    {"/v1/info", GET | HEAD | OPTIONS, API_INLINE, false, api__info},
    {"/livez", GET | HEAD | OPTIONS, API_INLINE, true, api__live},
    {"/readyz", GET | HEAD | OPTIONS, API_INLINE, true, api__ready},
    {"/healthz", GET | HEAD | OPTIONS, API_INLINE, true, api__live},
    {"/openapi.yaml", GET | HEAD | OPTIONS, API_INLINE, true, api__spec},
};

#define ROUTE_COUNT (sizeof(routes) / sizeof(routes[0]))

/* Methods that RFC 9110 and RFC 5789 define; any other token is not implemented. */
static const struct {
    const char *name;
    unsigned bit;
} methods[] = {
    {"GET", GET},      {"HEAD", HEAD},   {"POST", POST},   {"OPTIONS", OPTIONS}, {"PUT", OTHER},
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
    return (bits & POST) != 0 ? "POST, OPTIONS" : "GET, HEAD, OPTIONS";
}

static const api_route *find_route(const char *path)
{
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        if (strcmp(routes[i].path, path) == 0) {
            return &routes[i];
        }
    }
    return NULL;
}

/* Whether a media range [range, range + length) of Accept takes application/json. */
static bool range_takes_json(const char *range, size_t length)
{
    static const char *const taken[] = {"application/json", "application/*", "*/*"};
    size_t type_length = strcspn(range, "; \t,");
    const char *quality = strcasestr(range, "q=0");

    if (type_length > length) {
        type_length = length;
    }
    if (quality != NULL && quality < range + length &&
        strspn(quality + 3, ".0") == strcspn(quality + 3, ",; \t")) {
        return false;
    }
    for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++) {
        if (type_length == strlen(taken[i]) && strncasecmp(range, taken[i], type_length) == 0) {
            return true;
        }
    }
    return false;
}

static bool accepts_json(const char *accept)
{
    if (accept == NULL || accept[strspn(accept, " \t")] == '\0') {
        return true;
    }
    while (*accept != '\0') {
        accept += strspn(accept, ", \t");
        size_t length = strcspn(accept, ",");

        if (length > 0 && range_takes_json(accept, length)) {
            return true;
        }
        accept += length;
    }
    return false;
}

static bool is_json(const char *content_type)
{
    static const char json[] = "application/json";

    if (content_type == NULL || strncasecmp(content_type, json, sizeof(json) - 1) != 0) {
        return false;
    }
    char after = content_type[sizeof(json) - 1];

    return after == '\0' || after == ';' || after == ' ' || after == '\t';
}

static bool is_identity(const char *coding)
{
    return coding == NULL || strcasecmp(coding, "identity") == 0;
}

/* What a body must be. Returns false with a refusal. */
static bool judge_body(const api_context *context, const api_request *request,
                       api_response *refusal)
{
    if (!is_json(request->content_type)) {
        api__problem(refusal, request->id, "unsupported-media-type", NULL, NULL);
        api__add_header(refusal, "Accept-Post", "application/json");
        return false;
    }
    if (!is_identity(request->content_encoding)) {
        api__problem(refusal, request->id, "unsupported-encoding", NULL, NULL);
        api__add_header(refusal, "Accept-Encoding", "identity");
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

const api_route *api_route_head(const api_context *context, const api_request *request,
                                api_response *refusal)
{
    const api_route *route = find_route(request->path);

    if (method_bit(request->method) == 0) {
        api__problem(refusal, request->id, "not-implemented", NULL, NULL);
        return NULL;
    }
    if (method_bit(request->method) == OPTIONS && strcmp(request->path, "*") == 0) {
        answer_options("GET, HEAD, POST, OPTIONS", refusal);
        return NULL;
    }
    if (route == NULL) {
        api__problem(refusal, request->id, "not-found", NULL, NULL);
        return NULL;
    }
    if (!judge_method(route, request, refusal)) {
        return NULL;
    }
    if (!route->any_accept && !accepts_json(request->accept)) {
        api__problem(refusal, request->id, "not-acceptable", NULL, NULL);
        return NULL;
    }
    if ((route->methods & POST) != 0 && !judge_body(context, request, refusal)) {
        return NULL;
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

void api_handle(const api_context *context, const api_route *route, const api_request *request,
                api_response *out)
{
    route->handle(context, request, out);
}

void api_routes_each(void (*visit)(const char *path, const char *methods, void *arg), void *arg)
{
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        visit(routes[i].path, method_list(routes[i].methods), arg);
    }
}
