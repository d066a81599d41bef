#include "renderer/page/fields.h"

#include "base/text.h"

#include <string.h>

/* Of its own: the length, the coding and the cookies are not the browser's. */
static bool is_passed_on(const char *name, size_t length)
{
    static const char *const dropped[] = {
        "content-length",  "content-encoding",    "transfer-encoding",
        "connection",      "set-cookie",          "alt-svc",
        "report-to",       "reporting-endpoints", "nel",
        "clear-site-data", "keep-alive",          "strict-transport-security"};

    for (size_t i = 0; i < sizeof dropped / sizeof dropped[0]; i++) {
        if (svc_text_equals(name, length, dropped[i])) {
            return false;
        }
    }
    return length > 0;
}

/* Finds the value of a header among lines; NULL: it is not there. */
static const char *find_header(const char *lines, const char *wanted)
{
    size_t length = strlen(wanted);

    for (const char *at = lines; at != NULL && *at != '\0'; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncasecmp(at, wanted, length) == 0 && at[length] == ':') {
            return at + length + 1 + strspn(at + length + 1, " \t");
        }
    }
    return NULL;
}

json_t *svc_fields_as_json(const char *lines)
{
    json_t *headers = json_array();

    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        const char *colon = memchr(lines, ':', length);

        if (colon != NULL && is_passed_on(lines, (size_t)(colon - lines))) {
            const char *value = colon + 1 + strspn(colon + 1, " \t");
            size_t value_length = length - (size_t)(value - lines);

            json_array_append_new(headers,
                                  json_pack("{ss% ss%}", "name", lines, (size_t)(colon - lines),
                                            "value", value, value_length));
        }
        lines += length + (lines[length] == '\n');
    }
    return headers;
}

bool svc_fields_are_of_download(const char *lines)
{
    static const char *const shown[] = {"text/html", "application/xhtml+xml", "text/plain",
                                        "text/xml", "application/xml"};
    const char *disposition = find_header(lines, "content-disposition");
    const char *type = find_header(lines, "content-type");

    if (disposition != NULL && strncasecmp(disposition, "attachment", 10) == 0) {
        return true;
    }
    for (size_t i = 0; type != NULL && i < sizeof shown / sizeof shown[0]; i++) {
        if (strncasecmp(type, shown[i], strlen(shown[i])) == 0) {
            return false;
        }
    }
    return type != NULL;
}
