#include "access/client.h"

#include <string.h>
#include <strings.h>

/* Lines of X-Forwarded-For that are read: the last ones. */
#define LINES_MAX 16

bool svc_client_peer(struct MHD_Connection *connection, svc_address *out)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);

    *out = (svc_address){.family = 0};
    return info != NULL && info->client_addr != NULL && svc_address_read(info->client_addr, out);
}

/* Reads one entry: an address, with a port after IPv4 or [IPv6] at most. */
static bool read_entry(const char *text, size_t length, svc_address *out)
{
    while (length > 0 && strchr(" \t", text[length - 1]) != NULL) {
        length--;
    }
    while (length > 0 && strchr(" \t", *text) != NULL) {
        text++;
        length--;
    }
    if (length == 0) {
        return false;
    }
    if (*text == '[') {
        const char *end = memchr(text, ']', length);
        return end != NULL && svc_address_parse(text + 1, (size_t)(end - text) - 1, out);
    }
    const char *colon = memchr(text, ':', length);
    if (colon != NULL && memrchr(text, ':', length) == colon) {
        length = (size_t)(colon - text);
    }
    return svc_address_parse(text, length, out);
}

/* Walks a list from its right end. Returns whether to go on in the line before. */
static bool unwrap_line(const svc_networks *trusted, const char *line, svc_address *client)
{
    size_t end = strlen(line);

    while (svc_networks_contain(trusted, client)) {
        const char *comma = end > 0 ? memrchr(line, ',', end) : NULL;
        size_t start = comma != NULL ? (size_t)(comma - line) + 1 : 0;
        svc_address entry;
        if (!read_entry(line + start, end - start, &entry)) {
            return false;
        }
        *client = entry;
        if (comma == NULL) {
            return true;
        }
        end = start - 1;
    }
    return false;
}

void svc_client_unwrap(const svc_networks *trusted, const char *const *lines, size_t count,
                       svc_address *client)
{
    while (count > 0 && unwrap_line(trusted, lines[count - 1], client)) {
        count--;
    }
}

/* The last lines of the header. */
typedef struct {
    const char *lines[LINES_MAX];
    size_t count;
} line_list;

static enum MHD_Result note_line(void *arg, enum MHD_ValueKind kind, const char *key,
                                 const char *value)
{
    line_list *list = arg;

    (void)kind;
    if (value == NULL || strcasecmp(key, "X-Forwarded-For") != 0) {
        return MHD_YES;
    }
    if (list->count == LINES_MAX) {
        memmove(list->lines, list->lines + 1, (LINES_MAX - 1) * sizeof list->lines[0]);
        list->count--;
    }
    list->lines[list->count++] = value;
    return MHD_YES;
}

svc_address svc_client_find(struct MHD_Connection *connection, const svc_networks *trusted)
{
    svc_address client;
    line_list list = {.count = 0};

    if (svc_client_peer(connection, &client) && svc_networks_contain(trusted, &client)) {
        MHD_get_connection_values(connection, MHD_HEADER_KIND, note_line, &list);
        svc_client_unwrap(trusted, list.lines, list.count, &client);
    }
    return client;
}
