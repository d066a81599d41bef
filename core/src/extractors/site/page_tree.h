/*
 * A page as the style tree sees it: its elements by their names and places, and the text units that
 * stand in each, itself and not its children.
 */
#ifndef DANA_EXTRACTORS_SITE_PAGE_TREE_H
#define DANA_EXTRACTORS_SITE_PAGE_TREE_H

#include "dana/scan.h"

#include <stddef.h>
#include <stdint.h>

/* No node, no element. */
#define DANA__SITE_NONE UINT32_MAX

/* An element of a page; node 0 is the page itself. Nodes stand in the order of their start tags. */
typedef struct {
    uint64_t sequence; /* a hash of its children's names in their order */
    uint32_t start;    /* source bytes */
    uint32_t end;
    uint32_t name;   /* a hash */
    uint32_t parent; /* a node; its own for the page */
    uint32_t first;  /* child; DANA__SITE_NONE: it has none */
    uint32_t last;
    uint32_t next; /* sibling; DANA__SITE_NONE: it is the last */
    uint32_t children;
} dana__site_node;

/* The tree. Memory of the page's arena, until dana__release_page_tree. */
typedef struct {
    const dana_scan *scan; /* the default one */
    const dana__site_node *nodes;
    size_t count;
    const uint32_t *unit_nodes; /* per text unit: the node it stands in */
    dana_buffer memory[2];
} dana__page_tree;

/*
 * Reads a page's tree, at most one element per 16 source bytes and 1 024 more; beyond that the
 * elements' texts and children count as those of the element around them. What is dropped with its
 * content, what has none of its own (link, meta), br and the head are left out. Linear in the
 * source. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__read_page_tree(dana_page *page, dana__page_tree *out,
                                               dana_error *err);

/* Gives a tree's memory back to its page. */
void dana__release_page_tree(dana_page *page, dana__page_tree *tree);

#endif
