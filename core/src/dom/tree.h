/*
 * The tree of a page, made from its skeleton (see dom.h).
 */
#ifndef DANA_DOM_TREE_H
#define DANA_DOM_TREE_H

#include "dana/page.h"

#include <stddef.h>
#include <stdint.h>

/* Elements that some algorithm asks for; all others are OTHER. */
typedef enum {
    DANA__DOCUMENT, /* node 0, which holds all others; no element */
    DANA__OTHER,
    DANA__A,
    DANA__ARTICLE,
    DANA__BODY_ELEMENT,
    DANA__BUTTON,
    DANA__DD,
    DANA__DIV,
    DANA__DL,
    DANA__DT,
    DANA__FORM,
    DANA__H1,
    DANA__H2,
    DANA__H3,
    DANA__H4,
    DANA__H5,
    DANA__H6,
    DANA__HEAD,
    DANA__HR,
    DANA__HTML_ELEMENT,
    DANA__IMG,
    DANA__INPUT,
    DANA__LI,
    DANA__MAIN,
    DANA__OL,
    DANA__P,
    DANA__SECTION,
    DANA__SELECT,
    DANA__TABLE,
    DANA__TD,
    DANA__TH,
    DANA__TR,
    DANA__UL,
    DANA__ELEMENT_COUNT
} dana__element;

/* A node: an element, or the document. Nodes stand in the order of their start tags. */
typedef struct {
    uint32_t parent;     /* index; its own for the document */
    uint32_t end;        /* index after the last node of its subtree */
    uint32_t first_unit; /* the text units of its subtree: [first_unit, unit_end) */
    uint32_t unit_end;
    uint8_t element;  /* dana__element */
    uint8_t is_block; /* block-level, as for the scan's lines, br left out */
    uint8_t in_link;  /* an a element, or inside one */
} dana__node;

/* The view. Arrays of counts are sums over all before an index, so that those of a node are
 * differences. Borrowed from the page. */
typedef struct dana__dom {
    const dana__node *nodes;
    size_t node_count; /* >= 1 */
    size_t unit_count;
    size_t unmapped;            /* units that libxml2 did not report; they lie in the document */
    const uint32_t *unit_nodes; /* per unit: the node that holds it */
    const uint32_t *chars;      /* before unit i: decoded code points; unit_count + 1 entries */
    const uint32_t *link_chars; /* the same, of text inside a elements */
    const uint32_t *links;      /* before node i: a elements; node_count + 1 entries */
} dana__dom;

/*
 * Parses a skeleton ("<p>x</p>") with libxml2 and fills dom's nodes and unit_nodes, both borrowed
 * from the page; dom->unit_count is set by the caller.
 * Errors: DANA_TOO_COMPLEX (too deep, or over the page's cap), DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__build_tree(dana_page *page, dana_view skeleton, dana__dom *dom,
                                           dana_error *err);

#endif
