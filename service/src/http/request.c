#include "http/request.h"

#include "base/clock.h"
#include "wire/receive.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

svc_request *svc_request_new(svc_http *http, const svc_job_kind *kind,
                             struct MHD_Connection *connection)
{
    svc_request *request = calloc(1, sizeof *request);

    if (request == NULL) {
        return NULL;
    }
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    svc_job_init(&request->job, kind, &http->work, request->id);
    request->http = http;
    request->connection = connection;
    request->fd = info != NULL ? info->connect_fd : -1;
    request->started_ms = svc_now_ms();
    info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    request->slot = info != NULL ? info->socket_context : NULL;
    atomic_store(&request->job.since_ms, request->started_ms);
    atomic_init(&request->answered_ms, 0.0);
    atomic_init(&request->streamed, 0);
    atomic_init(&request->references, 1);
    atomic_fetch_add(&http->in_flight, 1);
    return request;
}

void svc_request_retain(svc_request *request)
{
    atomic_fetch_add(&request->references, 1);
}

void svc_request_release(svc_request *request)
{
    if (atomic_fetch_sub(&request->references, 1) != 1) {
        return;
    }
    svc_request_drop_body(request);
    svc_job_drop_page(&request->job);
    api_response_clear(&request->refusal);
    free(request->joined_accept);
    free(request->joined_codings);
    free(request->head_strings);
    free(request->parameters);
    free(request);
}

/* Strings one after the other; with NULL only their length is counted. */
typedef struct {
    char *data;
    size_t length;
} string_store;

/* Moves a string into a store; NULL stays NULL. length: without the NUL. */
static void keep(string_store *store, const char **string, size_t length)
{
    if (*string == NULL) {
        return;
    }
    if (store->data != NULL) {
        char *copy = store->data + store->length;
        memcpy(copy, *string, length + 1);
        *string = copy;
    }
    store->length += length + 1;
}

static void keep_all(svc_request *request, string_store *store)
{
    api_request *head = &request->head;
    const char **const strings[] = {&head->method, &head->path, &head->content_type,
                                    &head->content_encoding, &head->accept};

    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        keep(store, strings[i], *strings[i] != NULL ? strlen(*strings[i]) : 0);
    }
    for (size_t i = 0; i < head->parameter_count; i++) {
        api_parameter *parameter = &request->parameters[i];
        keep(store, &parameter->name, strlen(parameter->name));
        keep(store, &parameter->value, parameter->value_length);
    }
}

bool svc_request_keep_head(svc_request *request)
{
    string_store store = {NULL, 0};

    keep_all(request, &store);
    request->head_strings = malloc(store.length + 1);
    if (request->head_strings == NULL) {
        return false;
    }
    store = (string_store){request->head_strings, 0};
    keep_all(request, &store);
    return true;
}

/* At once where the length was declared: the whole body will come. */
static bool make_room(svc_request *request, size_t length)
{
    long long declared = request->head.content_length;
    bool first = request->body.bytes == NULL;

    return svc_buffer_reserve(&request->body,
                              first && declared > (long long)length ? (size_t)declared : length);
}

svc_body_status svc_request_append(svc_request *request, const char *bytes, size_t length)
{
    svc_memory *memory = &request->http->work.memory;

    if (length > request->http->api.max_body_bytes - request->body.length) {
        return SVC_BODY_TOO_LARGE;
    }
    /* What is held, not what was declared: a client that sends nothing takes no room. */
    if (!svc_memory_hold(memory, length)) {
        return SVC_BODY_NO_ROOM;
    }
    if (!make_room(request, length) || !svc_buffer_add(&request->body, bytes, length)) {
        svc_memory_release(memory, length);
        return SVC_BODY_NO_ROOM;
    }
    request->held += length;
    return SVC_BODY_KEPT;
}

svc_body_status svc_request_note(svc_request *request, svc_wire_body *body, size_t length)
{
    bool kept = !body->dropped && svc_memory_hold(&request->http->work.memory, length);

    if (!kept) {
        svc_wire_body_drop(body);
        return SVC_BODY_NO_ROOM;
    }
    request->held += length;
    return SVC_BODY_KEPT;
}

void svc_request_take_body(svc_request *request)
{
    svc_wire_body *body = svc_wire_gathered(request->fd);

    if (body != NULL) {
        request->body = body->bytes;
        body->bytes = (svc_buffer){.bytes = NULL};
    }
}

void svc_request_drop_body(svc_request *request)
{
    svc_memory_release(&request->http->work.memory, request->held);
    request->held = 0;
    svc_buffer_clear(&request->body);
    request->head.body = NULL;
    request->head.body_length = 0;
}

bool svc_request_client_gone(const svc_request *request)
{
    struct pollfd poll_fd = {.fd = request->fd, .events = POLLRDHUP};

    return poll(&poll_fd, 1, 0) > 0 &&
           (poll_fd.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
}

const char *svc_request_header(const svc_request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}
