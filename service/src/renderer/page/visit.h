/* A visit: a page is made, loaded, looked at, and closed. */
#ifndef SVC_RENDERER_VISIT_H
#define SVC_RENDERER_VISIT_H

#include "renderer/page/page.h"

/*
 * Makes the page and loads it, until it has what is waited for or the rest of its time is needed to
 * take it (is_complete says which). Returns false where the page is over.
 */
bool svc_visit_open(svc_page *page);

/* Closes the page and frees what it holds. Returns false where the browser is of no use any more.
 */
bool svc_visit_close(svc_page *page);

#endif
