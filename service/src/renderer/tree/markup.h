/*
 * The rendered HTML: a tree of the browser written so that a reader that runs no scripts finds in
 * it what is shown. Shadow trees and the documents of frames stand in their places; what only a
 * browser without scripts shows (noscript) is left out.
 */
#ifndef SVC_RENDERER_MARKUP_H
#define SVC_RENDERER_MARKUP_H

#include "base/buffer.h"
#include "renderer/tree/tree.h"

/* Where a node stands in the HTML. */
typedef struct {
    int node;
    size_t offset; /* of the `<` of its start tag, or of a text's first byte */
    size_t end;    /* of its end tag, or of the text */
} svc_place;

/* The HTML with the places of its elements and texts, sorted by offset. */
typedef struct {
    svc_buffer html;
    svc_place *places;
    size_t place_count;
} svc_markup;

/* Writes the HTML of a tree. Returns false where memory is out. */
bool svc_markup_write(svc_markup *markup, const svc_tree *tree);

/* Frees what it holds. */
void svc_markup_clear(svc_markup *markup);

#endif
