#include "fetch/url.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unicode/uidna.h>

/* Longest host name (RFC 1035), without a dot at the end. */
#define HOST_MAX  253
#define HOST_SIZE (HOST_MAX + 3)
/* What names in ASCII are made of. */
#define HOST_BYTES "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."

/* Names that mean the machine itself, its cluster or its cloud. A dot first: all names below. */
static const char *const special_names[] = {
    "localhost",
    ".localhost",
    "local",
    ".local",
    "internal",
    ".internal",
    "home.arpa",
    ".home.arpa",
    "svc",
    ".svc",
    ".cluster.local",
    "metadata",
    "metadata.google.internal",
    "metadata.amazonaws.com",
    "kubernetes.default",
    ".kubernetes.default",
    "host.docker.internal",
    "gateway.docker.internal",
};

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
    char name[HOST_SIZE]; /* the host in ASCII; an address in its usual form, IPv6 in brackets */
} pieces;

static svc_url_status invalid(char *detail, const char *why)
{
    snprintf(detail, SVC_URL_DETAIL_SIZE, "%s", why);
    return SVC_URL_INVALID;
}

static svc_url_status forbidden(char *detail, const char *why)
{
    snprintf(detail, SVC_URL_DETAIL_SIZE, "%s", why);
    return SVC_URL_FORBIDDEN;
}

/* Bytes that one reader of a URL drops and another one does not. */
static bool has_odd_bytes(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text <= ' ' || *text == 0x7F || *text == '\\') {
            return true;
        }
    }
    return false;
}

static svc_url_status split_scheme(const char **text, pieces *p, char *detail)
{
    if (strncasecmp(*text, "http://", 7) == 0) {
        *text += 7;
    } else if (strncasecmp(*text, "https://", 8) == 0) {
        *text += 8;
        p->tls = true;
    } else {
        return invalid(detail, "The URL must begin with http:// or https://.");
    }
    return SVC_URL_FINE;
}

/* Splits host and port at the last colon that stands behind an address in brackets. */
static svc_url_status split_authority(const char *text, size_t length, pieces *p, char *detail)
{
    const char *end = text + length;

    if (memchr(text, '@', length) != NULL) {
        return invalid(detail, "The URL must not hold a user.");
    }
    const char *behind = text;
    if (length > 0 && *text == '[') {
        behind = memchr(text, ']', length);
        if (behind == NULL) {
            return invalid(detail, "The URL's address has no closing bracket.");
        }
    }
    const char *colon = memchr(behind, ':', (size_t)(end - behind));
    p->host = text;
    p->host_length = (size_t)((colon != NULL ? colon : end) - text);
    p->port = colon != NULL ? colon + 1 : end;
    p->port_length = (size_t)(end - p->port);
    if (p->host_length == 0) {
        return invalid(detail, "The URL has no host.");
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
        return invalid(detail, "The URL's port is not a number from 1 to 65535.");
    }
    return SVC_URL_FINE;
}

