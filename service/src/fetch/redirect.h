/* Redirects: where they lead, and whether they may. */
#ifndef SVC_FETCH_REDIRECT_H
#define SVC_FETCH_REDIRECT_H

#include "fetch/exchange.h"

/*
 * The URL that a redirect from `base` leads to, checked like that of an order; owned. NULL, and the
 * transfer has ended, where it is not fetched: the client learns no more than that it failed.
 */
char *svc_redirect_target(svc_transfer *transfer, const char *base);

/* Whether a redirect from one URL to another leaves https. */
bool svc_redirect_is_downgrade(const char *from, const char *to);

/* Judges the redirect of a part of a page, which is followed by who asked for it. Returns false,
 * and the transfer has ended, where it must not be. */
bool svc_redirect_may(svc_transfer *transfer);

#endif
