/* How the nodes of a page look: where they are shown, in which font and colours. */
#ifndef SVC_RENDERER_LOOKS_H
#define SVC_RENDERER_LOOKS_H

#include "renderer/tree/markup.h"

/* The computed styles that a snapshot is asked for, in this order; NULL-terminated. */
extern const char *const svc_look_styles[];

/* A rectangle in CSS pixels of the page. */
typedef struct {
    float x, y, width, height;
} svc_rectangle;

/* Finds the rectangle of a node. Returns false where it is not shown. */
bool svc_look_rectangle(const svc_tree *tree, int node, svc_rectangle *rectangle);

/*
 * Appends a box for each place of the HTML, in the form of api_rendered (api/rendered.h). Returns
 * false where memory is out.
 */
bool svc_look_write(const svc_tree *tree, const svc_markup *markup, svc_buffer *boxes);

#endif
