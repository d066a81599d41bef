#include "system/address.h"

#include "base/buffer.h"
#include "system/special_networks.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

static const char no_internet_address[] = "neither IPv4 nor IPv6";
static const char not_global[] = "not global unicast (RFC 4291)";
static const char own_address[] = "an address of this machine";
static const char denied[] = "denied by the operator";

/* ::ffff:0:0/96, whose last four bytes are an IPv4 address. */
static const unsigned char mapped_prefix[12] = {[10] = 0xFF, [11] = 0xFF};

/* 2000::/3, the global unicast addresses. */
static const svc_network global_unicast = {AF_INET6, 3, {0x20}};

static bool contains(const svc_network *network, const svc_address *address)
{
    unsigned whole = network->bits / 8;
    unsigned rest = network->bits % 8;

    if (network->family != address->family || memcmp(network->bytes, address->bytes, whole) != 0) {
        return false;
    }
    unsigned char mask = (unsigned char)(0xFF00u >> rest);
    return rest == 0 || ((network->bytes[whole] ^ address->bytes[whole]) & mask) == 0;
}

bool svc_networks_contain(const svc_networks *networks, const svc_address *address)
{
    for (size_t i = 0; i < networks->count; i++) {
        if (contains(&networks->items[i], address)) {
            return true;
        }
    }
    return false;
}

/* Whether all bits after the network's are zero. */
static bool host_bits_are_zero(const svc_network *network, unsigned most)
{
    for (unsigned bit = network->bits; bit < most; bit++) {
        if ((network->bytes[bit / 8] & (0x80u >> bit % 8)) != 0) {
            return false;
        }
    }
    return true;
}

bool svc_network_parse(const char *text, size_t length, svc_network *out)
{
    char copy[INET6_ADDRSTRLEN + 4];

    if (length == 0 || length >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *slash = strchr(copy, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    *out = (svc_network){.family = strchr(copy, ':') != NULL ? AF_INET6 : AF_INET};
    unsigned most = out->family == AF_INET6 ? 128 : 32;
    if (inet_pton(out->family, copy, out->bytes) != 1) {
        return false;
    }
    out->bits = most;
    if (slash != NULL) {
        size_t digits = strspn(slash + 1, "0123456789");
        if (digits == 0 || digits > 3 || slash[1 + digits] != '\0') {
            return false;
        }
        out->bits = (unsigned)strtoul(slash + 1, NULL, 10);
    }
    return out->bits <= most && host_bits_are_zero(out, most);
}

static bool append(svc_networks *networks, const svc_network *network)
{
    svc_network *items = svc_array_grow(networks->items, networks->count, sizeof *items);

    if (items == NULL) {
        return false;
    }
    items[networks->count++] = *network;
    networks->items = items;
    return true;
}

void svc_networks_clear(svc_networks *networks)
{
    free(networks->items);
    *networks = (svc_networks){NULL, 0};
}

bool svc_networks_parse(const char *text, svc_networks *out)
{
    svc_network network;

    *out = (svc_networks){NULL, 0};
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, ",");
        if (!svc_network_parse(text, length, &network) || !append(out, &network)) {
            svc_networks_clear(out);
            return false;
        }
        text += length;
        text += *text == ',';
    }
    return true;
}

/* IPv4 inside IPv6 becomes IPv4. */
static void unmap(svc_address *address)
{
    if (address->family == AF_INET6 &&
        memcmp(address->bytes, mapped_prefix, sizeof mapped_prefix) == 0) {
        address->family = AF_INET;
        memmove(address->bytes, address->bytes + sizeof mapped_prefix, 4);
        memset(address->bytes + 4, 0, sizeof address->bytes - 4);
    }
}

bool svc_address_read(const struct sockaddr *address, svc_address *out)
{
    *out = (svc_address){.family = address->sa_family};
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)(const void *)address;
        memcpy(out->bytes, &v4->sin_addr, 4);
        return true;
    }
    if (address->sa_family != AF_INET6) {
        return false;
    }
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)(const void *)address;
    memcpy(out->bytes, &v6->sin6_addr, 16);
    unmap(out);
    return true;
}

bool svc_address_parse(const char *text, size_t length, svc_address *out)
{
    char copy[INET6_ADDRSTRLEN];

    if (length == 0 || length >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    *out = (svc_address){.family = strchr(copy, ':') != NULL ? AF_INET6 : AF_INET};
    if (inet_pton(out->family, copy, out->bytes) != 1) {
        return false;
    }
    unmap(out);
    return true;
}

void svc_address_format(const svc_address *address, char out[SVC_ADDRESS_SIZE])
{
    out[0] = '\0';
    if (address->family == AF_INET || address->family == AF_INET6) {
        inet_ntop(address->family, address->bytes, out, SVC_ADDRESS_SIZE);
    }
}

bool svc_address_rules_find_own(svc_address_rules *rules)
{
    struct ifaddrs *interfaces;
    bool fine = true;

    if (getifaddrs(&interfaces) != 0) {
        return false;
    }
    for (struct ifaddrs *i = interfaces; i != NULL && fine; i = i->ifa_next) {
        svc_address address;
        if (i->ifa_addr != NULL && svc_address_read(i->ifa_addr, &address)) {
            svc_network own = {address.family, address.family == AF_INET ? 32 : 128, {0}};
            memcpy(own.bytes, address.bytes, sizeof own.bytes);
            fine = append(&rules->own, &own);
        }
    }
    freeifaddrs(interfaces);
    return fine;
}

void svc_address_rules_clear(svc_address_rules *rules)
{
    svc_networks_clear(&rules->allow);
    svc_networks_clear(&rules->deny);
    svc_networks_clear(&rules->own);
}

/* The row of the table that an address falls under; NULL: none. */
static const char *special(const svc_address *address)
{
    svc_network network;

    for (size_t i = 0; i < svc_special_network_count; i++) {
        if (svc_network_parse(svc_special_networks[i].network,
                              strlen(svc_special_networks[i].network), &network) &&
            contains(&network, address)) {
            return svc_special_networks[i].reason;
        }
    }
    return address->family == AF_INET6 && !contains(&global_unicast, address) ? not_global : NULL;
}

/* ISATAP (RFC 5214, 6.1): an interface identifier that holds an IPv4 address. */
static bool read_isatap(const svc_address *address, svc_address *inner)
{
    const unsigned char *id = address->bytes + 8;

    if (address->family != AF_INET6 || (id[0] & 0xFD) != 0 || id[1] != 0 || id[2] != 0x5E ||
        id[3] != 0xFE) {
        return false;
    }
    *inner = (svc_address){.family = AF_INET};
    memcpy(inner->bytes, id + 4, 4);
    return true;
}

const char *svc_address_refusal(const svc_address_rules *rules, const struct sockaddr *address)
{
    svc_address bytes;
    svc_address inner;

    if (!svc_address_read(address, &bytes)) {
        return no_internet_address;
    }
    if (svc_networks_contain(&rules->allow, &bytes)) {
        return NULL;
    }
    if (svc_networks_contain(&rules->deny, &bytes)) {
        return denied;
    }
    if (svc_networks_contain(&rules->own, &bytes)) {
        return own_address;
    }
    const char *reason = special(&bytes);
    if (reason == NULL && read_isatap(&bytes, &inner)) {
        reason = special(&inner);
    }
    return reason;
}
