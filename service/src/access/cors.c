#include "access/cors.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ports that a browser leaves out of an origin; a list with them would never match. */
static const struct {
    const char *scheme;
    const char *port;
} usual_ports[] = {{"http", "80"}, {"https", "443"}};

static bool is_lower(char c)
{
    return islower((unsigned char)c) != 0;
}

static size_t scheme_length(const char *text, size_t length)
{
    size_t i = 0;

    while (i < length && (is_lower(text[i]) || isdigit((unsigned char)text[i]) ||
                          memchr("+.-", text[i], 3) != NULL)) {
        i++;
    }
    return i > 0 && is_lower(text[0]) && length - i > 3 && memcmp(text + i, "://", 3) == 0 ? i : 0;
}

/* An IPv6 address with its brackets; 0: none. */
static size_t ipv6_length(const char *text, size_t length)
{
    size_t i = 1;

    while (i < length && (isxdigit((unsigned char)text[i]) || text[i] == ':' || text[i] == '.')) {
        i++;
    }
    return i > 1 && i < length && text[i] == ']' ? i + 1 : 0;
}

/* A name in lower case, or an address; [] around IPv6. */
static size_t host_length(const char *text, size_t length)
{
    size_t i = 0;

    if (length > 0 && *text == '[') {
        return ipv6_length(text, length);
    }
    while (i < length && (is_lower(text[i]) || isdigit((unsigned char)text[i]) ||
                          memchr(".-_", text[i], 3) != NULL)) {
        i++;
    }
    return i;
}

static bool is_port(const char *text, size_t length)
{
    return length > 0 && length <= 5 && *text != '0' && strspn(text, "0123456789") >= length &&
           strtol(text, NULL, 10) <= 65535;
}

static bool is_usual_port(const char *origin, size_t scheme, const char *port, size_t length)
{
    for (size_t i = 0; i < sizeof usual_ports / sizeof usual_ports[0]; i++) {
        if (strlen(usual_ports[i].scheme) == scheme &&
            memcmp(usual_ports[i].scheme, origin, scheme) == 0 &&
            strlen(usual_ports[i].port) == length &&
            memcmp(usual_ports[i].port, port, length) == 0) {
            return true;
        }
    }
    return false;
}

/* RFC 6454, 6.2: the serialisation of an origin. */
static bool is_origin(const char *text, size_t length)
{
    size_t scheme = scheme_length(text, length);

    if (scheme == 0) {
        return false;
    }
    size_t i = scheme + 3;
    size_t host = host_length(text + i, length - i);
    if (host == 0) {
        return false;
    }
    i += host;
    if (i == length) {
        return true;
    }
    i++;
    return text[i - 1] == ':' && is_port(text + i, length - i) &&
           !is_usual_port(text, scheme, text + i, length - i);
}

bool svc_cors_is_list(const char *text)
{
    if (*text == '\0' || strcmp(text, "*") == 0) {
        return true;
    }
    for (;;) {
        size_t length = strcspn(text, ",");
        if (!is_origin(text, length)) {
            return false;
        }
        if (text[length] == '\0') {
            return true;
        }
        text += length + 1;
    }
}

/* Cuts the copy of the list into its names. */
static bool split(svc_cors *cors)
{
    size_t most = 1;

    for (const char *p = cors->storage; *p != '\0'; p++) {
        most += *p == ',';
    }
    cors->origins = calloc(most, sizeof *cors->origins);
    if (cors->origins == NULL) {
        return false;
    }
    char *rest = cors->storage;
    while (rest != NULL) {
        cors->origins[cors->count++] = strsep(&rest, ",");
    }
    return true;
}

bool svc_cors_init(svc_cors *cors, const char *list, long long max_age_s, bool private_network)
{
    *cors = (svc_cors){.any = strcmp(list, "*") == 0, .private_network = private_network};
    snprintf(cors->max_age, sizeof cors->max_age, "%lld", max_age_s);
    if (cors->any || *list == '\0') {
        return true;
    }
    cors->storage = strdup(list);
    if (cors->storage == NULL || !split(cors)) {
        svc_cors_clear(cors);
        return false;
    }
    return true;
}

void svc_cors_clear(svc_cors *cors)
{
    free(cors->storage);
    free(cors->origins);
    *cors = (svc_cors){NULL};
}

bool svc_cors_varies(const svc_cors *cors)
{
    return cors->count > 0;
}

const char *svc_cors_allowed(const svc_cors *cors, const char *origin)
{
    if (cors->any) {
        return "*";
    }
    for (size_t i = 0; origin != NULL && i < cors->count; i++) {
        if (strcmp(cors->origins[i], origin) == 0) {
            return cors->origins[i];
        }
    }
    return NULL;
}
