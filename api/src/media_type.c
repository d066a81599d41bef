#include "media_type.h"

#include <stdio.h>
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

/* Whether a media range [range, range + length) of Accept is one of `taken` (NULL-terminated). */
static bool range_takes(const char *range, size_t length, const char *const *taken)
{
    size_t type_length = strcspn(range, "; \t,");
    const char *quality = strcasestr(range, "q=0");

    if (type_length > length) {
        type_length = length;
    }
    if (quality != NULL && quality < range + length &&
        strspn(quality + 3, ".0") == strcspn(quality + 3, ",; \t")) {
        return false;
    }
    for (; *taken != NULL; taken++) {
        if (type_length == strlen(*taken) && strncasecmp(range, *taken, type_length) == 0) {
            return true;
        }
    }
    return false;
}

/* Returns the first range of Accept that is one of `taken`, NULL where none is. */
static const char *find_range(const char *accept, const char *const *taken)
{
    while (*accept != '\0') {
        accept += strspn(accept, ", \t");
        size_t length = strcspn(accept, ",");

        if (length > 0 && range_takes(accept, length, taken)) {
            return accept;
        }
        accept += length;
    }
    return NULL;
}

bool api__accepts_json(const char *accept)
{
    static const char *const json[] = {"application/json", "application/*", "*/*", NULL};

    return accept == NULL || accept[strspn(accept, " \t")] == '\0' ||
           find_range(accept, json) != NULL;
}

/* Whether Accept names a type before another one; `usual` where it names neither. */
static bool names_first(const char *accept, const char *type, const char *other, bool usual)
{
    const char *const types[] = {type, NULL};
    const char *const others[] = {other, NULL};
    const char *range = accept != NULL ? find_range(accept, types) : NULL;
    const char *other_range = accept != NULL ? find_range(accept, others) : NULL;

    if (range == NULL || other_range == NULL) {
        return range != NULL || (other_range == NULL && usual);
    }
    return range < other_range;
}

bool api__names_first(const char *accept, const char *type, const char *other)
{
    return names_first(accept, type, other, false);
}

bool api__accepts(const char *accept, const char *type)
{
    char range[64];
    const char *const types[] = {type, range, "*/*", NULL};

    snprintf(range, sizeof(range), "%.*s/*", (int)strcspn(type, "/"), type);
    return accept == NULL || accept[strspn(accept, " \t")] == '\0' ||
           find_range(accept, types) != NULL;
}

bool api__accepts_ndjson(const char *accept)
{
    static const char *const types[] = {API__NDJSON, NULL};

    return accept != NULL && find_range(accept, types) != NULL;
}

bool api__prefers_ndjson(const char *accept, bool usual)
{
    return names_first(accept, API__NDJSON, "application/json", usual);
}

bool api__prefers_svg(const char *accept)
{
    return names_first(accept, "image/svg+xml", "application/json", false);
}

bool api__prefers_openmetrics(const char *accept)
{
    return names_first(accept, "application/openmetrics-text", "text/plain", false);
}
