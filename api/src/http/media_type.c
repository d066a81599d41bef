#include "http/media_type.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    unsigned kind;
} types[] = {
    {"application/json", API__MEDIA_JSON},           {"text/html", API__MEDIA_HTML},
    {"application/xhtml+xml", API__MEDIA_HTML},      {API__NDJSON, API__MEDIA_NDJSON},
    {"application/octet-stream", API__MEDIA_OCTETS},
};

/* Whether a Content-Type is `name`, parameters aside. */
static bool is_type(const char *content_type, const char *name)
{
    size_t length = strlen(name);

    content_type += strspn(content_type, " \t");
    return strncasecmp(content_type, name, length) == 0 &&
           strchr("; \t", content_type[length]) != NULL;
}

/* The semicolon before the next parameter; within quotes there is none (RFC 9110, 5.6.6). */
static const char *find_parameter(const char *p)
{
    bool is_quoted = false;

    for (; *p != '\0' && (is_quoted || *p != ';'); p++) {
        if (is_quoted && *p == '\\' && p[1] != '\0') {
            p++;
        } else if (*p == '"') {
            is_quoted = !is_quoted;
        }
    }
    return *p == ';' ? p : NULL;
}

static dana_view charset_of(const char *content_type)
{
    static const char name[] = "charset=";
    const char *p = find_parameter(content_type);

    while (p != NULL) {
        p += 1 + strspn(p + 1, " \t");
        if (strncasecmp(p, name, sizeof(name) - 1) == 0) {
            p += sizeof(name) - 1;
            p += *p == '"';
            return (dana_view){p, strcspn(p, "\";, \t")};
        }
        p = find_parameter(p);
    }
    return (dana_view){"", 0};
}

api__media api__media_of(const char *content_type)
{
    if (content_type == NULL) {
        return (api__media){API__MEDIA_UNTOLD, {"", 0}};
    }
    api__media media = {.charset = charset_of(content_type)};

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if (is_type(content_type, types[i].name)) {
            media.kind = types[i].kind;
        }
    }
    return media;
}