static svc_url_status split(const char *text, pieces *p, char *detail)
{
    *p = (pieces){.tls = false};
    if (strlen(text) > SVC_URL_MAX) {
        return invalid(detail, "The URL is longer than 8192 bytes.");
    }
    if (has_odd_bytes(text)) {
        return invalid(detail, "The URL holds a space, a control character or a backslash.");
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
    return forbidden(detail, "This server does not fetch from that port.");
}

/* Whether a name is in the list [names, +length), or below one of its names with a dot. */
static bool is_name(const char *name, const char *pattern, size_t length)
{
    size_t name_length = strlen(name);

    if (length > 0 && *pattern == '.') {
        return name_length > length &&
               strncasecmp(name + name_length - length, pattern, length) == 0;
    }
    return name_length == length && strncasecmp(name, pattern, length) == 0;
}

static bool is_listed(const char *name, const char *list)
{
    while (list != NULL && *list != '\0') {
        size_t length = strcspn(list, ",");
        if (is_name(name, list, length)) {
            return true;
        }
        list += length;
        list += *list == ',';
    }
    return false;
}

static bool is_special_name(const char *name)
{
    for (size_t i = 0; i < sizeof special_names / sizeof special_names[0]; i++) {
        if (is_name(name, special_names[i], strlen(special_names[i]))) {
            return true;
        }
    }
    return strchr(name, '.') == NULL;
}

static svc_url_status check_name(const svc_url_rules *rules, const char *name, char *detail)
{
    if (is_listed(name, rules->deny_hosts) ||
        (is_special_name(name) && !is_listed(name, rules->allow_hosts))) {
        return forbidden(detail, "This server does not fetch from that host.");
    }
    return SVC_URL_FINE;
}

static svc_url_status judge(const svc_url_rules *rules, const struct sockaddr *address,
                            char *detail)
{
    if (svc_address_refusal(rules->addresses, address) != NULL) {
        return forbidden(detail, "This server does not fetch from that address.");
    }
    return SVC_URL_FINE;
}

static svc_url_status check_ipv6(const svc_url_rules *rules, pieces *p, char *detail)
{
    struct sockaddr_in6 address = {.sin6_family = AF_INET6};
    char text[INET6_ADDRSTRLEN];
    size_t length = p->host_length - 2;

    if (p->host_length < 4 || p->host[p->host_length - 1] != ']' || length >= sizeof text) {
        return invalid(detail, "The URL's host is not an IPv6 address.");
    }
    memcpy(text, p->host + 1, length);
    text[length] = '\0';
    if (strchr(text, '%') != NULL) {
        return invalid(detail, "The URL's address must not have a zone.");
    }
    if (inet_pton(AF_INET6, text, &address.sin6_addr) != 1) {
        return invalid(detail, "The URL's host is not an IPv6 address.");
    }
    inet_ntop(AF_INET6, &address.sin6_addr, text, sizeof text);
    snprintf(p->name, sizeof p->name, "[%s]", text);
    return judge(rules, (const struct sockaddr *)(const void *)&address, detail);
}

/* A number of an IPv4 address: decimal, octal behind 0, hexadecimal behind 0x (WHATWG URL 3.5). */
static bool read_number(const char *text, size_t length, uint64_t *out)
{
    static const char digits[] = "0123456789abcdef";
    unsigned base = 10;

    if (length > 1 && text[0] == '0') {
        base = text[1] == 'x' ? 16 : 8;
        text += base == 16 ? 2 : 1;
        length -= base == 16 ? 2 : 1;
    }
    *out = 0;
    for (size_t i = 0; i < length; i++) {
        const char *digit = memchr(digits, text[i], base);
        if (digit == NULL || *out > UINT32_MAX) {
            return false;
        }
        *out = *out * base + (uint64_t)(digit - digits);
    }
    return true;
}

/* A name whose last label is a number is an IPv4 address, or an error (WHATWG URL 3.5). */
static bool ends_in_number(const char *name)
{
    const char *dot = strrchr(name, '.');
    const char *label = dot != NULL ? dot + 1 : name;
    uint64_t number;

    return *label != '\0' && (strspn(label, "0123456789") == strlen(label) ||
                              (label[0] == '0' && read_number(label, strlen(label), &number)));
}

/* Up to four numbers; the last one fills the bytes that are left. */
static bool read_ipv4(const char *name, uint32_t *out)
{
    uint64_t value = 0;

    for (unsigned part = 0; part < 4; part++) {
        uint64_t number;
        size_t length = strcspn(name, ".");
        if (length == 0 || !read_number(name, length, &number)) {
            return false;
        }
        name += length;
        if (*name == '\0') {
            unsigned bits = 8 * (4 - part);
            *out = (uint32_t)(value << bits | number);
            return number >> bits == 0;
        }
        if (number > 255) {
            return false;
        }
        value = value << 8 | number;
        name++;
    }
    return false;
}

static svc_url_status check_ipv4(const svc_url_rules *rules, pieces *p, char *detail)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    uint32_t value;

    if (!read_ipv4(p->name, &value)) {
        return invalid(detail, "The URL's host ends in a number, but is not an IPv4 address.");
    }
    address.sin_addr.s_addr = htonl(value);
    inet_ntop(AF_INET, &address.sin_addr, p->name, sizeof p->name);
    return judge(rules, (const struct sockaddr *)(const void *)&address, detail);
}

