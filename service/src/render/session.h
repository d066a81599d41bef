/*
 * One page at a renderer, on the side of the server: a connection, its messages, and the fetches
 * that the page asks for. Used by the thread of the renderers alone, but for svc_session_fetched.
 */
#ifndef SVC_RENDER_SESSION_H
#define SVC_RENDER_SESSION_H

#include "fetch/fetch.h"
#include "render/result.h"

/* Where a session is. */
typedef enum {
    SVC_SESSION_CONNECTING,
    SVC_SESSION_RENDERING,
    SVC_SESSION_KEPT, /* the page was handed over; its picture may be asked for */
    SVC_SESSION_PICTURING,
    SVC_SESSION_OVER /* what it fetches is waited for, then it is freed */
} svc_session_state;

/* Takes a page, or its picture, on the renderers' thread; it must not wait for anything. */
typedef void svc_render_done(svc_rendered *rendered, void *arg);

struct svc_render_session {
    svc_session_state state;
    const char *path;     /* of the renderer's socket */
    svc_fetcher *fetcher; /* NULL: nothing is fetched */
    api_render_order order;
    svc_render_done *done;
    void *arg;
    svc_channel channel;
    double began_ms;
    double end_ms;
    double retry_ms; /* when to connect again */
    bool retried;    /* after a failure of the browser */
    svc_rendered result;
    void (*take_fetched)(void *owner, struct svc_render_session *session, const char *id,
                         svc_fetch_result *result); /* from the fetcher's thread */
    void *owner;
    unsigned fetching;
};

/* Makes a session. Returns NULL where memory is out. */
svc_render_session *svc_session_new(const char *path, svc_fetcher *fetcher);

/* Gives it an order, which it takes over, and the time until it must be done; its time begins. */
void svc_session_order(svc_render_session *session, api_render_order *order, double timeout_ms);

/* Frees a session, on which no fetch is under way. */
void svc_session_free(svc_render_session *session);

/* Connects where it is time to. */
void svc_session_connect(svc_render_session *session, double now_ms);

/* Takes what the renderer sends, and sends what is queued. */
void svc_session_talk(svc_render_session *session);

/* Ends what has taken too long. */
void svc_session_check(svc_render_session *session, double now_ms);

/* Hands the page what was fetched for it, and frees the result. */
void svc_session_give(svc_render_session *session, const char *id, svc_fetch_result *result);

/* Asks for the picture of a page that is kept, with some spans of its HTML. */
void svc_session_ask_picture(svc_render_session *session, const api_span *spans, size_t count);

/* Returns whether somebody listens at a socket now; a renderer without room is there. */
bool svc_session_is_answered(const char *path);

/* Ends a session; the renderer closes the page. */
void svc_session_end(svc_render_session *session);

#endif
