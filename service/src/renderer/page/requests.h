/*
 * The requests of a page: each is paused by the browser, and answered with what the server has
 * fetched, or refused. Nothing else is ever fetched: the browser has no network.
 */
#ifndef SVC_RENDERER_REQUESTS_H
#define SVC_RENDERER_REQUESTS_H

#include "renderer/page/page.h"

/* What is done about the requests of all pages. */
extern const svc_page_hooks svc_requests_hooks;

/* Frees what is held for requests. */
void svc_requests_clear(svc_page_requests *requests);

#endif
