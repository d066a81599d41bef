/*
 * GET /: the routes for programs, the playground for people.
 */
#include "http/accept.h"
#include "http/handlers.h"
#include "http/response.h"
#include "routes/routes.h"

#include <string.h>

/* Made from playground/ by assemble.py and embed.cmake. */
extern const unsigned char api__playground[];
extern const size_t api__playground_length;
extern const unsigned char api__playground_policy[];
extern const size_t api__playground_policy_length;

const char *const api__index_types[] = {"application/json", "text/html", NULL};

enum { AS_JSON, AS_HTML };

/* "GET, HEAD, OPTIONS" as an array; NULL where memory ran out. */
static json_t *method_array(const char *methods)
{
    json_t *list = json_array();

    while (*methods != '\0') {
        size_t length = strcspn(methods, ",");

        if (json_array_append_new(list, json_stringn(methods, length)) != 0) {
            json_decref(list);
            return NULL;
        }
        methods += length;
        methods += strspn(methods, ", ");
    }
    return list;
}

/* The list of routes while it is made. */
typedef struct {
    json_t *list;
    const char *base_path;
    int failed;
} route_list;

static void add_route(const char *path, const char *methods, void *arg)
{
    route_list *routes = arg;

    routes->failed |= json_array_append_new(
        routes->list,
        json_pack("{s:s+ so}", "path", routes->base_path, path, "methods", method_array(methods)));
}

static json_t *index_value(const api_context *context)
{
    route_list routes = {json_array(), context->base_path != NULL ? context->base_path : "", 0};

    api__routes_enabled(context, add_route, &routes);
    if (routes.failed != 0) {
        json_decref(routes.list);
        return NULL;
    }
    return json_pack("{ss ss sb s:s+ so}", "name", "danad", "version", context->version,
                     "playground", (int)context->playground, "openapi", routes.base_path,
                     "/openapi.json", "routes", routes.list);
}

static void answer_page(api_response *out)
{
    *out = (api_response){.status = 200};
    api__static_body(out, "text/html; charset=utf-8", (const char *)api__playground,
                     api__playground_length);
    api__add_header(out, "Content-Security-Policy", "%.*s", (int)api__playground_policy_length,
                    (const char *)api__playground_policy);
}

void api__index(const api_context *context, const api_request *request, api_response *out)
{
    bool as_page = context->playground &&
                   api__accept_choose(request->accept, api__index_types) == AS_HTML;

    if (as_page) {
        answer_page(out);
    } else {
        api__json_response(out, request->id, index_value(context));
    }
    if (out->status == 200) {
        out->is_document = true;
        api__add_header(out, "Vary", "Accept");
    }
}
