#include "fetch/url_rules.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What names in ASCII are made of. */
#define HOST_BYTES "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."

svc_url_status svc_url_refuse(svc_url_status status, const char *why, char *detail)
{
    snprintf(detail, SVC_URL_DETAIL_SIZE, "%s", why);
    return status;
}

bool svc_url_has_odd_bytes(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text <= ' ' || *text == 0x7F || *text == '\\') {
            return true;
        }
    }
    return false;
}

bool svc_ports_parse(const char *text, svc_url_rules *rules)
{
    rules->port_count = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        if (length == 0 || length > 5 || strspn(text, "0123456789") < length ||
            rules->port_count == SVC_PORTS_MAX) {
            return false;
        }
        unsigned long port = strtoul(text, NULL, 10);
        if (port == 0 || port > 65535) {
            return false;
        }
        rules->ports[rules->port_count++] = (uint16_t)port;
        text += length;
        text += *text == ',';
    }
    return rules->port_count > 0;
}

/* A name as svc_host_check judges one, or with a dot in front all below it; what ends in a number
 * would be an address. */
static bool is_host_pattern(const char *text, size_t length)
{
    size_t label = *text == '.';

    if (length > SVC_HOST_MAX || strspn(text, HOST_BYTES) < length) {
        return false;
    }
    for (size_t i = label; i < length; i++) {
        if (text[i] == '.' && i == label) {
            return false;
        }
        label = text[i] == '.' ? i + 1 : label;
    }
    return label < length && strspn(text + label, "0123456789") < length - label;
}

bool svc_names_are_fine(const char *text)
{
    size_t length = strcspn(text, ",");

    if (*text == '\0') {
        return true;
    }
    while (is_host_pattern(text, length)) {
        if (text[length] == '\0') {
            return true;
        }
        text += length + 1;
        length = strcspn(text, ",");
    }
    return false;
}

static bool is_plain_proxy(CURLU *url, const char *text)
{
    char *path = NULL;
    char *query = NULL;

    if (curl_url_set(url, CURLUPART_URL, text, 0) != CURLUE_OK ||
        curl_url_get(url, CURLUPART_PATH, &path, 0) != CURLUE_OK) {
        return false;
    }
    bool plain = strcmp(path, "/") == 0 &&
                 curl_url_get(url, CURLUPART_QUERY, &query, 0) == CURLUE_NO_QUERY;
    curl_free(path);
    curl_free(query);
    return plain;
}

bool svc_proxy_is_fine(const char *text)
{
    bool known = strncmp(text, "http://", 7) == 0 || strncmp(text, "https://", 8) == 0;

    if (!known || svc_url_has_odd_bytes(text)) {
        return false;
    }
    CURLU *url = curl_url();
    bool fine = url != NULL && is_plain_proxy(url, text);
    curl_url_cleanup(url);
    return fine;
}
