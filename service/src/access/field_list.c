#include "access/field_list.h"

#include "base/buffer.h"

#include <strings.h>

/* The lines of one name. */
typedef struct {
    const char *name;
    const char *first;
    unsigned count;
    bool failed;
    svc_buffer joined; /* where there is more than one line */
} line_list;

static enum MHD_Result note_line(void *arg, enum MHD_ValueKind kind, const char *key,
                                 const char *value)
{
    line_list *list = arg;
    const char *text = value != NULL ? value : "";

    (void)kind;
    if (strcasecmp(key, list->name) != 0) {
        return MHD_YES;
    }
    list->count++;
    if (list->count == 1) {
        list->first = text;
        return MHD_YES;
    }
    if (list->count == 2) {
        list->failed = !svc_buffer_addf(&list->joined, "%s", list->first);
    }
    list->failed = list->failed || !svc_buffer_addf(&list->joined, ", %s", text);
    return MHD_YES;
}

bool svc_field_list(struct MHD_Connection *connection, const char *name, char **joined,
                    const char **value)
{
    line_list list = {.name = name};

    MHD_get_connection_values(connection, MHD_HEADER_KIND, note_line, &list);
    *joined = list.joined.bytes;
    *value = list.failed ? NULL : *joined != NULL ? *joined : list.first;
    return !list.failed;
}
