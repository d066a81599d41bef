/* One connection of a server: a page that it sends is rendered in a browser. */
#ifndef SVC_RENDERER_SERVE_H
#define SVC_RENDERER_SERVE_H

#include "renderer/browser/browser.h"

/*
 * Serves a connection, which it closes. Returns false where the browser is of no use any more and
 * is to be replaced.
 */
bool svc_renderer_serve(int fd, svc_browser *browser);

#endif
