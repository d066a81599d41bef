/*
 * The least that a server on libmicrohttpd does: it reads a body and sends it back. For wire.py, as
 * the measure of what HTTP alone costs.
 *
 * usage: echo     prints its port, and ends with its standard input
 */
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char *bytes;
    size_t length;
    size_t capacity;
} body;

static enum MHD_Result append(body *b, const char *bytes, size_t length)
{
    if (b->length + length > b->capacity) {
        size_t capacity = 2 * (b->length + length);
        char *grown = realloc(b->bytes, capacity);

        if (grown == NULL) {
            return MHD_NO;
        }
        b->bytes = grown;
        b->capacity = capacity;
    }
    memcpy(b->bytes + b->length, bytes, length);
    b->length += length;
    return MHD_YES;
}

static enum MHD_Result handle(void *cls, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *length, void **state)
{
    body *b = *state;

    (void)cls;
    (void)url;
    (void)method;
    (void)version;
    if (b == NULL) {
        *state = calloc(1, sizeof *b);
        return *state != NULL ? MHD_YES : MHD_NO;
    }
    if (*length > 0) {
        size_t given = *length;
        *length = 0;
        return append(b, data, given);
    }
    struct MHD_Response *response = MHD_create_response_from_buffer(b->length, b->bytes,
                                                                    MHD_RESPMEM_MUST_FREE);

    b->bytes = NULL;
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

static void complete(void *cls, struct MHD_Connection *connection, void **state,
                     enum MHD_RequestTerminationCode code)
{
    body *b = *state;

    (void)cls;
    (void)connection;
    (void)code;
    if (b != NULL) {
        free(b->bytes);
        free(b);
    }
}

int main(void)
{
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, handle, NULL, MHD_OPTION_NOTIFY_COMPLETED,
        complete, NULL, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)65536, MHD_OPTION_END);
    char byte;

    if (daemon == NULL) {
        perror("MHD_start_daemon");
        return 1;
    }
    printf("%u\n", (unsigned)MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
    MHD_stop_daemon(daemon);
    return 0;
}
