/*
 * The URL rules: what a URL must be before anything is resolved, for the URL of a request and for
 * that of every redirect. The result does not depend on the locale.
 */
#ifndef SVC_FETCH_URL_H
#define SVC_FETCH_URL_H

#include "fetch/url_rules.h"

/* Longest URL, in bytes. */
#define SVC_URL_MAX 8192
/*
 * Checks a URL (UTF-8). FINE: *out is the URL to fetch, normalised, owned (free): host in ASCII
 * (IDNA), addresses as written by inet_ntop, no fragment, all else percent-encoded. Otherwise
 * `detail` says why in one sentence: INVALID for what no server fetches, FORBIDDEN for a host or a
 * port that this one does not.
 */
svc_url_status svc_url_check(const svc_url_rules *rules, const char *text, char **out,
                             char detail[SVC_URL_DETAIL_SIZE]);

#endif
