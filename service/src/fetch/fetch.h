/*
 * The fetcher: one thread that gets pages from URLs, within the URL rules and the address guard.
 * Workers only hand it orders.
 */
#ifndef SVC_FETCH_FETCH_H
#define SVC_FETCH_FETCH_H

#include "fetch/result.h"
#include "metrics/metrics.h"

/* What a fetcher is made from; borrowed while it runs. Lists are separated by commas. */
typedef struct {
    svc_fetch_limits limits;
    const char *ports;
    const char *allow_networks;
    const char *deny_networks;
    const char *allow_hosts;
    const char *deny_hosts;
    const char *proxy; /* NULL or "": none. Its own address is not judged, those behind it
                          cannot be: the URL rules alone hold then */
    const char *user_agent;
    svc_metrics *metrics; /* where fetches are counted; NULL: nowhere */
} svc_fetch_settings;

/* Opaque fetcher. */
typedef struct svc_fetcher svc_fetcher;

/* Size of the sentence that says why a fetcher did not start. */
#define SVC_FETCHER_ERROR_SIZE 160

/* Starts a fetcher. Returns NULL where settings are bad or something is out, with the reason. */
svc_fetcher *svc_fetcher_start(const svc_fetch_settings *settings,
                               char error[SVC_FETCHER_ERROR_SIZE]);

/*
 * Hands over an order, which is copied; `done` is called once. Returns false where too many orders
 * wait, or the fetcher stops: done is not called then.
 */
bool svc_fetcher_submit(svc_fetcher *fetcher, const svc_fetch_order *order, svc_fetch_done *done,
                        void *arg);

/*
 * Ends all orders with SVC_FETCH_STOPPED and ends the thread; NULL: nothing. New orders are refused
 * from then on, so workers may still be at work.
 */
void svc_fetcher_stop(svc_fetcher *fetcher);

/* Frees a fetcher that was stopped, once nobody submits to it any more; NULL: nothing. */
void svc_fetcher_free(svc_fetcher *fetcher);

#endif
