/*
 * The way to the renderer: a thread that hands it pages, and fetches what they ask for by the
 * fetcher, under its rules and its guard.
 */
#ifndef SVC_RENDER_RENDERERS_H
#define SVC_RENDER_RENDERERS_H

#include "render/session.h"

/* Pages that are at the renderer at once; more are refused. */
#define SVC_RENDERERS_MAX 128

/* What it is made from; borrowed while it runs. */
typedef struct {
    const char *path; /* of the renderer's socket */
    double timeout_ms;
    svc_fetcher *fetcher; /* NULL: what pages ask for is refused */
} svc_renderers_settings;

/* Opaque. */
typedef struct svc_renderers svc_renderers;

/* Starts the thread. Returns NULL where something is out. */
svc_renderers *svc_renderers_start(const svc_renderers_settings *settings);

/*
 * Hands over an order, which is taken over; `done` is called once. Returns false where too many are
 * under way, or it stops: nothing is taken then.
 */
bool svc_renderers_submit(svc_renderers *renderers, api_render_order *order, svc_render_done *done,
                          void *arg);

/*
 * Asks for the picture of a page that is kept, which is given back by it; `done` is called once,
 * with the picture alone, or without.
 */
void svc_renderers_picture(svc_renderers *renderers, svc_render_session *kept,
                           const api_span *spans, size_t count, svc_render_done *done, void *arg);

/* Gives a page back that is kept; NULL: nothing. */
void svc_renderers_release(svc_renderers *renderers, svc_render_session *kept);

/* Returns whether there was a renderer at the socket when one was looked for last: some seconds ago
 * at most. */
bool svc_renderers_is_there(svc_renderers *renderers);

/* Returns how many pages are under way, with those that are kept. */
unsigned svc_renderers_pages(svc_renderers *renderers);

/* Ends all orders and the thread. To be called while the fetcher still runs. NULL: nothing. */
void svc_renderers_stop(svc_renderers *renderers);

/* Frees it, once nobody uses it any more; NULL: nothing. */
void svc_renderers_free(svc_renderers *renderers);

#endif
