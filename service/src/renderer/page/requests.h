/*
 * The requests of a page: each is paused by the browser, and answered with what the server has
 * fetched, or refused. Nothing else is ever fetched: the browser has no network.
 */
#ifndef SVC_RENDERER_REQUESTS_H
#define SVC_RENDERER_REQUESTS_H

#include "renderer/page/page.h"

/* Takes the event Fetch.requestPaused: its parameters. */
void svc_requests_take(svc_page *page, const json_t *event);

/* Takes a message FETCHED. */
void svc_requests_answer(svc_page *page, const svc_message *message);

/* Takes a request that the browser makes past Fetch, which cannot succeed: a socket of the page. */
void svc_requests_note_socket(svc_page *page, const char *url);

/* Frees what is held for requests. */
void svc_requests_clear(svc_page_requests *requests);

#endif
