/*
 * The ways out of a process, from its settings: the fetcher, and the renderer, whose pages load by
 * the fetcher. One for all who render, so that the same guard and limits hold for each of them.
 */
#ifndef SVC_SERVER_OUTSIDE_H
#define SVC_SERVER_OUTSIDE_H

#include "config/config.h"
#include "render/renderers.h"

/* The ways out; zeroed: none. Stays where it is while they run. */
typedef struct {
    svc_fetcher *fetcher;     /* NULL: nothing is fetched */
    svc_renderers *renderers; /* NULL: no page is rendered */
    char user_agent[64];      /* of the fetcher, unless one is set */
} svc_outside;

/*
 * Starts the fetcher, where URLs are fetched, and the way to the renderer, if there is one. config
 * must outlive both; version: "1.2.3"; metrics: where fetches are counted, NULL: nowhere. Returns
 * false with the reason in `error` where one of them cannot; what runs is the caller's to end.
 */
bool svc_outside_start(svc_outside *outside, const svc_config *config, const char *version,
                       svc_metrics *metrics, char error[SVC_FETCHER_ERROR_SIZE]);

/* Ends and frees them, with all that is under way; for one whom nobody else asks any more. */
void svc_outside_end(svc_outside *outside);

#endif
