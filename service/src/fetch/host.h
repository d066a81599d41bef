/* The host of a URL: a name or an address, as it is judged before anything is resolved. */
#ifndef SVC_FETCH_HOST_H
#define SVC_FETCH_HOST_H

#include "fetch/url_rules.h"

/* Room for a host with brackets and its NUL. */
#define SVC_HOST_SIZE (SVC_HOST_MAX + 3)

/*
 * Judges a host as it stands in a URL: `host_length` bytes, 1 at least. FINE: `name` is the host in
 * ASCII; an address in its usual form, IPv6 in brackets. Otherwise `detail` says why.
 */
svc_url_status svc_host_check(const svc_url_rules *rules, const char *host, size_t host_length,
                              char name[SVC_HOST_SIZE], char detail[SVC_URL_DETAIL_SIZE]);

#endif
