/*
 * One order of the fetcher: the requests along its redirects, with their limits. Runs on the
 * fetcher's thread only.
 */
#ifndef SVC_FETCH_TRANSFER_H
#define SVC_FETCH_TRANSFER_H

#include "fetch/exchange.h"

/* Makes the transfer of an order, whose URL is copied. Returns NULL where memory is out. */
svc_transfer *svc_transfer_new(const svc_transfer_settings *settings, const svc_fetch_order *order,
                               svc_fetch_done *done, void *arg);

/*
 * Checks the URL and sets up the request for it. Returns the handle to add to the multi handle,
 * owned by the transfer; NULL where the transfer is over already.
 */
CURL *svc_transfer_begin(svc_transfer *transfer);

/*
 * Takes the end of the request. Returns the handle to add again, for the next hop; NULL where the
 * transfer is over. The handle must have been removed from the multi handle.
 */
CURL *svc_transfer_step(svc_transfer *transfer, CURLcode code);

/*
 * Returns the handle of a transfer whose time is over, to be removed and ended with
 * CURLE_OPERATION_TIMEDOUT: libcurl does not end a request itself that waits for one of the
 * connections to its host. NULL: there is time left.
 */
CURL *svc_transfer_late(const svc_transfer *transfer);

/*
 * Whether a request that has ended with this code leaves a lookup of its name running: a thread of
 * libcurl's that waits for the resolver, and cannot be stopped. To be asked before its step.
 */
bool svc_transfer_leaves_lookup(const svc_transfer *transfer, CURLcode code);

/* Ends a transfer that has not begun as if its name had no address. */
void svc_transfer_refuse_lookup(svc_transfer *transfer);

/* Ends a transfer that is not over, because the fetcher stops; multi NULL: it has not begun. */
void svc_transfer_abandon(svc_transfer *transfer, CURLM *multi);

/* Hands the result to the one who ordered it, and frees the transfer. */
void svc_transfer_finish(svc_transfer *transfer);

/* Frees a transfer that was never begun; nobody is told. */
void svc_transfer_free(svc_transfer *transfer);

#endif
