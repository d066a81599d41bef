#include "respond.h"

#include "clock.h"
#include "observe.h"

static const api_header fixed_headers[] = {
    {"Cache-Control", "no-store"},
    {"X-Content-Type-Options", "nosniff"},
    {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
};

/* Makes libmicrohttpd's response; the body belongs to it afterwards, or has been freed. */
static struct MHD_Response *take_over(api_response *response)
{
    enum MHD_ResponseMemoryMode mode = response->body_is_static ? MHD_RESPMEM_PERSISTENT
                                                                : MHD_RESPMEM_MUST_FREE;
    struct MHD_Response *made = MHD_create_response_from_buffer(response->body_length,
                                                                response->body, mode);

    if (made == NULL) {
        api_response_clear(response);
        return NULL;
    }
    response->body = NULL;
    response->body_is_static = true;
    return made;
}

static void add_headers(struct MHD_Response *made, const svc_request *request,
                        const api_response *response)
{
    if (response->content_type != NULL) {
        MHD_add_response_header(made, MHD_HTTP_HEADER_CONTENT_TYPE, response->content_type);
    }
    for (size_t i = 0; i < response->header_count; i++) {
        MHD_add_response_header(made, response->headers[i].name, response->headers[i].value);
    }
    for (size_t i = 0; i < sizeof fixed_headers / sizeof fixed_headers[0]; i++) {
        MHD_add_response_header(made, fixed_headers[i].name, fixed_headers[i].value);
    }
    MHD_add_response_header(made, "X-Request-Id", request->id);
    if (response->close_connection || atomic_load(&request->server->draining)) {
        MHD_add_response_header(made, MHD_HTTP_HEADER_CONNECTION, "close");
    }
}

enum MHD_Result svc_respond(svc_request *request, api_response *response)
{
    size_t length = response->body_length;
    struct MHD_Response *made = take_over(response);

    if (made == NULL) {
        return MHD_NO;
    }
    add_headers(made, request, response);
    svc_observe_answer(request, response, made);
    request->status = response->status;
    request->bytes_out = length;
    atomic_store(&request->answered_ms, svc_now_ms());
    enum MHD_Result result = MHD_queue_response(request->connection, (unsigned)response->status,
                                                made);
    MHD_destroy_response(made);
    if (result != MHD_YES) {
        request->status = 0;
        request->bytes_out = 0;
    }
    return result;
}

enum MHD_Result svc_respond_problem(svc_request *request, const char *code, const char *detail,
                                    int retry_after_s)
{
    api_response response;

    api_problem_response(&response, request->id, code, detail, retry_after_s);
    return svc_respond(request, &response);
}
