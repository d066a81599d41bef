#include "routes/index.h"

#include "http/accept.h"
#include "http/response.h"
#include "http/success.h"
#include "json/values.h"

#include <string.h>

/* Made from playground/ by assemble.py and embed.cmake. */
extern const api_embedded api__playground;
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

        api__push(&list, json_stringn(methods, length));
        methods += length;
        methods += strspn(methods, ", ");
    }
    return list;
}

/* The list of routes while it is made. */
typedef struct {
    json_t *list;
    const char *base_path;
} route_list;

static void add_route(const char *path, const char *methods, void *arg)
{
    route_list *routes = arg;

    api__push(&routes->list, json_pack("{s:s+ so}", "path", routes->base_path, path, "methods",
                                       method_array(methods)));
}

static json_t *index_value(const api_context *context, api__each_route *each)
{
    route_list routes = {json_array(), context->base_path != NULL ? context->base_path : ""};

    each(context, add_route, &routes);
    return json_pack("{ss ss sb s:s+ so}", "name", "danad", "version", context->version,
                     "playground", (int)context->playground, "openapi", routes.base_path,
                     "/openapi.json", "routes", routes.list);
}

static void answer_page(api_response *out)
{
    *out = (api_response){.status = 200};
    api__document_body(out, "text/html; charset=utf-8", &api__playground);
    api__add_header(out, "Content-Security-Policy", "%.*s", (int)api__playground_policy_length,
                    (const char *)api__playground_policy);
}

void api__index(const api_context *context, const api_request *request, api__each_route *each,
                api_response *out)
{
    bool as_page = context->playground &&
                   api__accept_choose(request->accept, api__index_types) == AS_HTML;

    if (as_page) {
        answer_page(out);
    } else {
        api__json_response(out, request->id, index_value(context, each));
    }
    api__publish(out, true);
}
