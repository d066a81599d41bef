/* The rules that URLs go by, and how the lists of settings that make them are read. */
#ifndef SVC_FETCH_URL_RULES_H
#define SVC_FETCH_URL_RULES_H

#include "system/address.h"

#include <stdint.h>

/* Longest host name (RFC 1035), without a dot at the end. */
#define SVC_HOST_MAX 253
/* Room for the sentence that says what is wrong. */
#define SVC_URL_DETAIL_SIZE 120
/* Most ports that may be allowed. */
#define SVC_PORTS_MAX 32

/* What the rules go by. Lists of names are separated by commas; ".example" is all names below. */
typedef struct {
    const svc_address_rules *addresses; /* for hosts that are addresses */
    const char *allow_hosts;            /* names that the table of names does not refuse, or NULL */
    const char *deny_hosts;             /* names that are refused, or NULL */
    uint16_t ports[SVC_PORTS_MAX];
    size_t port_count;
} svc_url_rules;

/* What became of a URL. */
typedef enum { SVC_URL_FINE, SVC_URL_INVALID, SVC_URL_FORBIDDEN, SVC_URL_NO_MEMORY } svc_url_status;

/* Ends a check with a sentence. */
svc_url_status svc_url_refuse(svc_url_status status, const char *why, char *detail);

/* Whether a text has bytes that one reader of a URL drops and another one does not. */
bool svc_url_has_odd_bytes(const char *text);

/* Whether a text is a proxy's URL: http or https, a host, perhaps user, password and port. */
bool svc_proxy_is_fine(const char *text);

/* Reads ports separated by commas. Returns false where one is none, or there are too many. */
bool svc_ports_parse(const char *text, svc_url_rules *rules);

/*
 * Whether a text is a list of host names as svc_url_rules takes it: in ASCII (a name in other
 * letters as "xn--..."), separated by commas alone. An item that is no name would match nothing,
 * and a host meant to be refused would be fetched. "" is an empty list.
 */
bool svc_names_are_fine(const char *text);

#endif
