/*
 * The address guard: which network addresses the fetcher may connect to. It is asked between
 * resolution and connect(), for every address of every hop.
 *
 * Default deny: only global unicast addresses, less special_networks.c
 * (IANA special-purpose registries, RFC 6890, and clouds' metadata services).
 */
#ifndef SVC_SYSTEM_ADDRESS_H
#define SVC_SYSTEM_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* A network. */
typedef struct {
    int family; /* AF_INET or AF_INET6 */
    unsigned bits;
    unsigned char bytes[16]; /* network byte order; 4 of them for AF_INET */
} svc_network;

/* Networks in a growing list. */
typedef struct {
    svc_network *items;
    size_t count;
} svc_networks;

/* An address; bytes as in svc_network. IPv4 inside IPv6 is IPv4. family 0: none. */
typedef struct {
    int family;
    unsigned char bytes[16];
} svc_address;

/* Size of the longest address as text with its NUL. */
#define SVC_ADDRESS_SIZE 46

/* Copies an address out of a socket's. Returns false where it is neither IPv4 nor IPv6. */
bool svc_address_read(const struct sockaddr *address, svc_address *out);

/* Reads "192.0.2.1" or "2001:db8::1", `length` bytes. Returns false where it is neither. */
bool svc_address_parse(const char *text, size_t length, svc_address *out);

/* Writes an address as text; "" where it is none. */
void svc_address_format(const svc_address *address, char out[SVC_ADDRESS_SIZE]);

/* What the guard knows besides the special networks. */
typedef struct {
    svc_networks allow; /* the operator's; wins over all else */
    svc_networks deny;  /* the operator's */
    svc_networks own;   /* addresses of this machine's interfaces */
} svc_address_rules;

/* Reads "10.0.0.0/8", "fd00::/8" or a single address. Host bits must be zero. */
bool svc_network_parse(const char *text, size_t length, svc_network *out);

/*
 * Fills a list from networks separated by commas; NULL or "" is an empty one. Owned, see
 * svc_address_rules_clear. Returns false at a network that is none, or where memory is out.
 */
bool svc_networks_parse(const char *text, svc_networks *out);

/* Returns whether one of the networks holds the address. */
bool svc_networks_contain(const svc_networks *networks, const svc_address *address);

/* Frees a list, which is empty then. */
void svc_networks_clear(svc_networks *networks);

/* Fills `own` with the addresses of all interfaces. Returns false where that failed. */
bool svc_address_rules_find_own(svc_address_rules *rules);

/* Frees the lists. */
void svc_address_rules_clear(svc_address_rules *rules);

/*
 * Judges an address. Returns NULL where it may be connected to, else the reason why not, static.
 * IPv4 inside IPv6 (mapped, ISATAP) is judged as IPv4.
 */
const char *svc_address_refusal(const svc_address_rules *rules, const struct sockaddr *address);

#endif
