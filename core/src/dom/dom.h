/*
 * The DOM view: the page's elements as a tree, with the text units that lie in each.
 *
 * A listener of the scan writes a skeleton of the page: "<name>" and "</name>" for every tag that
 * it keeps, one "x" for every text unit. libxml2's HTML parser reads it and says which elements
 * open and close where, the implied ones too. Its n-th "x" is the n-th unit, so that nothing is
 * left to match by offset, and attributes, references and character sets cannot part the two
 * parsers.
 */
#ifndef DANA_DOM_DOM_H
#define DANA_DOM_DOM_H

#include "dana/page.h"
#include "dana/scan.h"

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
    uint32_t end;        /* index behind the last node of its subtree */
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
 * Gives the page's DOM view; made on first use, kept with the page. The page's scan must be the
 * default one (all options zero), and is so afterwards; what was borrowed from it before is stale.
 * Errors: DANA_TOO_COMPLEX (too deep, or over the page's cap), DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__dom_view(dana_page *page, const dana__dom **out, dana_error *err);

/* Returns the decoded code points of text under a node. */
static inline uint32_t dana__node_chars(const dana__dom *dom, const dana__node *node)
{
    return dom->chars[node->unit_end] - dom->chars[node->first_unit];
}

/* Returns the decoded code points of text inside links under a node. */
static inline uint32_t dana__node_link_chars(const dana__dom *dom, const dana__node *node)
{
    return dom->link_chars[node->unit_end] - dom->link_chars[node->first_unit];
}

/* Returns the number of elements under the node at `index`, itself not counted. */
static inline uint32_t dana__node_tags(const dana__dom *dom, size_t index)
{
    return dom->nodes[index].end - (uint32_t)index - 1;
}

/* Returns the number of a elements under the node at `index`, itself not counted. */
static inline uint32_t dana__node_links(const dana__dom *dom, size_t index)
{
    return dom->links[dom->nodes[index].end] - dom->links[index + 1];
}

/* Returns the decoded code points of one unit. */
static inline uint32_t dana__unit_chars(const dana__dom *dom, size_t unit)
{
    return dom->chars[unit + 1] - dom->chars[unit];
}

#endif
