#include "http/head.h"

#include "access/field_list.h"
#include "wire/receive.h"

#include <stdlib.h>
#include <string.h>

/* The parameters of the query while they are collected. */
typedef struct {
    api_parameter *list;
    size_t count;
    size_t capacity;
} parameter_list;

static enum MHD_Result note_parameter(void *arg, enum MHD_ValueKind kind, const char *key,
                                      size_t key_length, const char *value, size_t value_length)
{
    parameter_list *parameters = arg;

    (void)kind;
    if (key_length == 0 && value == NULL) {
        return MHD_YES; /* nothing between two & */
    }
    if (key != NULL && parameters->count < parameters->capacity) {
        parameters->list[parameters->count++] = (api_parameter){key, value != NULL ? value : "",
                                                                value != NULL ? value_length : 0};
    }
    return MHD_YES;
}

bool svc_head_read_query(svc_request *request)
{
    struct MHD_Connection *connection = request->connection;
    int count = MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, NULL, NULL);

    if (count <= 0) {
        return true;
    }
    parameter_list parameters = {.capacity = (size_t)count};
    parameters.list = calloc(parameters.capacity, sizeof *parameters.list);
    if (parameters.list == NULL) {
        return false;
    }
    MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, note_parameter, &parameters);
    request->parameters = parameters.list;
    request->head.parameters = parameters.list;
    request->head.parameter_count = parameters.count;
    return true;
}

/*
 * The path without BASE_PATH. Without it it stays as it is: probes come straight, and a proxy may
 * have taken it off.
 */
static const char *below_base(const char *base, const char *path)
{
    size_t length = strlen(base);

    if (strncmp(path, base, length) != 0 || (path[length] != '/' && path[length] != '\0')) {
        return path;
    }
    return path[length] == '\0' ? "/" : path + length;
}

/* What the client has declared; -1: nothing. */
static long long content_length(const svc_request *request)
{
    const svc_wire_body *gathered = svc_wire_gathered(request->fd);
    const char *length = svc_request_header(request, MHD_HTTP_HEADER_CONTENT_LENGTH);

    if (gathered != NULL) {
        return (long long)gathered->declared;
    }
    return length != NULL ? strtoll(length, NULL, 10) : -1;
}

bool svc_head_read(svc_request *request, const char *url, const char *method)
{
    struct MHD_Connection *connection = request->connection;

    svc_request_id_make(request->id, svc_request_header(request, "X-Request-Id"));
    request->head = (api_request){
        .id = request->id,
        .method = method,
        .path = below_base(request->http->base_path, url),
        .content_type = svc_request_header(request, MHD_HTTP_HEADER_CONTENT_TYPE),
        .content_length = content_length(request),
    };
    return svc_field_list(connection, MHD_HTTP_HEADER_CONTENT_ENCODING, &request->joined_codings,
                          &request->head.content_encoding) &&
           svc_field_list(connection, MHD_HTTP_HEADER_ACCEPT, &request->joined_accept,
                          &request->head.accept);
}
