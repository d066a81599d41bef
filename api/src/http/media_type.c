#include "http/media_type.h"

#include "http/accept.h"

#include <string.h>
#include <strings.h>

bool api__media_is(const char *content_type, const char *type)
{
    size_t length = strlen(type);

    if (content_type == NULL) {
        return false;
    }
    content_type += strspn(content_type, " \t");
    return strncasecmp(content_type, type, length) == 0 &&
           strchr("; \t", content_type[length]) != NULL;
}

bool api__media_is_html(const char *content_type)
{
    return api__media_is(content_type, "text/html") ||
           api__media_is(content_type, "application/xhtml+xml");
}

dana_view api__media_charset(const char *content_type)
{
    static const char name[] = "charset=";
    const char *p = content_type != NULL ? strchr(content_type, ';') : NULL;

    while (p != NULL) {
        p += 1 + strspn(p + 1, " \t");
        if (strncasecmp(p, name, sizeof(name) - 1) == 0) {
            p += sizeof(name) - 1;
            p += *p == '"';
            return (dana_view){p, strcspn(p, "\"; \t")};
        }
        p = strchr(p, ';');
    }
    return (dana_view){"", 0};
}

bool api__prefers_openmetrics(const char *accept)
{
    static const char *const types[] = {"text/plain", "application/openmetrics-text", NULL};

    return api__accept_choose(accept, types) == 1;
}
