/* Taking what a page has become: its tree as HTML and boxes, and pictures of it. */
#ifndef SVC_RENDERER_TAKE_H
#define SVC_RENDERER_TAKE_H

#include "renderer/page/page.h"
#include "renderer/tree/looks.h"

/* A page that was taken. */
typedef struct {
    json_t *snapshot;
    svc_tree tree;
    svc_markup markup;
    svc_buffer boxes;
} svc_taken;

/*
 * Takes a page. A script that does not end is ended. Returns false where the page is over, with its
 * failure.
 */
bool svc_take(svc_page *page, svc_taken *taken);

/* Frees what was taken. */
void svc_taken_clear(svc_taken *taken);

#endif
