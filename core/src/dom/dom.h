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

#include "dom/tree.h"

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
