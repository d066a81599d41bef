#include "fetch/url.h"

#include "fetch/host.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A URL taken apart. Pieces borrow from its text. */
typedef struct {
    bool tls;
    const char *host;
    size_t host_length;
    const char *port; /* digits */
    size_t port_length;
    unsigned long port_number;
    const char *rest; /* path and query */
    size_t rest_length;
    char
        name[SVC_HOST_SIZE]; /* the host in ASCII; an address in its usual form, IPv6 in brackets */
} pieces;

static svc_url_status split_scheme(const char **text, pieces *p, char *detail)
{
    if (strncasecmp(*text, "http://", 7) == 0) {
        *text += 7;
    } else if (strncasecmp(*text, "https://", 8) == 0) {
        *text += 8;
        p->tls = true;
    } else {
        return svc_url_refuse(SVC_URL_INVALID, "The URL must begin with http:// or https://.",
                              detail);
    }
    return SVC_URL_FINE;
}

/* Splits host and port at the last colon that stands after an address in brackets. */
static svc_url_status split_authority(const char *text, size_t length, pieces *p, char *detail)
{
    const char *end = text + length;

    if (memchr(text, '@', length) != NULL) {
        return svc_url_refuse(SVC_URL_INVALID, "The URL must not hold a user.", detail);
    }
    const char *after = text;
    if (length > 0 && *text == '[') {
        after = memchr(text, ']', length);
        if (after == NULL) {
            return svc_url_refuse(SVC_URL_INVALID, "The URL's address has no closing bracket.",
                                  detail);
        }
    }
    const char *colon = memchr(after, ':', (size_t)(end - after));
    p->host = text;
    p->host_length = (size_t)((colon != NULL ? colon : end) - text);
    p->port = colon != NULL ? colon + 1 : end;
    p->port_length = (size_t)(end - p->port);
    if (p->host_length == 0) {
        return svc_url_refuse(SVC_URL_INVALID, "The URL has no host.", detail);
    }
    return SVC_URL_FINE;
}

/* Reads the port; that of the scheme where there is none. */
static svc_url_status read_port(pieces *p, char *detail)
{
    bool is_number = p->port_length <= 5 && strspn(p->port, "0123456789") >= p->port_length;

    p->port_number = p->tls ? 443 : 80;
    if (p->port_length > 0 && is_number) {
        p->port_number = strtoul(p->port, NULL, 10);
    }
    if (!is_number || p->port_number == 0 || p->port_number > 65535) {
        return svc_url_refuse(SVC_URL_INVALID, "The URL's port is not a number from 1 to 65535.",
                              detail);
    }
    return SVC_URL_FINE;
}

static svc_url_status split(const char *text, pieces *p, char *detail)
{
    *p = (pieces){.tls = false};
    if (strlen(text) > SVC_URL_MAX) {
        return svc_url_refuse(SVC_URL_INVALID, "The URL is longer than 8192 bytes.", detail);
    }
    if (svc_url_has_odd_bytes(text)) {
        return svc_url_refuse(SVC_URL_INVALID,
                              "The URL holds a space, a control character or a backslash.", detail);
    }
    svc_url_status status = split_scheme(&text, p, detail);
    if (status != SVC_URL_FINE) {
        return status;
    }
    size_t length = strcspn(text, "/?#");
    p->rest = text + length;
    p->rest_length = strcspn(p->rest, "#");
    status = split_authority(text, length, p, detail);
    return status == SVC_URL_FINE ? read_port(p, detail) : status;
}

static svc_url_status check_port(const svc_url_rules *rules, const pieces *p, char *detail)
{
    for (size_t i = 0; i < rules->port_count; i++) {
        if (rules->ports[i] == p->port_number) {
            return SVC_URL_FINE;
        }
    }
    return svc_url_refuse(SVC_URL_FORBIDDEN, "This server does not fetch from that port.", detail);
}

/* Appends path and query; what is not ASCII, and what no URL may hold, percent-encoded. */
static char *append_rest(char *to, const char *rest, size_t length)
{
    static const char hexadecimal[] = "0123456789ABCDEF";

    if (length == 0 || *rest != '/') {
        *to++ = '/';
    }
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)rest[i];
        if (byte < 0x80 && strchr("\"<>^`{|}", byte) == NULL) {
            *to++ = (char)byte;
            continue;
        }
        *to++ = '%';
        *to++ = hexadecimal[byte >> 4];
        *to++ = hexadecimal[byte & 15];
    }
    *to = '\0';
    return to;
}

/* Writes the URL. */
static char *compose(const pieces *p)
{
    size_t size = strlen("https://") + strlen(p->name) + 8 + p->rest_length * 3 + 2;
    char *out = malloc(size);

    if (out == NULL) {
        return NULL;
    }
    int head = snprintf(out, size, "%s://%s%s%.*s", p->tls ? "https" : "http", p->name,
                        p->port_length > 0 ? ":" : "", (int)p->port_length, p->port);
    append_rest(out + head, p->rest, p->rest_length);
    return out;
}

/*
 * The URL as libcurl will read it, dot segments resolved. Its host must be the one that was judged:
 * two readers of one URL are what ways around such rules live on.
 */
static svc_url_status reread(const char *composed, const char *host, char **out, char *detail)
{
    CURLU *url = curl_url();
    char *text = NULL;
    char *read_host = NULL;
    CURLUcode read = url != NULL ? curl_url_set(url, CURLUPART_URL, composed, 0)
                                 : CURLUE_OUT_OF_MEMORY;

    if (read == CURLUE_OK) {
        read = curl_url_get(url, CURLUPART_HOST, &read_host, 0);
    }
    if (read == CURLUE_OK) {
        read = curl_url_get(url, CURLUPART_URL, &text, 0);
    }
    bool fine = read == CURLUE_OK && strcmp(read_host, host) == 0;

    *out = fine ? strdup(text) : NULL;
    curl_free(text);
    curl_free(read_host);
    curl_url_cleanup(url);
    if (!fine && read != CURLUE_OUT_OF_MEMORY) {
        return svc_url_refuse(SVC_URL_INVALID, "The URL can be read in more than one way.", detail);
    }
    return *out != NULL ? SVC_URL_FINE : SVC_URL_NO_MEMORY;
}

static svc_url_status write_url(const pieces *p, char **out, char *detail)
{
    char *composed = compose(p);

    if (composed == NULL) {
        return SVC_URL_NO_MEMORY;
    }
    svc_url_status status = reread(composed, p->name, out, detail);
    free(composed);
    return status;
}

svc_url_status svc_url_check(const svc_url_rules *rules, const char *text, char **out,
                             char detail[SVC_URL_DETAIL_SIZE])
{
    pieces p;

    *out = NULL;
    svc_url_status status = split(text, &p, detail);
    if (status == SVC_URL_FINE) {
        status = svc_host_check(rules, p.host, p.host_length, p.name, detail);
    }
    if (status == SVC_URL_FINE) {
        status = check_port(rules, &p, detail);
    }
    if (status == SVC_URL_FINE) {
        status = write_url(&p, out, detail);
    }
    return status;
}
