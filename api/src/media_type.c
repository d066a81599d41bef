#include "media_type.h"

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

/* Whether a media range [range, range + length) of Accept takes application/json. */
static bool range_takes_json(const char *range, size_t length)
{
    static const char *const taken[] = {"application/json", "application/*", "*/*"};
    size_t type_length = strcspn(range, "; \t,");
    const char *quality = strcasestr(range, "q=0");

    if (type_length > length) {
        type_length = length;
    }
    if (quality != NULL && quality < range + length &&
        strspn(quality + 3, ".0") == strcspn(quality + 3, ",; \t")) {
        return false;
    }
    for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++) {
        if (type_length == strlen(taken[i]) && strncasecmp(range, taken[i], type_length) == 0) {
            return true;
        }
    }
    return false;
}

bool api__accepts_json(const char *accept)
{
    if (accept == NULL || accept[strspn(accept, " \t")] == '\0') {
        return true;
    }
    while (*accept != '\0') {
        accept += strspn(accept, ", \t");
        size_t length = strcspn(accept, ",");

        if (length > 0 && range_takes_json(accept, length)) {
            return true;
        }
        accept += length;
    }
    return false;
}
