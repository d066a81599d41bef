#include "fetch/host.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unicode/uidna.h>

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
        return svc_url_refuse(SVC_URL_FORBIDDEN, "This server does not fetch from that host.",
                              detail);
    }
    return SVC_URL_FINE;
}

static svc_url_status judge(const svc_url_rules *rules, const struct sockaddr *address,
                            char *detail)
{
    if (svc_address_refusal(rules->addresses, address) != NULL) {
        return svc_url_refuse(SVC_URL_FORBIDDEN, "This server does not fetch from that address.",
                              detail);
    }
    return SVC_URL_FINE;
}

static svc_url_status check_ipv6(const svc_url_rules *rules, const char *host, size_t host_length,
                                 char *name, char *detail)
{
    struct sockaddr_in6 address = {.sin6_family = AF_INET6};
    char text[INET6_ADDRSTRLEN];
    size_t length = host_length - 2;

    if (host_length < 4 || host[host_length - 1] != ']' || length >= sizeof text) {
        return svc_url_refuse(SVC_URL_INVALID, "The URL's host is not an IPv6 address.", detail);
    }
    memcpy(text, host + 1, length);
    text[length] = '\0';
    if (strchr(text, '%') != NULL) {
        return svc_url_refuse(SVC_URL_INVALID, "The URL's address must not have a zone.", detail);
    }
    if (inet_pton(AF_INET6, text, &address.sin6_addr) != 1) {
        return svc_url_refuse(SVC_URL_INVALID, "The URL's host is not an IPv6 address.", detail);
    }
    inet_ntop(AF_INET6, &address.sin6_addr, text, sizeof text);
    snprintf(name, SVC_HOST_SIZE, "[%s]", text);
    return judge(rules, (const struct sockaddr *)(const void *)&address, detail);
}

/* A number of an IPv4 address: decimal, octal after 0, hexadecimal after 0x (WHATWG URL 3.5). */
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

static svc_url_status check_ipv4(const svc_url_rules *rules, char *name, char *detail)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    uint32_t value;

    if (!read_ipv4(name, &value)) {
        return svc_url_refuse(SVC_URL_INVALID,
                              "The URL's host ends in a number, but is not an IPv4 address.",
                              detail);
    }
    address.sin_addr.s_addr = htonl(value);
    inet_ntop(AF_INET, &address.sin_addr, name, SVC_HOST_SIZE);
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
static bool to_ascii(const char *host, size_t host_length, char *name)
{
    UErrorCode status = U_ZERO_ERROR;
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UIDNA *idna = uidna_openUTS46(
        UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII, &status);

    if (U_FAILURE(status)) {
        return false;
    }
    int32_t length = uidna_nameToASCII_UTF8(idna, host, (int32_t)host_length, name, SVC_HOST_SIZE,
                                            &info, &status);
    uidna_close(idna);
    return U_SUCCESS(status) && info.errors == 0 && length < SVC_HOST_SIZE;
}

static bool copy_name(const char *host, size_t host_length, char *name)
{
    if (!is_ascii(host, host_length)) {
        return to_ascii(host, host_length, name);
    }
    if (host_length >= SVC_HOST_SIZE) {
        return false;
    }
    memcpy(name, host, host_length);
    name[host_length] = '\0';
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
    return length > 0 && length <= SVC_HOST_MAX && strspn(name, allowed) == length &&
           name[0] != '.' && name[length - 1] != '.' && strstr(name, "..") == NULL;
}

svc_url_status svc_host_check(const svc_url_rules *rules, const char *host, size_t host_length,
                              char name[SVC_HOST_SIZE], char detail[SVC_URL_DETAIL_SIZE])
{
    if (host[0] == '[') {
        return check_ipv6(rules, host, host_length, name, detail);
    }
    if (memchr(host, '%', host_length) != NULL) {
        return svc_url_refuse(SVC_URL_INVALID, "The URL's host must not be percent-encoded.",
                              detail);
    }
    if (!copy_name(host, host_length, name) || !normalise_name(name)) {
        return svc_url_refuse(SVC_URL_INVALID, "The URL's host is not a name.", detail);
    }
    return ends_in_number(name) ? check_ipv4(rules, name, detail) : check_name(rules, name, detail);
}
