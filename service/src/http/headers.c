#include "http/headers.h"

#include "base/text.h"

#include <string.h>
#include <strings.h>

#define VARY_SIZE 256

/* What a preflight may be granted; methods are those of the path. */
#define ALLOW_HEADERS                                                                              \
    "Content-Type, Content-Encoding, Authorization, If-None-Match, X-Request-Id, traceparent, "    \
    "tracestate"
#define EXPOSE_HEADERS "X-Request-Id, Retry-After, Server-Timing, ETag"

/* Where headers go. */
typedef struct {
    svc_header_visit *visit;
    void *arg;
} sink;

static const api_header fixed_headers[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
    {"Referrer-Policy", "no-referrer"},
};

static const char *find(const api_response *response, const char *name)
{
    for (size_t i = 0; i < response->header_count; i++) {
        if (strcasecmp(response->headers[i].name, name) == 0) {
            return response->headers[i].value;
        }
    }
    return NULL;
}

static void put(const sink *to, const char *name, const char *value)
{
    to->visit(name, value, to->arg);
}

/* A header that the API may have set differently. */
static void put_unless_set(const sink *to, const api_response *response, const char *name,
                           const char *value)
{
    if (find(response, name) == NULL) {
        put(to, name, value);
    }
}

static void put_vary(const sink *to, const svc_request *request, const api_response *response)
{
    char storage[VARY_SIZE];
    const char *of_api = find(response, "Vary");
    svc_text vary;

    svc_text_init(&vary, storage, sizeof storage);
    if (of_api != NULL) {
        svc_text_add(&vary, of_api);
        svc_text_add(&vary, ", ");
    }
    svc_text_add(&vary, "Accept-Encoding");
    if (svc_cors_varies(&request->http->access.cors)) {
        svc_text_add(&vary, ", Origin");
    }
    put(to, "Vary", storage);
}

/* The Fetch standard's CORS protocol; a preflight is answered like any OPTIONS, with more. */
static void put_cors(const sink *to, const svc_request *request, const api_response *response)
{
    const svc_cors *cors = &request->http->access.cors;
    const char *allow = find(response, "Allow");

    put(to, "Access-Control-Allow-Origin", request->access.allow_origin);
    if (!request->access.preflight || allow == NULL) {
        put(to, "Timing-Allow-Origin", request->access.allow_origin);
        put(to, "Access-Control-Expose-Headers", EXPOSE_HEADERS);
        return;
    }
    put(to, "Access-Control-Allow-Methods", allow);
    put(to, "Access-Control-Allow-Headers", ALLOW_HEADERS);
    put(to, "Access-Control-Max-Age", cors->max_age);
    if (cors->private_network && request->access.wants_private_network) {
        put(to, "Access-Control-Allow-Private-Network", "true");
    }
}

static void put_api_headers(const sink *to, const api_response *response)
{
    if (response->content_type != NULL) {
        put(to, "Content-Type", response->content_type);
    }
    for (size_t i = 0; i < response->header_count; i++) {
        if (strcasecmp(response->headers[i].name, "Vary") != 0) {
            put(to, response->headers[i].name, response->headers[i].value);
        }
    }
}

void svc_headers_each(const svc_request *request, const api_response *response,
                      svc_header_visit *visit, void *arg)
{
    const sink to = {visit, arg};
    bool may_read = request->access.allow_origin != NULL;

    put_api_headers(&to, response);
    for (size_t i = 0; i < sizeof fixed_headers / sizeof fixed_headers[0]; i++) {
        put_unless_set(&to, response, fixed_headers[i].name, fixed_headers[i].value);
    }
    put_unless_set(&to, response, "Cache-Control",
                   response->is_document ? "max-age=300" : "no-store");
    put(&to, "Cross-Origin-Resource-Policy", may_read ? "cross-origin" : "same-origin");
    put_vary(&to, request, response);
    if (may_read) {
        put_cors(&to, request, response);
    }
    put(&to, "X-Request-Id", request->id);
    bool surplus = request->slot != NULL && request->slot->surplus;
    if (response->close_connection || surplus || atomic_load(&request->http->draining)) {
        put(&to, "Connection", "close");
    }
}