static bool is_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] >= 0x80) {
            return false;
        }
    }
    return true;
}

/* The host in ASCII by UTS 46, which also maps digits and dots of other scripts. */
static bool to_ascii(pieces *p)
{
    UErrorCode status = U_ZERO_ERROR;
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UIDNA *idna = uidna_openUTS46(
        UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII, &status);

    if (U_FAILURE(status)) {
        return false;
    }
    int32_t length = uidna_nameToASCII_UTF8(idna, p->host, (int32_t)p->host_length, p->name,
                                            (int32_t)sizeof p->name, &info, &status);
    uidna_close(idna);
    return U_SUCCESS(status) && info.errors == 0 && length < (int32_t)sizeof p->name;
}

static bool copy_name(pieces *p)
{
    if (!is_ascii(p->host, p->host_length)) {
        return to_ascii(p);
    }
    if (p->host_length >= sizeof p->name) {
        return false;
    }
    memcpy(p->name, p->host, p->host_length);
    p->name[p->host_length] = '\0';
    return true;
}

/* Lower case, without a dot at the end; letters, digits, hyphens and underscores in each label. */
static bool normalise_name(char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
    size_t length = strlen(name);

    for (char *c = name; *c != '\0'; c++) {
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
    }
    if (length > 0 && name[length - 1] == '.') {
        name[--length] = '\0';
    }
    return length > 0 && length <= HOST_MAX && strspn(name, allowed) == length && name[0] != '.' &&
           name[length - 1] != '.' && strstr(name, "..") == NULL;
}

static svc_url_status check_host(const svc_url_rules *rules, pieces *p, char *detail)
{
    if (p->host[0] == '[') {
        return check_ipv6(rules, p, detail);
    }
    if (memchr(p->host, '%', p->host_length) != NULL) {
        return invalid(detail, "The URL's host must not be percent-encoded.");
    }
    if (!copy_name(p) || !normalise_name(p->name)) {
        return invalid(detail, "The URL's host is not a name.");
    }
    return ends_in_number(p->name) ? check_ipv4(rules, p, detail)
                                   : check_name(rules, p->name, detail);
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
    bool fine = url != NULL && curl_url_set(url, CURLUPART_URL, composed, 0) == CURLUE_OK &&
                curl_url_get(url, CURLUPART_HOST, &read_host, 0) == CURLUE_OK &&
                strcmp(read_host, host) == 0 &&
                curl_url_get(url, CURLUPART_URL, &text, 0) == CURLUE_OK;

    *out = fine ? strdup(text) : NULL;
    curl_free(text);
    curl_free(read_host);
    curl_url_cleanup(url);
    if (!fine) {
        return invalid(detail, "The URL can be read in more than one way.");
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
        status = check_host(rules, &p, detail);
    }
    if (status == SVC_URL_FINE) {
        status = check_port(rules, &p, detail);
    }
    if (status == SVC_URL_FINE) {
        status = write_url(&p, out, detail);
    }
    return status;
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

/* A name as check_name gets one, or with a dot in front all below it; what ends in a number would
 * be an address. */
static bool is_host_pattern(const char *text, size_t length)
{
    size_t label = *text == '.';

    if (length > HOST_MAX || strspn(text, HOST_BYTES) < length) {
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

    if (!known || has_odd_bytes(text)) {
        return false;
    }
    CURLU *url = curl_url();
    bool fine = url != NULL && is_plain_proxy(url, text);
    curl_url_cleanup(url);
    return fine;
}
