/* What probes are told. */
#ifndef SVC_HTTP_HEALTH_H
#define SVC_HTTP_HEALTH_H

#include "http/state.h"

/* Checks that /readyz?verbose lists. */
#define SVC_HEALTH_CHECKS 4

/* Returns what probes report, now; it borrows `checks`, which are filled. */
api_health svc_health_now(svc_http *http, api_check checks[SVC_HEALTH_CHECKS]);

#endif
